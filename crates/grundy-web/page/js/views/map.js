// A map of a table of values, with pan and zoom.

/** @import {Listing, Named, Spec, View} from "../types.js" */
/** @import {Cell, Lines, ProvedRow} from "../map/draw.js" */
/** @import {State} from "../map/state.js" */
import * as api from "../api.js";
import { announce, h, save, title } from "../dom.js";
import { fileName } from "../copies.js";
import { cellText } from "../game.js";
import { BesideBoard, provedRows } from "../map/beside.js";
import { BOTTOM, Camera, LEFT, within } from "../map/camera.js";
import { draw } from "../map/draw.js";
import { seen, seenSvg } from "../map/export.js";
import { hands } from "../map/hands.js";
import { legend, pictured } from "../map/legend.js";
import { NONE } from "../map/palette.js";
import { showSettings } from "../map/settings.js";
import { inksOf, lookOf, numberOf, poolOf, readState, stateParams } from "../map/state.js";
import { Tiles } from "../map/tiles.js";
import { problem } from "../notation.js";
import { go, here, link, note } from "../route.js";

/** What the program could not make: the least size by game. @type {Map<string, number>} */
const BEYOND = new Map();

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  /** @type {State} */
  let state = readState(new URLSearchParams(), 0).state;
  /** The cell of a move that is aimed at on the board. @type {Cell | null} */
  let aimed = null;
  const beside = new BesideBoard({
    aim(cell) {
      aimed = cell;
      schedule();
    },
    go(cell) {
      aimed = null;
      camera.follow(cell, 60, state.max);
      point(cell);
      remember();
    },
  });
  const key = h("div", { class: "key" });
  /** @type {ProvedRow[]} */
  let proved = [];
  let proving = new AbortController();
  let camera = new Camera(64, 64, 4);
  let tiles = new Tiles("", 0, "largest", schedule);
  /** @type {Cell | null} */
  let cursor = null;
  /** @type {Lines | null} */
  let lines = null;
  /** @type {Listing[]} */
  let games = [];
  /** The parts of the game, once loaded. @type {Named | null} */
  let named = null;
  /** Why the address points at no cell. @type {string | null} */
  let outside = null;
  let frame = 0;
  let offered = Infinity;

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
    const { state: wanted, at, beyond } = readState(next, state.max);
    outside = beyond;
    state = wanted;
    if (at) {
      camera = new Camera(at.a + 0.5, at.b + 0.5, 16);
      cursor = at;
    } else {
      const centre = (/** @type {string} */ key) => within(0, numberOf(next, key, 0), state.max);
      camera = new Camera(centre("a"), centre("b"), numberOf(next, "s", 6));
    }
    follow();
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

  /** Makes the tiles those of the state. */
  function follow() {
    if (tiles.game !== state.game || tiles.max !== state.max) renew();
    else if (tiles.pool !== poolOf(state)) void tiles.repool(poolOf(state));
  }

  function renew() {
    tiles.leave();
    tiles = new Tiles(state.game, state.max, poolOf(state), schedule);
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
      note("map", stateParams(state, camera), { replace: true });
    }, 200);
  }

  const look = () => lookOf(state, canvas);
  const inks = () => inksOf(canvas, readout);

  function schedule() {
    if (frame === 0)
      frame = requestAnimationFrame(() => {
        frame = 0;
        draw(context, camera, tiles, {
          look: look(),
          cursor,
          aimed,
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
        canvas.dataset.aimed = aimed ? `${aimed.a},${aimed.b}` : "";
        canvas.dataset.look = JSON.stringify(look());
        tell();
      });
  }

  let told = /** @type {unknown} */ (undefined);
  let reached = -1;
  let saidOutside = /** @type {string | null} */ (null);
  /** What could not be made, and how far the map goes all the same. */
  function tellTrouble() {
    if (told === tiles.error && saidOutside === outside && (told === null || reached === tiles.have)) return;
    [told, reached, saidOutside] = [tiles.error, tiles.have, outside];
    const known = tiles.have > 0 ? [h("p", { class: "hint" }, `The map goes to ${tiles.have}.`)] : [];
    const far = outside === null ? [] : [h("p", {}, outside)];
    trouble.replaceChildren(...far, ...(told && !api.isUnreachable(told) ? [...problem(told), ...known] : []));
    if (!(told instanceof api.Refusal) || !["limit", "time-limit"].includes(told.code)) return;
    BEYOND.set(state.game, Math.min(BEYOND.get(state.game) ?? Infinity, state.max));
    choose();
  }

  let keyed = "";
  function tellLegend() {
    const { palette, scale, top, mark } = look();
    const marked = state.periods && proved.length > 0;
    const now = JSON.stringify([palette, scale, top, mark, marked]);
    if (now !== keyed) key.replaceChildren(legend(look(), marked));
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
    if (value === NONE) return "no position";
    const [side, named] = [2 ** camera.zoom, value === 0 ? "0, a P-position" : String(value)];
    if (side === 1) return `value ${named}`;
    return value === state.mark ? `value ${value} among ${side} × ${side} cells` : `largest value of ${side} × ${side} cells: ${value}`;
  }

  function tell() {
    if (!cursor) {
      const { left, right, low, high } = camera.edges;
      const span = (/** @type {number} */ from, /** @type {number} */ to) =>
        `${Math.max(0, Math.floor(from))}–${Math.min(state.max, Math.ceil(to))}`;
      const side = 2 ** camera.zoom;
      const thin = side > 1 ? `, one point for ${side} × ${side} cells` : "";
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
    showSettings(settings, {
      games,
      named,
      state,
      fits: Math.min(tiles.fits, (BEYOND.get(state.game) ?? Infinity) - 1),
      centre: `${Math.round(camera.a)},${Math.round(camera.b)}`,
      change,
      setGame: (spec) => void setGame(spec),
      slide(upto) {
        state.upto = upto;
        remember();
        schedule();
      },
      picture,
      drawing: () => seenSvg(state.game, seen(camera, tiles, state.max), look(), inks()),
      seen: () => seen(camera, tiles, state.max),
      resized: fit,
    });
  }

  /** @param {Partial<State>} next */
  function change(next) {
    const before = state;
    state = { ...state, ...next };
    beside.element.hidden = !state.board;
    title(`Map of ${state.game}`);
    follow();
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
