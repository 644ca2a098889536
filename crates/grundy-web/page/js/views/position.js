// The view of a position: board, value, winning moves and explanation.

/** @import {Listed, Listing, Move, Part, Place, RawPart, Valued, View} from "../types.js" */
/** @import {Option} from "../boards/options.js" */
import * as api from "../api.js";
import { announce, grouped, h, swap, title } from "../dom.js";
import { board, leaves, lookButton } from "../boards/board.js";
import { Options, changed, numbersOf, same, sent } from "../boards/options.js";
import { rulesCard } from "../card.js";
import { chooser, inGroups } from "../game.js";
import { nimSum } from "../nimsum.js";
import { notation, problem } from "../notation.js";
import { link, note } from "../route.js";
import { setup } from "../setup.js";
import { allMoves, argument, headline, known, marked, method, wins, winning } from "../verdict.js";
import { positionCopies } from "../written.js";

const FIRST = "nim 3,4,5";
/** The compound in which whoever makes the last move loses. */
const MISERE = { name: "misere", parameters: {}, block: null };
/** Milliseconds until the page says that it waits. */
const PATIENCE = 150;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  const state = { at: FIRST, free: false, draw: /** @type {string | null} */ (null) };
  /** @type {Listing[]} */
  let games = [];
  let turn = 0;
  let going = 0;
  let glance = 0;
  const reasons = h("div");
  /** @type {Place | null} */
  let place = null;
  let movesOpen = false;

  const typed = notation((text, how) => open(text, how));
  const picker = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage" });
  const tools = h("div", { class: "tools" });
  const fields = h("div", { class: "tools" });
  /** The position whose numbers the fields have. @type {Place | null} */
  let numbered = null;
  const head = h("div", { class: "head", "aria-live": "polite" });
  const body = h("div", { class: "known" });
  const card = h("div");
  root.append(
    h("div", { class: "bar" }, h("h1", { class: "unseen" }, "Position"), picker, typed.element),
    h(
      "div",
      { class: "split" },
      h("div", { class: "left" }, stage, tools, fields, card),
      h("aside", { class: "panel", "aria-label": "Analysis" }, head, body),
    ),
  );

  /** @param {URLSearchParams} next */
  function read(next) {
    state.at = next.get("at") ?? FIRST;
    state.free = next.get("mode") === "set-up";
    state.draw = next.get("draw");
    typed.set(state.at);
    void show();
  }

  function remember(replace = false) {
    note("position", { at: state.at, mode: state.free ? "set-up" : null, draw: state.draw }, { replace });
  }

  /** @param {string} at @param {{replace: boolean}} [how] */
  function open(at, how) {
    state.at = at;
    remember(how?.replace);
    void show();
  }

  /**
   * Opens a position whose text comes from the server.
   * @param {Promise<Place>} wanted
   */
  async function arrive(wanted) {
    going += 1;
    const [mine, from] = [going, state.at];
    const late = () => mine !== going || from !== state.at;
    try {
      const { text } = await wanted;
      if (late()) return;
      typed.set(text);
      open(text);
    } catch (error) {
      if (late()) return;
      if (error instanceof api.Refusal && error.at) typed.set(error.at.text);
      typed.fault(error);
    }
  }

  /** @param {string} to */
  const move = (to) => {
    if (place) void arrive(api.place(place.text, to));
  };
  /** @param {RawPart} part */
  const set = (part) => void arrive(api.placeOf(part));

  let stop = new AbortController();

  async function show() {
    turn += 1;
    const mine = turn;
    const { at } = state;
    // What is no longer wanted is cancelled.
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    try {
      const [all, found] = await Promise.all([games.length === 0 ? api.games() : games, api.place(at)]);
      games = all;
      if (mine !== turn) return;
      place = found;
    } catch (error) {
      if (mine === turn) refuse(error);
      return;
    }
    const shown = place;
    typed.show(at);
    title(shown.text);
    pick(shown);
    card.replaceChildren(rulesCard(games, shown, "position", (text) => {
      typed.set(text);
      open(text);
    }, state.draw));
    // The board comes first; value and moves when they are known.
    draw(shown, []);
    reasons.replaceChildren();
    const slow = window.setTimeout(() => mine === turn && wait(), PATIENCE);
    /** @type {{valued: Valued | null, list: Listed | null, failed: unknown}} */
    const got = { valued: null, list: null, failed: null };
    // Whichever comes first is shown.
    const arrived = () => {
      if (mine !== turn) return;
      const { valued, list } = got;
      const moves = list && valued ? marked(list.moves, valued) : (list?.moves ?? (valued ? known(valued) : []));
      draw(shown, moves);
      if (valued) tell(shown, valued, list && { ...list, moves }, got.failed);
      else if (list) body.replaceChildren(allMoves(list, move, movesOpen));
    };
    const valuing = api.value(at, undefined, signal).then(
      (valued) => {
        clearTimeout(slow);
        got.valued = valued;
        arrived();
      },
      (error) => {
        clearTimeout(slow);
        if (mine !== turn) return;
        now = null;
        head.replaceChildren(untold(error));
      },
    );
    const listing = api.moves(at, signal).then(
      (list) => {
        got.list = list;
        arrived();
      },
      (error) => {
        got.failed = error;
        if (got.valued) arrived();
      },
    );
    await valuing;
    if (mine !== turn || !got.valued) return;
    const { outcome, value } = got.valued;
    announce(`${at}: ${value === null ? "" : `value ${value}, `}${wins(outcome)}`);
    await listing;
    try {
      const explained = await api.explain(at, signal);
      if (mine === turn) reasons.replaceChildren(argument(explained, shown.text));
    } catch {
      // Show the value without an explanation.
    }
  }

  function wait() {
    const cancel = h("button", { type: "button", onclick: () => stop.abort() }, "Cancel");
    head.replaceChildren(
      h("div", { class: "waits" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("span", {}, "Computing …"), cancel),
    );
    body.replaceChildren();
  }

  /** Why there is no value. @param {unknown} error */
  function untold(error) {
    const again = h("button", { type: "button", onclick: () => void show() }, "Try again");
    if (api.aborted(error)) return h("div", { class: "waits" }, h("span", {}, "Cancelled."), again);
    if (api.isUnreachable(error)) return h("div", { class: "waits" }, "…");
    const temporary = error instanceof api.Refusal && ["busy", "time-limit"].includes(error.code);
    return h("div", { class: "fault" }, problem(error), temporary && h("p", {}, again));
  }

  /** @param {unknown} error */
  function refuse(error) {
    if (api.isUnreachable(error)) return;
    typed.fault(error);
    if (place) return;
    swap(stage, h("p", { class: "aside" }, "No board: the position is not valid."));
  }

  /** @param {Place} shown */
  function pick(shown) {
    // A nearly disjunctive sum counts as one game.
    /** @type {(Part | Place)[]} */
    const terms = shown.closed === undefined ? shown.parts : [shown];
    const misere = shown.spec?.name === "misere";
    /** The same sum, in misère play or not, of other games. @param {RawPart[]} parts @param {boolean} [inMisere] */
    const all = (parts, inMisere = misere) => set(inMisere ? { spec: MISERE, parts } : { parts });
    const rows = terms.map((part, i) => {
      const numbers = "board" in part ? numbersOf(part.board) : null;
      /** @param {RawPart[]} wanted the replacement of this part */
      const replace = (...wanted) => all(terms.flatMap((other, j) => (i === j ? wanted : [same(other)])));
      const choose = chooser(
        games,
        part.spec,
        {
          choose: ({ name, example }) => (name === "misere" ? set({ text: example }) : replace({ text: example })),
          set: (spec) => numbers && replace({ spec, ...sent(numbers) }),
        },
        {
          label: terms.length > 1 ? `Game ${i + 1}` : "Game",
          blocks: !misere && (terms.length === 1 || Boolean(part.spec?.block)),
        },
      );
      if (terms.length > 1)
        choose.append(
          h(
            "button",
            {
              type: "button",
              class: "tiny",
              "aria-label": `Remove game ${i + 1}`,
              onclick: () => replace(),
            },
            "×",
          ),
        );
      return choose;
    });
    const add = grouped(
      [["", [["", "+ add a game"]]], ...inGroups(games.filter(({ name }) => !["nearly", "misere"].includes(name)))],
      "",
      (name) => {
        const listing = games.find((one) => one.name === name);
        if (listing) all([...(misere ? shown.parts.map(same) : [same(shown)]), { text: listing.example }]);
      },
    );
    add.setAttribute("aria-label", "Add a game to the sum");
    add.className = "add";
    const whole = shown.closed === undefined && !shown.blocking;
    const toggle = { type: /** @type {const} */ ("button"), class: "toggle", "aria-pressed": String(misere), title: "Whoever makes the last move loses", onclick: () => all(shown.parts.map(same), !misere) };
    swap(picker, ...rows, ...(whole ? [h("button", toggle, "Misère")] : []), add);
  }

  /**
   * @param {Place} shown
   * @param {Move[]} moves
   */
  function draw(shown, moves) {
    const options = new Options(shown, moves, { free: state.free });
    swap(
      stage,
      board(shown, options, {
        preview: (option) => preview(shown, moves, option),
        move: ({ to, set: parts }) => (to === null ? parts && set(parts) : move(to)),
        draw: state.draw,
      }),
    );
    const modes = h("div", { class: "segments", role: "group", "aria-label": "What dragging does" });
    for (const [free, name] of /** @type {[boolean, string][]} */ ([
      [false, "Move"],
      [true, "Set up"],
    ])) {
      modes.append(
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(state.free === free),
            onclick: () => {
              state.free = free;
              remember();
              draw(shown, moves);
            },
          },
          name,
        ),
      );
    }
    const look = lookButton(shown, state.draw, (wanted) => {
      state.draw = wanted;
      remember();
      draw(shown, moves);
    });
    const cell = shown.parts.length === 1 ? shown.parts[0]?.cell : undefined;
    const table =
      cell &&
      Math.max(...cell) < 8192 &&
      h(
        "a",
        { class: "quiet", href: link("map", { game: shown.game, at: cell.join(",") }) },
        "Show on the map",
      );
    const rules =
      shown.parts.length === 1 &&
      shown.spec?.name.startsWith("{") &&
      h(
        "a",
        { class: "quiet", href: link("rules", { game: shown.spec.name, at: shown.position }) },
        "Change the rules",
      );
    const play =
      !shown.stuck && h("a", { class: "quiet", href: link("play", { start: state.at }) }, "Play from here");
    swap(tools, modes, ...[look, play, table, rules, exports(shown)].filter((one) => one instanceof HTMLElement));
    // What is being typed stays when value and moves arrive.
    const wanted = state.free ? shown : null;
    if (numbered === wanted) return;
    numbered = wanted;
    const all = wanted ? leaves(wanted.parts) : [];
    swap(fields, ...all.map(({ part, path }) => setup(part.board, (numbers) => set(changed(shown, path, numbers)))));
  }

  /** @type {{place: Place, valued: Valued, listed: Listed | null} | null} */
  let now = null;

  /** @param {Place} shown */
  const exports = (shown) => positionCopies(shown, now?.place === shown ? now : null, stage);

  /**
   * @param {Place} shown
   * @param {Valued} valued
   * @param {Listed | null} listed
   * @param {unknown} tooMany
   */
  function tell(shown, valued, listed, tooMany) {
    now = { place: shown, valued, listed };
    const menu = tools.querySelector(".copies");
    menu?.replaceWith(exports(shown));
    head.replaceChildren(headline(valued));
    const all = listed ? allMoves(listed, move, movesOpen) : null;
    all?.addEventListener("toggle", () => (movesOpen = all.open));
    reasons.replaceChildren();
    const sections = [nimSum(shown, valued), winning(valued, listed, move), method(valued), reasons, all];
    body.replaceChildren(...sections.filter((one) => one !== null));
    if (tooMany instanceof api.Refusal)
      body.append(h("p", { class: "aside" }, `Moves are not listed: ${tooMany.message}.`));
  }

  /**
   * While dragging: shows the value of the new position.
   * @param {Place} shown
   * @param {Move[]} moves
   * @param {Option | null} option
   */
  async function preview(shown, moves, option) {
    glance += 1;
    const mine = glance;
    if (!option) {
      if (now) head.replaceChildren(headline(now.valued));
      return;
    }
    const { to, set: parts } = option;
    const known = moves.find((one) => one.to === to);
    if (known && known.value !== null && !shown.blocking)
      head.replaceChildren(
        headline({ value: known.value, outcome: known.value === 0 ? "P" : "N" }, known.to),
      );
    try {
      const there = parts ? await api.placeOf(parts) : null;
      const valued = there ? await api.value(there.text) : await api.value(shown.text, to ?? undefined);
      if (mine === glance) head.replaceChildren(headline(valued, there?.position ?? to ?? undefined));
    } catch (error) {
      if (mine === glance && !known) head.replaceChildren(h("div", { class: "aside" }, problem(error)));
    }
  }

  read(params);
  return {
    update: read,
    leave() {
      turn += 1;
      going += 1;
      stop.abort();
    },
    again: () => void show(),
  };
}
