// Games by their rules: board, value, moves and map follow the text as it is typed.

/** @import {Listed, Listing, Move, Place, RawPart, Recognised, Valued, View} from "../types.js" */
import * as api from "../api.js";
import { announce, copy, field, fresh, grouped, h, number, swap, title } from "../dom.js";
import { board, leaves, lookButton } from "../boards/board.js";
import { Options, changed } from "../boards/options.js";
import { MiniMap } from "../map/mini.js";
import { problem } from "../notation.js";
import { link, note, started } from "../route.js";
import { forget, keep, saved } from "../saved.js";
import { setup } from "../setup.js";
import { allMoves, headline, known as knownMoves, method, wins, winning } from "../verdict.js";
import { positionCopies } from "../written.js";

const FIRST = "{x,y: x-i,y; x,y-i; x-i,y-2i}";
/** Milliseconds until the page says that it waits. */
const PATIENCE = 150;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  /** @type {{text: string, parameters: Record<string, number>, at: string, draw: string | null}} */
  let state = { text: FIRST, parameters: {}, at: "", draw: null };
  /** @type {Listing[]} */
  let games = [];
  /** @type {Recognised | null} */
  let known = null;
  let turn = 0;
  let timer = 0;
  let movesOpen = false;
  let stop = new AbortController();

  const faultId = fresh("fault");
  const typed = h("textarea", {
    class: "rule-text",
    rows: 2,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: 4000,
    "aria-describedby": faultId,
  });
  const fault = h("div", { class: "fault", id: faultId, role: "alert" });
  const settings = h("div", { class: "pickers" });
  const shelf = h("div", { class: "shelf" });
  const stage = h("div", { class: "stage" });
  const tools = h("div", { class: "tools" });
  const numbersOf = h("div", { class: "tools" });
  /** The position whose numbers the fields have. */
  let numbered = "";
  const head = h("div", { class: "head", "aria-live": "polite" });
  const body = h("div", { class: "known" });
  const facts = h("div", {});
  const map = new MiniMap((a, b) => cellAt(a, b));
  const shown = h(
    "div",
    { class: "split" },
    h("div", { class: "left" }, stage, numbersOf, tools, map.element),
    h("aside", { class: "panel", "aria-label": "Analysis" }, head, body, facts),
  );
  root.append(
    h(
      "div",
      { class: "bar" },
      h("h1", { class: "unseen" }, "Rules"),
      field("Rules: in braces, or a line for each part", typed, "full"),
      fault,
      h("div", { class: "shelf" }, settings, shelf),
    ),
    shown,
  );

  typed.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      state = { ...state, text: typed.value };
      void show();
    }, 250);
  });

  /** @param {URLSearchParams} next */
  function read(next) {
    clearTimeout(timer);
    state = { text: next.get("game") ?? FIRST, parameters: {}, at: next.get("at") ?? "", draw: next.get("draw") };
    typed.value = state.text;
    void show();
  }

  /** @param {Partial<typeof state>} next */
  function change(next) {
    state = { ...state, ...next };
    if (typed.value !== state.text) typed.value = state.text;
    void show();
  }

  async function show() {
    turn += 1;
    const mine = turn;
    const { text, parameters } = state;
    if (games.length === 0) games = await api.games().catch(() => []);
    try {
      const found = await api.rules(text, parameters);
      if (mine !== turn) return;
      known = found;
    } catch (error) {
      if (mine !== turn) return;
      choose();
      return refuse(error);
    }
    fault.replaceChildren();
    typed.removeAttribute("aria-invalid");
    shown.classList.remove("stale");
    choose();
    tellFacts(known);
    const game = known.rules?.inline ?? known.game;
    map.show(known.tables ? game : null);
    const example = known.rules?.example ?? "";
    const place = await placed(game, state.at || example, example);
    if (mine !== turn || !place) return;
    state.at = place.position;
    note("rules", { game, at: place.position, draw: state.draw }, { replace: true });
    const cell = place.parts[0]?.cell;
    map.point(cell ? { a: cell[0], b: cell[1] } : null);
    const at = place.text;
    title(`Rules: ${place.text}`);
    // The board comes first; what is no longer wanted is cancelled.
    draw(place, []);
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const slow = window.setTimeout(() => mine === turn && wait(), PATIENCE);
    /** The moves come when they are known, the value before them if it can. @type {Listed | null} */
    let list = null;
    const listing = api.moves(at, signal).then((found) => (list = found), () => null);
    const valued = await api.value(at, undefined, signal).catch((/** @type {unknown} */ error) => {
      if (mine === turn) untold(error);
      return null;
    });
    clearTimeout(slow);
    if (mine !== turn) return;
    const tell = () => {
      draw(place, list?.moves ?? (valued ? knownMoves(valued) : []), valued && { valued, listed: list });
      if (!valued) return list && body.replaceChildren(allMoves(list, move, movesOpen));
      head.replaceChildren(headline(valued));
      const all = list ? allMoves(list, move, movesOpen) : null;
      all?.addEventListener("toggle", () => (movesOpen = all.open));
      const sections = [winning(valued, list, move), method(valued), all];
      body.replaceChildren(...sections.filter((one) => one !== null));
    };
    tell();
    await listing;
    if (mine !== turn) return;
    if (list) tell();
    if (!valued) return;
    const { outcome, value } = valued;
    announce(`${place.position}: ${value === null ? "" : `value ${value}, `}${wins(outcome)}`);
  }

  function wait() {
    const cancel = h("button", { type: "button", onclick: () => stop.abort() }, "Cancel");
    head.replaceChildren(h("div", { class: "waits" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("span", {}, "Computing …"), cancel));
    body.replaceChildren();
  }

  /** Why there is no value. @param {unknown} error */
  function untold(error) {
    const again = h("button", { type: "button", onclick: () => void show() }, "Try again");
    const cancelled = h("div", { class: "waits" }, h("span", {}, "Cancelled."), again);
    head.replaceChildren(api.aborted(error) ? cancelled : h("div", { class: "fault" }, problem(error)));
    body.replaceChildren();
  }

  /**
   * The wanted position, or the example if the rules do not have it.
   * @param {string} game
   * @param {string} wanted
   * @param {string} example
   */
  async function placed(game, wanted, example) {
    for (const position of new Set([wanted, example])) {
      try {
        return await api.place(`${game} ${position}`);
      } catch (error) {
        if (position === example) refuse(error);
      }
    }
    return null;
  }

  /** @param {unknown} error */
  function refuse(error) {
    if (api.isUnreachable(error)) return;
    fault.replaceChildren(...problem(error));
    typed.setAttribute("aria-invalid", "true");
    // What is shown belongs to the last rules that were right.
    shown.classList.add("stale");
  }

  /** @param {string} to */
  const move = (to) => change({ at: to });

  /** @param {RawPart} part */
  async function set(part) {
    try {
      change({ at: (await api.placeOf(part)).position });
    } catch (error) {
      refuse(error);
    }
  }

  /** @param {number} a @param {number} b */
  function cellAt(a, b) {
    const rest = (known?.rules?.example ?? "").split(",").length - 2;
    change({ at: [...Array(Math.max(0, rest)).fill("0"), a, b].join(",") });
  }

  /**
   * @param {Place} place
   * @param {Move[]} moves
   * @param {{valued: Valued, listed: Listed | null} | null} [answered]
   */
  function draw(place, moves, answered = null) {
    const options = new Options(place, moves);
    swap(
      stage,
      board(place, options, {
        preview: () => undefined,
        move: ({ to }) => to !== null && move(to),
        draw: state.draw,
      }),
    );
    const look = lookButton(place, state.draw, (wanted) => change({ draw: wanted }));
    const links = [
      h("a", { class: "quiet", href: link("position", { at: place.text }) }, "Open as a position"),
      !place.stuck && h("a", { class: "quiet", href: link("play", { start: place.text }) }, "Play from here"),
      known?.tables && h("a", { class: "quiet", href: link("map", { game: place.game }) }, "Large map"),
      positionCopies(place, answered, stage, [
        ["rules, in braces", () => known?.rules?.inline ?? place.game],
        ["rules, as a file", () => known?.rules?.file ?? state.text],
      ]),
    ];
    // What is being typed stays when value and moves arrive.
    if (numbered !== place.text) {
      const fields = leaves(place.parts).map(({ part, path }) => setup({ ...part.board, grows: false }, (numbers) => void set(changed(place, path, numbers))));
      swap(numbersOf, ...fields);
      numbered = place.text;
    }
    swap(tools, ...[look, ...links].filter((one) => one instanceof HTMLElement));
  }

  function choose() {
    const library = games.filter(({ group }) => group !== "catalogue" && group !== undefined);
    /** @param {"library" | "own"} group @returns {[string, string][]} */
    const of = (group) =>
      library.filter((one) => one.group === group).map(({ name }) => [`=${name}`, name]);
    const pick = grouped(
      [
        ["", [["", "…"]]],
        ["Saved in this browser", saved().map(({ name }) => /** @type {[string, string]} */ ([`+${name}`, name]))],
        ["Library of rules", of("library")],
        ["Your own", of("own")],
      ],
      "",
      (name) => {
        const mine = saved().find((one) => `+${one.name}` === name);
        const listing = library.find((one) => `=${one.name}` === name);
        const text = mine?.text ?? listing?.text;
        if (text) change({ text: text.trimEnd(), parameters: mine?.parameters ?? {}, at: "" });
      },
    );
    const now = known?.rules?.parameters ?? {};
    const fields = Object.entries(now).map(([name, value]) =>
      field(
        name,
        number({ value, min: 0 }, (next) => change({ parameters: { ...now, [name]: next } })),
        "small",
      ),
    );
    swap(settings, field("Start from", pick), ...fields);
    const name = h("input", { type: "text", maxlength: 60, size: 16, autocomplete: "off" });
    const keepIt = () => {
      if (name.value.trim() === "") return name.focus();
      keep({ name: name.value.trim(), text: state.text, parameters: state.parameters });
      announce(`Saved as ${name.value.trim()}`);
      choose();
    };
    const kept = saved().find(({ text }) => text === state.text);
    swap(
      shelf,
      field("Name", name),
      h("button", { type: "button", onclick: keepIt }, "Save in this browser"),
      h("button", { type: "button", class: "quiet", onclick: () => void copy(location.href, "Link") }, "Copy link"),
      h("a", { class: "quiet", href: "/book/rules.html" }, "How to write rules"),
      kept
        ? h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => {
                forget(kept.name);
                choose();
              },
            },
            `Forget ${kept.name}`,
          )
        : "",
    );
    if (kept) name.value = kept.name;
  }

  /** @param {Recognised} told */
  function tellFacts(told) {
    /** @type {[string, string | null | undefined | false][]} */
    const lines = [
      ["Same as", told.same_as && `${told.same_as}, proved`],
      ["Rays", told.rays && told.rays.join("  ")],
      ["Symmetric", told.symmetric === null ? null : told.symmetric ? "yes" : "no"],
      ["Holes", told.holes && told.holes.map(([x, y]) => `${x},${y}`).join("  ")],
      ["Ends", told.rules?.ends ? `every move lowers ${told.rules.ends}` : told.same_as ? `as ${told.same_as} does` : "not proved"],
      ["Tables", told.tables ?? "none"],
      ["Values", told.values === "definition" ? told.values : `${told.values}, or the definition where that is quicker`],
      ["Why", told.why],
      ["Sequences", told.sequences ? "yes" : "no"],
      ["Periods of rows", told.periods ? "proved where they repeat" : "no"],
    ];
    const list = h("dl", { class: "facts" });
    for (const [name, words] of lines) {
      if (words) list.append(h("div", {}, h("dt", {}, name), h("dd", {}, words)));
    }
    facts.replaceChildren(h("section", {}, h("h2", {}, "Recognised"), list));
  }

  return started(read, params, {
    leave() {
      turn += 1;
      stop.abort();
      clearTimeout(timer);
      map.leave();
    },
    again: () => void show(),
  });
}
