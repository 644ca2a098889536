// A game against the program. The address holds the start and the moves, so that a game can be sent, left and taken up again.

/** @import {Hint, Listed, Listing, Place, View} from "../types.js" */
import * as api from "../api.js";
import { announce, field, h, select } from "../dom.js";
import { board } from "../boards/board.js";
import { Options, expression } from "../boards/options.js";
import { asPiles, fits } from "../boards/queen.js";
import { chooser } from "../game.js";
import { notation, problem } from "../notation.js";
import { link, note } from "../route.js";

const FIRST = "star-silver-dollar [2,5],[3],[1,4]";
/** How long the program pretends to think, so that its move is seen. */
const PAUSE = 450;
const BETWEEN = "~";

/** @typedef {{start: string, first: "you" | "program", opponent: string, moves: string[], draw: string | null}} Game */

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  /** @type {Game} */
  let game = { start: FIRST, first: "you", opponent: "perfect", moves: [], draw: null };
  /** @type {Listing[]} */
  let games = [];
  let turn = 0;
  /** What is blocked now: by the program, or by you as far as you have got. @type {string[]} */
  let blocked = [];
  /** @type {string[]} */
  let words = [];
  /** Where the last move came from. @type {Place | null} */
  let before = null;

  const typed = notation((text) => begin({ start: text }));
  const settings = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage" });
  const status = h("p", { class: "status", role: "status" });
  const note1 = h("div", { class: "talk", "aria-live": "polite" });
  const buttons = h("div", { class: "tools" });
  const blocks = h("div");
  const log = h("ol", { class: "log", "aria-label": "Moves so far" });
  root.append(
    h("div", { class: "bar" }, h("h1", { class: "unseen" }, "Play"), settings, typed.element),
    h("div", { class: "split" }, h("div", { class: "left" }, stage, buttons), h("aside", { class: "panel", "aria-label": "The game" }, status, note1, blocks, h("section", {}, h("h2", {}, "Moves"), log))),
  );

  /** @param {URLSearchParams} next */
  function read(next) {
    const list = next.get("moves");
    game = {
      start: next.get("start") ?? FIRST,
      first: next.get("first") === "program" ? "program" : "you",
      opponent: next.get("opponent") ?? "perfect",
      moves: list ? list.split(BETWEEN) : [],
      draw: next.get("draw"),
    };
    typed.set(game.start);
    words = [];
    blocked = [];
    note1.replaceChildren();
    void show();
  }

  function remember(replace = false) {
    const { start, first, opponent, moves, draw } = game;
    note("play", { start, first: first === "you" ? null : first, opponent: opponent === "perfect" ? null : opponent, moves: moves.join(BETWEEN), draw }, { replace });
  }

  /** @param {Partial<Game>} change */
  function begin(change) {
    game = { ...game, moves: [], ...change };
    words = [];
    blocked = [];
    note1.replaceChildren();
    remember();
    void show();
  }

  /** @returns {"you" | "program"} who is to move */
  const mover = () => ((game.moves.length % 2 === 0) === (game.first === "you") ? "you" : "program");

  async function show() {
    turn += 1;
    const mine = turn;
    try {
      if (games.length === 0) games = await api.games();
      const start = await api.place(game.start);
      if (mine !== turn) return;
      typed.show(game.start);
      choose(start);
      const at = game.moves.length === 0 ? game.start : expression(start, game.moves.at(-1) ?? "");
      const from = game.moves.length < 2 ? game.start : expression(start, game.moves.at(-2) ?? "");
      const [place, listed, previous] = await Promise.all([api.place(at), api.moves(at), api.place(from)]);
      if (mine !== turn) return;
      before = game.moves.length === 0 ? null : previous;
      await next(place, listed, at, mine);
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    if (error instanceof api.Refusal && error.at && game.moves.length === 0) return typed.fault(error);
    note1.replaceChildren(h("div", { class: "fault" }, problem(error)));
  }

  /**
   * What is to be done at a place: over, blocking, your move, or the program's.
   * @param {Place} place
   * @param {Listed} listed
   * @param {string} at
   * @param {number} mine
   */
  async function next(place, listed, at, mine) {
    const who = mover();
    blocks.replaceChildren();
    tell();
    if (listed.moves.length === 0) return over(place, listed, who === "you" ? "program" : "you", "there is no move left");
    if (who === "you") {
      if (place.blocking) {
        blocked = (await api.block({ at, opponent: game.opponent })).blocked;
        if (mine !== turn) return;
      }
      draw(place, listed, "move");
      if (listed.moves.every(({ to }) => blocked.includes(to))) return over(place, listed, "program", "every move is blocked");
      say("Your move", blocked.length > 0 ? `The program has blocked ${blocked.join(" and ")}.` : place.blocking ? "The program has blocked nothing." : "");
    } else if (place.blocking) {
      blocked = [];
      draw(place, listed, "block");
      say("You may block", `${place.blocking}. Drag as the program would, or tick the moves below; then let it move.`);
      chooseBlocks(place, listed, at);
    } else {
      await answer(place, listed, at, mine);
    }
  }

  /**
   * The program moves.
   * @param {Place} place
   * @param {Listed} listed
   * @param {string} at
   * @param {number} mine
   */
  async function answer(place, listed, at, mine) {
    draw(place, listed, "wait");
    say("The program moves", "");
    if (blocked.length > 0 && listed.moves.every(({ to }) => blocked.includes(to))) return over(place, listed, "you", "every move is blocked");
    const [made] = await Promise.all([api.reply({ at, opponent: game.opponent, blocked: place.blocking ? blocked : undefined }), new Promise((done) => setTimeout(done, PAUSE))]);
    if (mine !== turn) return;
    if (made.to === null) return over(place, listed, "you", "the program has no move");
    make(made.to, made.description ?? "");
  }

  /**
   * @param {string} to
   * @param {string} description
   */
  function make(to, description) {
    const answer = mover() === "program";
    words[game.moves.length] = description;
    game.moves = [...game.moves, to];
    blocked = [];
    note1.replaceChildren();
    // A move and its answer are one step for the back button.
    remember(answer && game.moves.length > 1);
    void show();
  }

  /**
   * @param {Place} place
   * @param {Listed} listed
   * @param {"move" | "block" | "wait"} phase
   */
  function draw(place, listed, phase) {
    const options = new Options(place, phase === "wait" ? [] : listed.moves, { blocked, hush: true, before });
    const act = {
      preview: () => {},
      move: (/** @type {{to: string, label: string}} */ { to, label }) => (phase === "block" ? void toggle(place, listed, to) : make(to, label)),
      draw: game.draw,
      blocking: phase === "block",
    };
    stage.replaceChildren(board(place, options, act));
    const at = expression(place, place.position);
    const settled = () => (place.blocking && phase === "move" ? blocked : undefined);
    /** @param {string} name @param {() => void} act2 @param {boolean} usable */
    const button = (name, act2, usable) => h("button", { type: "button", onclick: act2, disabled: !usable }, name);
    const plane = place.parts.some(fits);
    const piled = place.parts.every((part) => asPiles(part, game.draw));
    buttons.replaceChildren(
      button("Hint", () => void hint({ at, blocked: settled() }), phase !== "wait"),
      button("Why", () => void why({ at, blocked: settled() }), phase !== "wait"),
      button("Undo", undo, game.moves.some((_, i) => (i % 2 === 0) === (game.first === "you"))),
      button("New game", () => begin({}), game.moves.length > 0),
      h("a", { class: "quiet", href: link("position", { at: place.text }) }, "Look closer"),
      ...(plane ? [h("button", { type: "button", class: "quiet", onclick: () => {
        game.draw = piled ? "board" : "piles";
        remember();
        draw(place, listed, phase);
      } }, piled ? "Draw as a board" : "Draw as piles")] : []),
    );
  }

  /**
   * @param {Place} place
   * @param {Listed} listed
   * @param {string} at
   */
  function chooseBlocks(place, listed, at) {
    const ticks = listed.moves.map(({ to, description }) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: blocked.includes(to), onchange: () => void toggle(place, listed, to) }), h("span", { class: "to" }, to), h("span", { class: "words" }, description)));
    const done = h("button", { type: "button", class: "primary", onclick: () => {
      blocks.replaceChildren();
      void answer(place, listed, at, turn).catch(fail);
    } }, blocked.length === 0 ? "Block nothing" : `Block ${blocked.length === 1 ? "this move" : `these ${blocked.length}`}`);
    blocks.replaceChildren(h("section", { class: "blocks" }, h("h2", {}, "The program’s moves"), h("div", { class: "ticks", tabindex: "0", role: "group", "aria-label": "Moves to block" }, ticks), done));
  }

  /**
   * @param {Place} place
   * @param {Listed} listed
   * @param {string} to
   */
  async function toggle(place, listed, to) {
    const at = expression(place, place.position);
    const wanted = blocked.includes(to) ? blocked.filter((one) => one !== to) : [...blocked, to];
    try {
      const { legal } = await api.canBlock({ at, blocked: wanted });
      if (legal) {
        blocked = wanted;
        note1.replaceChildren();
      } else {
        note1.replaceChildren(h("p", { class: "aside" }, `${to} cannot be blocked as well: ${place.blocking}.`));
      }
    } catch (error) {
      fail(error);
    }
    draw(place, listed, "block");
    chooseBlocks(place, listed, at);
  }

  /**
   * @param {Place} place
   * @param {Listed} listed
   * @param {"you" | "program"} winner
   * @param {string} reason
   */
  function over(place, listed, winner, reason) {
    draw(place, { ...listed, moves: [] }, "wait");
    stage.classList.add("over");
    say(winner === "you" ? "You win" : "The program wins", `${reason[0]?.toUpperCase()}${reason.slice(1)}.`, winner);
  }

  /**
   * @param {string} text
   * @param {string} more
   * @param {"you" | "program" | null} [winner]
   */
  function say(text, more, winner = null) {
    status.className = `status ${winner ? `over ${winner}` : ""}`;
    status.replaceChildren(h("strong", {}, text), h("span", {}, more));
  }

  function tell() {
    stage.classList.remove("over");
    const lines = game.moves.map((to, i) => {
      const you = (i % 2 === 0) === (game.first === "you");
      return h("li", { class: you ? "you" : "program" }, h("span", { class: "who" }, you ? "you" : "program"), h("span", { class: "to" }, to), h("span", { class: "words" }, words[i] ?? ""));
    });
    log.replaceChildren(h("li", { class: "start" }, h("span", { class: "who" }, "start"), h("span", { class: "to" }, game.start)), ...lines);
  }

  function undo() {
    let count = game.moves.length;
    do count -= 1;
    while (count > 0 && (count % 2 === 0) !== (game.first === "you"));
    game.moves = game.moves.slice(0, Math.max(count, 0));
    words = words.slice(0, game.moves.length);
    blocked = [];
    note1.replaceChildren();
    remember();
    announce("Taken back");
    void show();
  }

  /** @param {import("../api.js").Ask} ask */
  async function hint(ask) {
    try {
      note1.replaceChildren(h("p", { class: "hint" }, h("b", {}, "Hint "), ...advice(await api.hint(ask))));
    } catch (error) {
      fail(error);
    }
  }

  /** @param {import("../api.js").Ask} ask */
  async function why(ask) {
    try {
      const { argument } = await api.why(ask);
      const lines = argument.filter(Boolean).map((line) => h("p", { class: line.startsWith(" ") ? "depth-1" : "" }, line.trim()));
      note1.replaceChildren(h("div", { class: "why" }, h("b", {}, "Why"), ...lines));
    } catch (error) {
      fail(error);
    }
  }

  /** @param {Place} start */
  function choose(start) {
    const shown = start.parts.length > 1 ? [] : [chooser(games, start.game, ({ game: name, listing, fresh }) => {
      const at = fresh && listing ? listing.example : `${name} ${start.position}`;
      typed.set(at);
      begin({ start: at });
    }, { blocks: true })];
    const opponent = select([["perfect", "perfect"], ["beginner", "a beginner"], ["random", "random"]], game.opponent, (value) => begin({ opponent: value }));
    const first = select([["you", "you"], ["program", "the program"]], game.first, (value) => begin({ first: value === "program" ? "program" : "you" }));
    const lot = h("button", { type: "button", class: "quiet", onclick: () => void byLot(start.game) }, "Draw a position");
    settings.replaceChildren(...shown, field("Opponent", opponent), field("First to move", first), ...(start.parts.length > 1 ? [] : [lot]));
  }

  /** @param {string} name */
  async function byLot(name) {
    try {
      const { text } = await api.sample(name);
      typed.set(text);
      begin({ start: text });
    } catch (error) {
      fail(error);
    }
  }

  read(params);
  return { update: read, leave: () => (turn += 1) };
}

/**
 * A hint in words.
 * @param {Hint} hint
 * @returns {(HTMLElement | string)[]}
 */
function advice(hint) {
  if ("block" in hint) {
    const what = hint.block.length > 0 ? `Block ${hint.block.join(" and ")}.` : "Nothing need be blocked.";
    return [`${what} ${hint.winning ? "That wins." : "The program can win all the same."}`];
  }
  const then = hint.then_block && hint.then_block.length > 0 ? `, then block ${hint.then_block.join(" and ")}` : "";
  const verdict = hint.winning ? "This wins." : "No move wins; this is the hardest to answer.";
  return [h("span", { class: "to" }, hint.to), ` ${hint.description}${then}. ${verdict}`];
}
