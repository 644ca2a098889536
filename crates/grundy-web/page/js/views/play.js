// Play against the program. The address contains the start and all moves, so that a game can be shared and resumed.

/** @import {Listing, Move, Place, RawPart, View} from "../types.js" */
/** @import {Option} from "../boards/options.js" */
/** @import {Legal} from "../play/legal.js" */
/** @import {Game, Player} from "../play/record.js" */
import * as api from "../api.js";
import { announce, h, swap, title } from "../dom.js";
import { board, leaves } from "../boards/board.js";
import { Options, changed } from "../boards/options.js";
import { otherMoves } from "../boards/others.js";
import { rulesCard } from "../card.js";
import { notation, problem } from "../notation.js";
import { askBlocks, askColours, askHint, askUnlisted, askWhy } from "../play/asks.js";
import { playFrame } from "../play/frame.js";
import { isLarge, legalMoves } from "../play/legal.js";
import { called, gameParams, linesKept, mover, readGame, undone } from "../play/record.js";
import { openRecord } from "../play/records.js";
import { reviewer } from "../play/reviewer.js";
import { playSettings } from "../play/settings.js";
import { blockList, logLines } from "../play/talk.js";
import { playTools } from "../play/tools.js";
import { note, started } from "../route.js";
import { setup } from "../setup.js";

/** Delay before the program moves, in milliseconds. */
const PAUSE = 450;
/** Time after which the page says that the program computes, in milliseconds. */
const SLOW = 1000;
/** How often a strong opponent plays perfectly. */
const STRONG = 0.8;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  /** @type {Game} */
  let game = readGame(params);
  /** @type {Listing[]} */
  let games = [];
  let turn = 0;
  /** The blocked moves: those of the program, or those selected so far. @type {string[]} */
  let blocked = [];
  /** @type {string[]} */
  let words = [];
  /** Whether the moves come from an address, and may be illegal. */
  let unchecked = false;
  /** Whether the review is opened once the game is shown. */
  let reviewing = false;
  /** The position before the last move. @type {Place | null} */
  let before = null;
  /** The move of the last hint. @type {string | null} */
  let hinted = null;
  /** Who has won, once the game is over. @type {Player | null} */
  let won = null;
  let stop = new AbortController();
  /** The moves with their values, to be coloured. @type {{at: string, moves: Move[]} | null} */
  let coloured = null;

  const typed = notation((text, how) => begin({ start: text }, how.replace));
  const { settings, stage, talk, buttons, blocks, log, review, card, say } = playFrame(root, typed.element);
  const looked = reviewer({ game: () => game, winner: () => won, stage, talk, goTo, fail });
  review.replaceWith(looked.element);
  card.before(openRecord(openGame));
  const reach = { turn: () => turn, talk, fail, left: () => stop.signal };

  /** @param {URLSearchParams} next */
  function read(next) {
    game = readGame(next);
    unchecked = game.moves.length > 0;
    typed.set(game.start);
    words = [];
    forget();
    void show();
  }

  /** Leaves what was said of the position before. */
  function forget() {
    [blocked, hinted, won, coloured] = [[], null, null, null];
    stop.abort();
    stop = new AbortController();
    talk.replaceChildren();
    looked.clear();
  }

  function remember(replace = false) {
    note("play", gameParams(game), { replace });
  }

  /** @param {Partial<Game>} change @param {boolean} [replace] */
  function begin(change, replace = false) {
    game = { ...game, moves: [], also: [], ...change };
    reviewing = false;
    words = [];
    forget();
    remember(replace);
    void show();
  }

  async function show() {
    turn += 1;
    const mine = turn;
    try {
      // At the start, the moves are asked for together with the position.
      if (game.moves.length === 0) void api.movesOnly(game.start).catch(() => undefined);
      const [all, start] = await Promise.all([games.length === 0 ? api.games() : games, api.place(game.start)]);
      games = all;
      if (mine !== turn) return;
      typed.show(game.start);
      playSettings(settings, games, start, game, { begin, at: beginAt, refused, fail });
      card.replaceChildren(rulesCard(games, start, "play", beginAt, game.draw));
      if (unchecked) {
        const { legal } = await api.history({ at: game.start, moves: game.moves });
        if (mine !== turn) return;
        unchecked = false;
        if (legal < game.moves.length) return cut(legal);
      }
      const [place, previous] = await Promise.all([
        api.place(game.start, game.moves.at(-1)),
        api.place(game.start, game.moves.at(-2)),
      ]);
      const listed = await legalMoves(place);
      if (mine !== turn) return;
      title(`Play ${place.text}`);
      before = game.moves.length === 0 ? null : previous;
      await next(place, listed, mine);
      if (reviewing && mine === turn && game.moves.length > 0) void looked.show();
      reviewing = false;
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  /**
   * Keeps the legal moves of an address.
   * @param {number} legal
   */
  function cut(legal) {
    const move = game.moves[legal];
    game.moves = game.moves.slice(0, legal);
    remember(true);
    const kept = legal === 0 ? "The game begins anew." : `The ${legal === 1 ? "move" : `${legal} moves`} before it ${legal === 1 ? "is" : "are"} kept.`;
    talk.replaceChildren(h("p", { class: "aside" }, `Move ${legal + 1} of this address, ${move}, is not legal. ${kept}`));
    void show();
  }

  /** @param {unknown} error */
  function fail(error) {
    // The frame of the page offers to try again, and `again` goes on.
    if (api.aborted(error) || api.isUnreachable(error)) return;
    if (error instanceof api.Refusal && error.at && game.moves.length === 0) return typed.fault(error);
    const again = h("button", { type: "button", onclick: () => void show() }, "Try again");
    talk.replaceChildren(h("div", { class: "fault" }, problem(error), h("p", {}, again)));
  }

  /**
   * Continues at a position: the game is over, or a player blocks or moves.
   * @param {Place} place
   * @param {Legal} listed
   * @param {number} mine
   */
  async function next(place, listed, mine) {
    const who = mover(game, game.moves.length);
    const person = game.opponent === "person";
    swap(blocks);
    tell();
    if (listed.many ? place.stuck : listed.moves.length === 0) {
      // In misère play the player without a move wins.
      const misere = place.spec?.name === "misere";
      return over(place, listed, misere === (who === "you") ? "you" : "program", "no move is left");
    }
    if (who === "you" && !person) {
      if (place.blocking) {
        blocked = (await api.block({ at: place.text, opponent: strength() }, stop.signal)).blocked;
        if (mine !== turn) return;
      }
      yourMove(place, listed, "Your move", place.blocking ? `The program has blocked ${blocked.join(" and ") || "nothing"}.` : "");
    } else if (place.blocking) {
      blocked = [];
      draw(place, listed, "block");
      const blocker = person ? `The ${called(game, who === "you" ? "program" : "you")} player may block` : "You may block";
      say(blocker, `${place.blocking}. Drag as the other player would, or ${listed.many ? "change the numbers" : "select moves"} below.`);
      chooseBlocks(place, listed);
    } else if (person) {
      yourMove(place, listed, `The ${called(game, who)} player moves`, "");
    } else {
      await answer(place, listed, mine);
    }
  }

  /**
   * A person moves.
   * @param {Place} place
   * @param {Legal} listed
   * @param {string} text
   * @param {string} more
   */
  function yourMove(place, listed, text, more) {
    draw(place, listed, "move");
    if (listed.moves.length > 0 && listed.moves.every(({ to }) => blocked.includes(to)))
      return over(place, listed, mover(game, game.moves.length) === "you" ? "program" : "you", "every move is blocked");
    const how = listed.many ? "There are too many moves to list: drag, or change the numbers below." : isLarge(place) ? `${more} Large piles: change the numbers below.`.trim() : more;
    say(text, how);
  }

  /** The strength that is asked for the next move. */
  const strength = () => (game.opponent !== "strong" ? game.opponent : Math.random() < STRONG ? "perfect" : "random");

  /**
   * The program moves.
   * @param {Place} place
   * @param {Legal} listed
   * @param {number} mine
   */
  async function answer(place, listed, mine) {
    draw(place, listed, "wait");
    say("The program moves", "");
    if (listed.moves.length > 0 && listed.moves.every(({ to }) => blocked.includes(to)))
      return over(place, listed, "you", "every move is blocked");
    const asked = { at: place.text, opponent: strength(), blocked: place.blocking ? blocked : undefined };
    const slow = window.setTimeout(() => mine === turn && say("The program moves", undone(game) ? "It is computing; Undo stops it." : "It is computing."), SLOW);
    const pause = new Promise((done) => setTimeout(done, PAUSE));
    const [made] = await Promise.all([api.reply(asked, stop.signal).finally(() => clearTimeout(slow)), pause]);
    if (mine !== turn) return;
    if (made.to === null) return over(place, listed, "you", "the program has no move");
    announce(`The program: ${made.description ?? made.to}`);
    make(made.to, made.description ?? "");
  }

  /**
   * @param {string} to
   * @param {string} description
   */
  function make(to, description) {
    const answer = mover(game, game.moves.length) === "program";
    words[game.moves.length] = description;
    game.moves = [...game.moves, to];
    forget();
    // The back button takes back a move together with its reply.
    remember(answer);
    void show();
  }

  /**
   * @param {Place} place
   * @param {Legal} listed
   * @param {"move" | "block" | "wait"} phase
   */
  function draw(place, listed, phase) {
    const colours = game.colours && phase === "move" && coloured?.at === place.text ? coloured.moves : null;
    const shown = (colours ?? listed.moves).map((move) => ({
      ...move,
      value: colours ? move.value : null,
      winning: colours ? move.winning : move.to === hinted,
    }));
    const free = listed.many === true && phase !== "wait";
    const options = new Options(place, phase === "wait" ? [] : shown, { blocked, before, free });
    const mine = turn;
    const redraw = () => draw(place, listed, phase);
    const act = {
      preview: () => {},
      move: (/** @type {Option} */ { to, set, label }) => {
        // One move at a time: this board may stand until the next one is drawn.
        if (mine !== turn) return;
        if (to === null) return void (set && tryMove(place, listed, set, phase));
        if (phase === "block") void toggle(place, listed, to);
        else make(to, label);
      },
      draw: game.draw,
      blocking: phase === "block",
      colours: colours !== null,
    };
    swap(stage, board(place, options, act));
    // Moves that are not on the board are in a list.
    const others = phase === "move" && !free ? otherMoves(options, shown, (to, description) => mine === turn && make(to, description), hinted) : null;
    if (others) stage.append(others);
    if (game.colours && phase === "move" && coloured?.at !== place.text)
      void askColours(reach, place, stop.signal).then((moves) => {
        if (!moves) return;
        coloured = { at: place.text, moves };
        redraw();
      });
    // Numbers to change, where the board does not show every counter.
    if (free || (isLarge(place) && phase !== "wait")) {
      for (const { part, path } of leaves(place.parts))
        stage.append(setup({ ...part.board, grows: false }, (numbers) => void tryMove(place, listed, changed(place, path, numbers), phase)));
    }
    const asked = { at: place.text, blocked: place.blocking && phase === "move" ? blocked : undefined };
    playTools(buttons, place, game, {
      waits: phase === "wait",
      hint: () =>
        void askHint(reach, asked).then((found) => {
          if (!found || !("to" in found) || phase !== "move") return;
          hinted = found.to;
          redraw();
        }),
      why: () => void askWhy(reach, asked),
      undo,
      anew: () => begin({}),
      review: () => void looked.show(),
      colour() {
        game.colours = !game.colours;
        remember(true);
        redraw();
      },
      look(wanted) {
        game.draw = wanted;
        remember();
        redraw();
      },
      stage,
    });
  }

  /**
   * Makes or blocks a move that is not in a list, if it is legal.
   * @param {Place} place
   * @param {Legal} listed
   * @param {RawPart} set the position after the move
   * @param {"move" | "block" | "wait"} phase
   */
  async function tryMove(place, listed, set, phase) {
    const to = await askUnlisted(reach, place, set, phase === "block" ? [] : blocked);
    if (to === null) return;
    if (phase === "block") return toggle(place, listed, to);
    make(to, "");
  }

  /** Goes on from other moves; the line that is left is kept. @param {string[]} moves */
  function goTo(moves) {
    game.also = linesKept(game, moves).filter((line) => line.join() !== moves.join());
    game.moves = moves;
    unchecked = moves.length > 0;
    words = [];
    forget();
    remember();
    void show();
  }

  /**
   * @param {Place} place
   * @param {Legal} listed
   */
  function chooseBlocks(place, listed) {
    const done = () => {
      swap(blocks);
      if (game.opponent === "person") return yourMove(place, listed, `The ${called(game, mover(game, game.moves.length))} player moves`, blocked.length > 0 ? `Blocked: ${blocked.join(" and ")}.` : "");
      void answer(place, listed, turn).catch(fail);
    };
    // Of moves that are not listed, those that are blocked can be taken back here.
    const shown = listed.many ? { ...listed, moves: blocked.map((to) => ({ to, description: "", value: null, winning: null, changes: [] })) } : listed;
    swap(blocks, blockList(shown, blocked, { toggle: (to) => void toggle(place, listed, to), done }));
  }

  /**
   * @param {Place} place
   * @param {Legal} listed
   * @param {string} to
   */
  async function toggle(place, listed, to) {
    const wanted = blocked.includes(to) ? blocked.filter((one) => one !== to) : [...blocked, to];
    const mine = turn;
    if (await askBlocks(reach, place, wanted, to)) blocked = wanted;
    if (mine !== turn) return;
    draw(place, listed, "block");
    chooseBlocks(place, listed);
  }

  /**
   * @param {Place} place
   * @param {Legal} listed
   * @param {Player} winner
   * @param {string} reason
   */
  function over(place, listed, winner, reason) {
    draw(place, { ...listed, moves: [] }, "wait");
    stage.classList.add("over");
    won = winner;
    const person = game.opponent === "person";
    const told = person ? `The ${called(game, winner)} player wins` : winner === "you" ? "You win" : "The program wins";
    say(told, `${reason[0]?.toUpperCase()}${reason.slice(1)}.`, winner);
    if (game.moves.length > 0) void looked.show();
  }

  function tell() {
    stage.classList.remove("over");
    log.replaceChildren(...logLines(game, words));
  }

  function undo() {
    game.moves = undone(game) ?? [];
    words = words.slice(0, game.moves.length);
    forget();
    remember();
    announce("Taken back");
    void show();
  }

  /**
   * Opens a record of two persons, and reviews it.
   * @param {string} start
   * @param {string[]} moves
   */
  function openGame(start, moves) {
    typed.set(start);
    begin({ start, moves, opponent: "person" });
    [unchecked, reviewing] = [moves.length > 0, true];
  }

  /** @param {string} start */
  function beginAt(start) {
    typed.set(start);
    begin({ start });
  }

  /** Other parameters do not fit the position. @param {unknown} error */
  function refused(error) {
    if (error instanceof api.Refusal && error.at) typed.set(error.at.text);
    typed.fault(error);
  }

  return started(read, params, {
    leave() {
      turn += 1;
      stop.abort();
    },
    again: () => void show(),
  });
}
