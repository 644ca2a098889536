// A map of a table of values, with pan and zoom.

/** @import {Listing, Named, Spec, View} from "../types.js" */
/** @import {Cell, Inks, Lines, ProvedRow} from "../map/draw.js" */
/** @import {Colour, Look, Scale} from "../map/palette.js" */
import * as api from "../api.js";
import { announce, field, h, number, save, select, swap, title } from "../dom.js";
import { copies, fileName } from "../copies.js";
import { cellText, chooser } from "../game.js";
import { BesideBoard, bookmark, bookmarks, provedRows } from "../map/beside.js";
import { BOTTOM, Camera, LEFT, within } from "../map/camera.js";
import { draw } from "../map/draw.js";
import { hands } from "../map/hands.js";
import { legend, pictured } from "../map/legend.js";
import { NONE, PALETTES } from "../map/palette.js";
import { parameterSliders, threshold } from "../map/sliders.js";
import { Tiles } from "../map/tiles.js";
import { problem } from "../notation.js";
import { go, here, link, note } from "../route.js";

/** Sizes of tables. The larger ones may need more memory or time than the program was given; then they are no longer offered. */
const SIZES = [255, 1023, 4095, 8191, 16_383];
/** What the program could not make: the least size by game. @type {Map<string, number>} */
const BEYOND = new Map();
/** The largest table that an address may ask for; the server says whether it can make it. */
const LARGEST = 65_535;
/** @type {[Scale, string][]} */
const SCALES = [
  ["relative", "value ÷ (a + b)"],
  ["linear", "value"],
  ["log", "log value"],
  ["bits", "value mod 16"],
];

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  /**
   * @type {{game: string, max: number, palette: string, scale: Scale, mark: number | null, upto: number | null, lines: boolean,
   *   board: boolean, periods: boolean}}
   */
  let state = {
    game: "star-nim",
    max: 1023,
    palette: "viridis",
    scale: "relative",
    mark: null,
    upto: null,
    lines: false,
    board: false,
    periods: false,
  };
  const beside = new BesideBoard();
  const key = h("div", { class: "key" });
  /** @type {ProvedRow[]} */
  let proved = [];
  let proving = new AbortController();
  let camera = new Camera(64, 64, 4);
  let tiles = new Tiles("", 0, schedule);
  /** @type {Cell | null} */
  let cursor = null;
  /** @type {Lines | null} */
  let lines = null;
  /** @type {Listing[]} */
  let games = [];
  /** The parts of the game, once loaded. @type {Named | null} */
  let named = null;
  let frame = 0;
  let offered = Infinity;
  // A phone has no room for all settings.
  let moreOpen = innerWidth > 720;

  const canvas = h("canvas", {
    tabindex: 0,
    role: "application",
    "aria-label":
      "Map of values. Arrows move the cursor, with shift by 10; plus and minus zoom, L shows lines, Enter opens the position.",
    "aria-roledescription": "map",
  });
  const context = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { alpha: false, willReadFrequently: false })
  );
  const settings = h("div", { class: "pickers" });
  const readout = h("p", { class: "readout" });
  const trouble = h("div", { class: "fault" });
  const holder = h("div", { class: "holder" }, canvas);
  /** @param {string} name @param {string} sign @param {() => void} act */
  const button = (name, sign, act) =>
    h("button", { type: "button", "aria-label": name, title: name, onclick: act }, sign);
  const tools = h(
    "div",
    { class: "over-map" },
    button("Zoom in", "+", () => zoomBy(2)),
    button("Zoom out", "−", () => zoomBy(0.5)),
    button("Show the whole table", "⤢", fitAll),
    button("Go to the origin", "⌂", () => home()),
    button("Save the view as PNG", "⤓", exportView),
  );
  holder.append(tools, key);
  root.append(
    h("h1", { class: "unseen" }, "Map"),
    h("div", { class: "bar" }, settings),
    trouble,
    h("div", { class: "map-row" }, holder, beside.element),
    readout,
  );

  /** @param {URLSearchParams} next */
  async function read(next) {
    /** @param {string} key @param {number} usual */
    const num = (key, usual) =>
      next.has(key) && Number.isFinite(Number(next.get(key))) ? Number(next.get(key)) : usual;
    const mark = next.get("mark");
    const before = state;
    state = {
      game: next.get("game") ?? "star-nim",
      max: within(1, Math.round(num("max", 1023)), LARGEST),
      palette: next.get("palette") ?? "viridis",
      scale: SCALES.find(([name]) => name === next.get("scale"))?.[0] ?? "relative",
      mark: mark === null || !/^\d+$/.test(mark) ? null : Number(mark),
      upto: /^\d+$/.test(next.get("upto") ?? "") ? Number(next.get("upto")) : null,
      lines: next.get("lines") === "yes",
      board: next.get("board") === "yes",
      periods: next.get("periods") === "yes",
    };
    const at = next.get("at")?.match(/^(\d+),(\d+)$/);
    if (at) {
      const [a, b] = [Number(at[1]), Number(at[2])];
      state.max = SIZES.find((size) => size >= Math.max(a, b, before.max)) ?? within(1, Math.max(a, b), LARGEST);
      camera = new Camera(a + 0.5, b + 0.5, 16);
      cursor = { a, b };
    } else {
      camera = new Camera(within(0, num("a", 0), state.max), within(0, num("b", 0), state.max), num("s", 6));
    }
    if (tiles.game !== state.game || tiles.max !== state.max) renew();
    title(`Map of ${state.game}`);
    beside.element.hidden = !state.board;
    if (games.length === 0) games = await api.games().catch(() => []);
    await name();
    choose();
    prove();
    fit();
    if (!at && !next.has("a")) home(false);
    if (at) point(cursor);
  }

  async function name() {
    const { game } = state;
    const found = await api.game(game).catch(() => null);
    if (game !== state.game) return;
    named = found;
    schedule();
  }

  function renew() {
    tiles.leave();
    tiles = new Tiles(state.game, state.max, schedule);
    [lines, named, proved] = [null, null, []];
    proving.abort();
  }

  /** Looks for the periods of rows, if they are wanted and can be proved. */
  function prove() {
    proving.abort();
    proving = new AbortController();
    proved = [];
    const listing = games.find((one) => one.name === named?.spec?.name);
    if (state.periods && listing?.periods)
      void provedRows(state.game, (rows) => { proved = rows; schedule(); }, proving.signal);
    schedule();
  }

  let noteTimer = 0;
  function remember() {
    clearTimeout(noteTimer);
    noteTimer = window.setTimeout(() => {
      const { game, max, palette, scale, mark, upto, lines: shown, board: sideBoard, periods } = state;
      const round = (/** @type {number} */ x) => Math.round(x * 100) / 100;
      note(
        "map",
        {
          game,
          max,
          a: round(camera.a),
          b: round(camera.b),
          s: Math.round(camera.scale * 10000) / 10000,
          palette,
          scale,
          mark,
          upto,
          lines: shown ? "yes" : null,
          board: sideBoard ? "yes" : null,
          periods: periods ? "yes" : null,
        },
        { replace: true },
      );
    }, 200);
  }

  /** @returns {Look} */
  function look() {
    const ground = /** @type {Colour} */ (
      (getComputedStyle(canvas).backgroundColor.match(/\d+(\.\d+)?/g) ?? ["0", "0", "0"])
        .slice(0, 3)
        .map(Number)
    );
    return {
      palette: state.palette,
      scale: state.scale,
      top: state.scale === "log" ? 2 * state.max : state.max,
      mark: state.mark,
      upto: state.upto,
      ground,
    };
  }

  /** @returns {Inks} */
  function inks() {
    const style = getComputedStyle(readout);
    const soft = getComputedStyle(canvas);
    return {
      paper: soft.backgroundColor,
      ink: soft.color,
      soft: style.color,
      line: soft.borderTopColor,
      accent: soft.outlineColor,
    };
  }

  function schedule() {
    if (frame === 0)
      frame = requestAnimationFrame(() => {
        frame = 0;
        draw(context, camera, tiles, {
          look: look(),
          cursor,
          lines: state.lines ? lines : null,
          proved: state.periods ? proved : [],
          inks: inks(),
        });
        tellTrouble();
        tellLegend();
        if (offered !== tiles.fits) {
          offered = tiles.fits;
          choose();
        }
        canvas.dataset.busy = String(tiles.busy);
        canvas.dataset.look = JSON.stringify(look());
        tell();
      });
  }

  let told = /** @type {unknown} */ (null);
  let reached = -1;
  /** What could not be made, and how far the map goes all the same. */
  function tellTrouble() {
    if (told === tiles.error && (told === null || reached === tiles.have)) return;
    [told, reached] = [tiles.error, tiles.have];
    const known = tiles.have > 0 ? [h("p", { class: "hint" }, `The map goes to ${tiles.have}.`)] : [];
    trouble.replaceChildren(...(told && !api.isUnreachable(told) ? [...problem(told), ...known] : []));
    if (!(told instanceof api.Refusal) || !["limit", "time-limit"].includes(told.code)) return;
    BEYOND.set(state.game, Math.min(BEYOND.get(state.game) ?? Infinity, state.max));
    choose();
  }

  let keyed = "";
  function tellLegend() {
    const { palette, scale, top, mark } = look();
    const now = JSON.stringify([palette, scale, top, mark]);
    if (now !== keyed) key.replaceChildren(legend(look()));
    keyed = now;
  }

  /** Shows the whole table. */
  function fitAll() {
    camera = new Camera(0, 0, Math.min((camera.width - LEFT) / (state.max + 1), (camera.height - BOTTOM) / (state.max + 1)));
    fit();
    home();
  }

  function fit() {
    const { width, height } = holder.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    [camera.width, camera.height] = [width, height];
    schedule();
  }

  /** @param {Cell | null} cell */
  function point(cell) {
    const { max } = state;
    cursor = cell && cell.a >= 0 && cell.b >= 0 && cell.a <= max && cell.b <= max ? cell : null;
    schedule();
    if (cursor) beside.show(text(cursor));
    if (state.lines && cursor) askLines(cursor);
  }

  let lineTimer = 0;
  /** @param {Cell} cell */
  function askLines(cell) {
    clearTimeout(lineTimer);
    lineTimer = window.setTimeout(() => {
      api.lines(state.game, cell.a, cell.b).then(
        (found) => {
          if (cursor?.a !== cell.a || cursor.b !== cell.b) return;
          lines = { through: cell, lines: found.lines };
          schedule();
        },
        () => (lines = null),
      );
    }, 80);
  }

  /** @param {Cell} cell */
  function worth({ a, b }) {
    const value = tiles.value(a, b, camera.zoom);
    if (value === null) return "…";
    return value === NONE ? "no position" : `value ${value}${value === 0 ? ", a P-position" : ""}`;
  }

  function tell() {
    if (!cursor) {
      const { left, right, low, high } = camera.edges;
      const span = (/** @type {number} */ from, /** @type {number} */ to) =>
        `${Math.max(0, Math.floor(from))}–${Math.min(state.max, Math.ceil(to))}`;
      const thin = camera.zoom > 0 ? `, one cell in ${2 ** camera.zoom} each way` : "";
      readout.textContent = `${state.game}: rows ${span(low, high)}, columns ${span(left, right)}${thin}${tiles.busy ? " …" : ""}`;
      return;
    }
    const rays =
      state.lines && lines && lines.through.a === cursor.a && lines.through.b === cursor.b
        ? `; lines: ${lines.lines.map(({ kind, cells }) => `${kind} (${cells.length})`).join(", ")}`
        : "";
    const at = text(cursor);
    readout.replaceChildren(
      h("span", { class: "to" }, at ?? `${state.game}: row ${cursor.a}, column ${cursor.b}`),
      h("b", {}, ` ${worth(cursor)}`),
      rays,
      " ",
      at === null || tiles.value(cursor.a, cursor.b, camera.zoom) === NONE
        ? ""
        : h("a", { href: link("position", { at }) }, "Open"),
    );
  }

  /** @param {number} factor */
  function zoomBy(factor) {
    camera.magnify(factor);
    moved();
  }

  function moved() {
    // At low zoom only some cells are drawn; keep the cursor on one of them.
    const grid = 2 ** camera.zoom;
    if (cursor) cursor = { a: cursor.a - (cursor.a % grid), b: cursor.b - (cursor.b % grid) };
    remember();
    schedule();
  }

  /** Moves the origin to the lower left corner. */
  function home(noted = true) {
    camera.a = (camera.height - BOTTOM) / 2 / camera.scale;
    camera.b = (camera.width - LEFT) / 2 / camera.scale;
    if (noted) remember();
    schedule();
  }

  function exportView() {
    void picture().then((blob) => blob && save(blob, `${fileName(state.game)}.png`));
  }

  function picture() {
    return pictured(canvas, `${state.game}, values of a,b`, look(), inks());
  }

  /** @param {Cell} cell */
  function open(cell) {
    const at = text(cell);
    if (at !== null && tiles.value(cell.a, cell.b, camera.zoom) !== NONE) go("position", { at });
  }

  /** The text of the position of a cell. @param {Cell} cell */
  function text({ a, b }) {
    return named?.cell ? cellText(named.cell, a, b) : null;
  }

  /** @param {Spec} spec */
  async function setGame(spec) {
    try {
      change({ game: (await api.gameOf(spec)).game });
    } catch (error) {
      trouble.replaceChildren(...problem(error));
    }
  }

  function choose() {
    const choice = chooser(
      games.filter(({ plane }) => plane),
      named?.spec,
      { choose: ({ game }) => change({ game }), set: (spec) => void setGame(spec) },
    );
    const size = select(
      [...new Set([...SIZES.filter((max) => max <= tiles.fits && max < (BEYOND.get(state.game) ?? Infinity)), state.max])].map((max) => [String(max), `0–${max}`]),
      String(state.max),
      (max) => change({ max: Number(max) }),
    );
    const palette = select(PALETTES, state.palette, (name) => change({ palette: name }));
    const scale = select(SCALES, state.scale, (name) => change({ scale: /** @type {Scale} */ (name) }));
    const mark = number({ value: state.mark ?? "", min: 0, max: 1_000_000 }, (value) =>
      change({ mark: value }),
    );
    mark.addEventListener("input", () => mark.value === "" && change({ mark: null }));
    mark.placeholder = "–";
    const kernel = h(
      "button",
      {
        type: "button",
        "aria-pressed": String(state.mark === 0),
        class: "toggle",
        onclick: () => change({ mark: state.mark === 0 ? null : 0 }),
      },
      "P-positions",
    );
    const rays = h(
      "button",
      {
        type: "button",
        "aria-pressed": String(state.lines),
        class: "toggle",
        onclick: () => change({ lines: !state.lines }),
      },
      "Lines",
    );
    /** @param {string} name @param {"board" | "periods"} which */
    const toggle = (name, which) =>
      h("button", { type: "button", class: "toggle", "aria-pressed": String(state[which]), onclick: () => change({ [which]: !state[which] }) }, name);
    const listing = games.find((one) => one.name === named?.spec?.name);
    const marks = bookmarks();
    const marked = select([["", "Bookmarks"], ["+", "+ this view"], ...marks.map(({ name: one, hash }) => /** @type {[string, string]} */ ([hash, one]))], "", (hash) => {
      if (hash !== "+") return void (hash && (location.hash = hash));
      bookmark(`${state.game}, ${Math.round(camera.a)},${Math.round(camera.b)}`, location.hash);
      announce("View kept");
      choose();
    });
    marked.setAttribute("aria-label", "Bookmarks");
    marked.className = "add";
    const copied = copies(
      [
        ["link", () => location.href],
        ["Markdown", () => `[${state.game}, values of a,b](${location.href})`],
        ["picture, PNG", { file: `${fileName(state.game)}.png`, blob: () => picture() }],
      ],
      { down: true },
    );
    const more = h(
      "details",
      { class: "more", open: moreOpen },
      h("summary", {}, "More settings"),
      h(
        "div",
        {},
        field("Palette", palette),
        field("Colour by", scale),
        field("Highlight", mark, "small"),
        threshold(state.upto, state.max, (upto) => {
          state.upto = upto;
          remember();
          schedule();
        }),
        parameterSliders(listing, named?.spec, (spec) => void setGame(spec)),
        marked,
        copied,
      ),
    );
    more.addEventListener("toggle", () => {
      moreOpen = more.open;
      fit();
    });
    swap(
      settings,
      choice,
      field("Table", size),
      kernel,
      rays,
      toggle("Board", "board"),
      ...(listing?.periods ? [toggle("Periods", "periods")] : []),
      more,
    );
  }

  /** @param {Partial<typeof state>} next */
  function change(next) {
    const before = state;
    state = { ...state, ...next };
    beside.element.hidden = !state.board;
    title(`Map of ${state.game}`);
    if (tiles.game !== state.game || tiles.max !== state.max) renew();
    // Wait for a frame: replacing a field while it loses the focus would move the focus.
    void name().then(() => {
      requestAnimationFrame(choose);
      if (before.periods !== state.periods || before.game !== state.game) prove();
      if (cursor) beside.show(text(cursor));
    });
    remember();
    schedule();
    if (state.lines && cursor) askLines(cursor);
  }

  hands(canvas, {
    camera: () => camera,
    cursor: () => cursor,
    max: () => state.max,
    point,
    speak: () => announce(cursor ? `${cursor.a}, ${cursor.b}: ${worth(cursor)}` : ""),
    moved,
    open,
    home,
    toggleLines: () => change({ lines: !state.lines }),
  });
  const watch = new ResizeObserver(fit);
  watch.observe(holder);
  addEventListener("theme", schedule);

  void read(params);
  return {
    update: (next) => void read(next),
    leave() {
      watch.disconnect();
      removeEventListener("theme", schedule);
      tiles.leave();
      beside.leave();
      proving.abort();
      clearTimeout(noteTimer);
      clearTimeout(lineTimer);
    },
    again() {
      renew();
      void read(here().params);
    },
  };
}
