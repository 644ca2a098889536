// The view of a position: board, value, winning moves and explanation.

/** @import {Listed, Listing, Move, Part, Place, RawPart, Valued, View} from "../types.js" */
/** @import {Option} from "../boards/options.js" */
import * as api from "../api.js";
import { announce, grouped, h, swap } from "../dom.js";
import { board, leaves, lookButton } from "../boards/board.js";
import { Options, changed, numbersOf, same, sent } from "../boards/options.js";
import { chooser, inGroups } from "../game.js";
import { nimSum } from "../nimsum.js";
import { notation, problem } from "../notation.js";
import { link, note } from "../route.js";
import { setup } from "../setup.js";
import { allMoves, argument, headline, method, wins, winning } from "../verdict.js";

const FIRST = "star-silver-dollar [2,5],[3],[1,4]";

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

  const typed = notation((text) => open(text));
  const picker = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage" });
  const tools = h("div", { class: "tools" });
  const head = h("div", { class: "head", "aria-live": "polite" });
  const body = h("div", { class: "known" });
  root.append(
    h("div", { class: "bar" }, h("h1", { class: "unseen" }, "Position"), picker, typed.element),
    h(
      "div",
      { class: "split" },
      h("div", { class: "left" }, stage, tools),
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

  /** @param {string} at */
  function open(at) {
    state.at = at;
    remember();
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

  async function show() {
    turn += 1;
    const mine = turn;
    const { at } = state;
    if (games.length === 0) games = await api.games();
    const [found, valued, listed] = await Promise.allSettled([api.place(at), api.value(at), api.moves(at)]);
    if (mine !== turn) return;
    if (found.status === "rejected") return refuse(found.reason);
    place = found.value;
    typed.show(at);
    pick(place);
    const list = listed.status === "fulfilled" ? listed.value : null;
    draw(place, list?.moves ?? (valued.status === "fulfilled" ? known(valued.value) : []));
    if (valued.status === "rejected") {
      head.replaceChildren(h("div", { class: "fault" }, problem(valued.reason)));
      body.replaceChildren();
      return;
    }
    tell(place, valued.value, list, listed.status === "rejected" ? listed.reason : null);
    const { outcome, value } = valued.value;
    announce(`${at}: ${value === null ? "" : `value ${value}, `}${wins(outcome)}`);
    try {
      const explained = await api.explain(at);
      if (mine === turn) reasons.replaceChildren(argument(explained, place.text));
    } catch {
      // Show the value without an explanation.
    }
  }

  /** @param {unknown} error */
  function refuse(error) {
    typed.fault(error);
    if (place) return;
    swap(stage, h("p", { class: "aside" }, "No board: the position is not valid."));
  }

  /** @param {Place} shown */
  function pick(shown) {
    // A nearly disjunctive sum counts as one game.
    /** @type {(Part | Place)[]} */
    const terms = shown.closed === undefined ? shown.parts : [shown];
    const rows = terms.map((part, i) => {
      const numbers = "board" in part ? numbersOf(part.board) : null;
      /** @param {RawPart[]} wanted the replacement of this part */
      const replace = (...wanted) =>
        set({ parts: terms.flatMap((other, j) => (i === j ? wanted : [same(other)])) });
      const choose = chooser(
        games,
        part.spec,
        {
          choose: ({ example }) => replace({ text: example }),
          set: (spec) => numbers && replace({ spec, ...sent(numbers) }),
        },
        {
          label: terms.length > 1 ? `Game ${i + 1}` : "Game",
          blocks: terms.length === 1 || Boolean(part.spec?.block),
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
        if (listing) set({ parts: [same(shown), { text: listing.example }] });
      },
    );
    add.setAttribute("aria-label", "Add a game to the sum");
    add.className = "add";
    swap(picker, ...rows, add);
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
    swap(tools, modes, ...[look, play, table, rules].filter((one) => one instanceof HTMLElement));
    if (state.free) {
      for (const { part, path } of leaves(shown.parts))
        tools.append(setup(part.board, (numbers) => set(changed(shown, path, numbers))));
    }
  }

  /** @type {{place: Place, valued: Valued} | null} */
  let now = null;

  /**
   * @param {Place} shown
   * @param {Valued} valued
   * @param {Listed | null} listed
   * @param {unknown} tooMany
   */
  function tell(shown, valued, listed, tooMany) {
    now = { place: shown, valued };
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
    if (known && !shown.blocking)
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
    },
  };
}

/**
 * The winning moves, for positions with too many moves to list.
 * @param {Valued} valued
 * @returns {Move[]}
 */
function known(valued) {
  return valued.wins.map((step) => ({ ...step, value: 0, winning: true }));
}
