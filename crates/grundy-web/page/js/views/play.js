// Play against the program. The address contains the start and all moves, so that a game can be shared and resumed.

/** @import {Listed, Listing, Move, Place, RawPart, Spec, View} from "../types.js" */
/** @import {Option} from "../boards/options.js" */
/** @import {Game, Player} from "../play/record.js" */
import * as api from "../api.js";
import { announce, field, h, select, swap, title } from "../dom.js";
import { board, leaves, lookButton } from "../boards/board.js";
import { Options, changed, numbersOf, sent } from "../boards/options.js";
import { rulesCard } from "../card.js";
import { copies } from "../copies.js";
import { chooser } from "../game.js";
import { notation, problem } from "../notation.js";
import { OPPONENTS, called, gameParams, linesKept, mover, readGame, undone } from "../play/record.js";
import { reviewer } from "../play/reviewer.js";
import { advice, blockList, logLines, reasons } from "../play/talk.js";
import { link, note } from "../route.js";
import { setup } from "../setup.js";

/** Delay before the program moves, in milliseconds. */
const PAUSE = 450;
/** How often a strong opponent plays perfectly. */
const STRONG = 0.8;

/** The moves of a position; `many`: there are too many to list. @typedef {Listed & {many?: boolean}} Legal */

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
  const settings = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage" });
  const status = h("p", { class: "status", role: "status" });
  const talk = h("div", { class: "talk", "aria-live": "polite" });
  const buttons = h("div", { class: "tools" });
  const blocks = h("div");
  const log = h("ol", { class: "log", "aria-label": "Moves so far" });
  const looked = reviewer({ game: () => game, winner: () => won, stage, talk, goTo, fail });
  const card = h("div");
  root.append(
    h("div", { class: "bar" }, h("h1", { class: "unseen" }, "Play"), settings, typed.element),
    h(
      "div",
      { class: "split" },
      h("div", { class: "left" }, stage, buttons, looked.element, card),
      h(
        "aside",
        { class: "panel", "aria-label": "The game" },
        status,
        talk,
        blocks,
        h("section", {}, h("h2", {}, "Moves"), log),
      ),
    ),
  );

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
    words = [];
    forget();
    remember(replace);
    void show();
  }

  async function show() {
    turn += 1;
    const mine = turn;
    try {
      if (games.length === 0) games = await api.games();
      const start = await api.place(game.start);
      if (mine !== turn) return;
      typed.show(game.start);
      choose(start);
      card.replaceChildren(rulesCard(games, start, "play", beginAt));
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
      const listed = await legal(place);
      if (mine !== turn) return;
      title(`Play ${place.text}`);
      before = game.moves.length === 0 ? null : previous;
      await next(place, listed, mine);
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  /**
   * The moves of a position. Play needs no values, so they are not asked for.
   * @param {Place} place
   * @returns {Promise<Legal>}
   */
  async function legal(place) {
    try {
      return await api.movesOnly(place.text);
    } catch (error) {
      if (!(error instanceof api.Refusal) || (error.code !== "too-many-moves" && error.code !== "limit")) throw error;
      return { game: place.game, position: place.position, value: null, moves: [], many: true };
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
    if (api.aborted(error)) return;
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
        blocked = (await api.block({ at: place.text, opponent: strength() })).blocked;
        if (mine !== turn) return;
      }
      yourMove(
        place,
        listed,
        "Your move",
        blocked.length > 0
          ? `The program has blocked ${blocked.join(" and ")}.`
          : place.blocking
            ? "The program has blocked nothing."
            : "",
      );
    } else if (place.blocking) {
      blocked = [];
      draw(place, listed, "block");
      const blocker = person ? `The ${called(game, who === "you" ? "program" : "you")} player may block` : "You may block";
      say(blocker, `${place.blocking}. Drag as the other player would, or select moves below.`);
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
    say(text, listed.many ? "There are too many moves to list: drag, or change the numbers below." : more);
  }

  /** The strength that is asked for the next move. */
  function strength() {
    if (game.opponent !== "strong") return game.opponent;
    return Math.random() < STRONG ? "perfect" : "random";
  }

  /**
   * The program moves.
   * @param {Place} place
   * @param {Legal} listed
   * @param {number} mine
   */
  async function answer(place, listed, mine) {
    draw(place, listed, "wait");
    say("The program moves", "");
    if (blocked.length > 0 && listed.moves.every(({ to }) => blocked.includes(to)))
      return over(place, listed, "you", "every move is blocked");
    const [made] = await Promise.all([
      api.reply({
        at: place.text,
        opponent: strength(),
        blocked: place.blocking ? blocked : undefined,
      }),
      new Promise((done) => setTimeout(done, PAUSE)),
    ]);
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
    const free = listed.many === true && phase === "move";
    const options = new Options(place, phase === "wait" ? [] : shown, { blocked, before, free });
    const mine = turn;
    const act = {
      preview: () => {},
      move: (/** @type {Option} */ { to, set, label }) => {
        // One move at a time: this board may stand until the next one is drawn.
        if (mine !== turn) return;
        if (to === null) return void (set && tryMove(place, set));
        if (phase === "block") void toggle(place, listed, to);
        else make(to, label);
      },
      draw: game.draw,
      blocking: phase === "block",
      colours: colours !== null,
    };
    swap(stage, board(place, options, act));
    if (game.colours && phase === "move" && coloured?.at !== place.text) void colour(place, listed, phase);
    if (free) {
      for (const { part, path } of leaves(place.parts))
        stage.append(setup({ ...part.board, grows: false }, (numbers) => void tryMove(place, changed(place, path, numbers))));
    }
    const at = place.text;
    const settled = () => (place.blocking && phase === "move" ? blocked : undefined);
    /** @param {string} name @param {() => void} act2 @param {boolean} usable */
    const button = (name, act2, usable) =>
      h("button", { type: "button", onclick: act2, disabled: !usable }, name);
    const look = lookButton(place, game.draw, (wanted) => {
      game.draw = wanted;
      remember();
      draw(place, listed, phase);
    });
    swap(
      buttons,
      button("Hint", () => void hint({ at, blocked: settled() }, phase === "move" ? () => draw(place, listed, phase) : null), phase !== "wait"),
      button("Why", () => void why({ at, blocked: settled() }), phase !== "wait"),
      button("Undo", undo, undone(game) !== null),
      button("New game", () => begin({}), game.moves.length > 0),
      button("Review", () => void looked.show(), game.moves.length > 0),
      h(
        "button",
        {
          type: "button",
          class: "toggle",
          "aria-pressed": String(game.colours),
          onclick: () => {
            game.colours = !game.colours;
            remember(true);
            draw(place, listed, phase);
          },
        },
        "Colour the moves",
      ),
      h("a", { class: "quiet", href: link("position", { at: place.text }) }, "Analyse"),
      ...(look ? [look] : []),
      copies([
        ["Link to this game", () => location.href],
        ["Position", () => place.text],
        ["Record", () => [game.start, ...game.moves].join("\n")],
      ]),
    );
  }

  /**
   * Asks for the values of the moves, to colour them.
   * @param {Place} place
   * @param {Legal} listed
   * @param {"move" | "block" | "wait"} phase
   */
  async function colour(place, listed, phase) {
    const mine = turn;
    try {
      const { moves } = await api.moves(place.text, stop.signal);
      if (mine !== turn) return;
      coloured = { at: place.text, moves };
      if (moves.every(({ winning }) => winning === null))
        talk.replaceChildren(h("p", { class: "aside" }, "The values of these moves are not known."));
      draw(place, listed, phase);
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  /**
   * Makes a move that is not in a list, if it is legal.
   * @param {Place} place
   * @param {RawPart} set the position after the move
   */
  async function tryMove(place, set) {
    const mine = turn;
    try {
      const { position } = await api.placeOf(set);
      const { legal: count } = await api.history({ at: place.text, moves: [position] });
      if (mine !== turn) return;
      if (count === 1) return make(position, "");
      talk.replaceChildren(h("p", { class: "aside" }, `${position} cannot be reached by a move.`));
      announce("Not a legal move");
    } catch (error) {
      if (mine === turn) talk.replaceChildren(h("div", { class: "fault" }, problem(error)));
    }
  }

  /** Goes on from other moves; the line that is left is kept. @param {string[]} moves */
  function goTo(moves) {
    game.also = linesKept(game, moves);
    game.moves = moves;
    game.also = game.also.filter((line) => line.join() !== moves.join());
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
    swap(blocks, blockList(listed, blocked, { toggle: (to) => void toggle(place, listed, to), done }));
  }

  /**
   * @param {Place} place
   * @param {Legal} listed
   * @param {string} to
   */
  async function toggle(place, listed, to) {
    const wanted = blocked.includes(to) ? blocked.filter((one) => one !== to) : [...blocked, to];
    try {
      const { legal } = await api.canBlock({ at: place.text, blocked: wanted });
      if (legal) {
        blocked = wanted;
        talk.replaceChildren();
      } else {
        talk.replaceChildren(
          h("p", { class: "aside" }, `${to} may not be blocked too: ${place.blocking}.`),
        );
      }
    } catch (error) {
      fail(error);
    }
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
    say(
      person ? `The ${called(game, winner)} player wins` : winner === "you" ? "You win" : "The program wins",
      `${reason[0]?.toUpperCase()}${reason.slice(1)}.`,
      winner,
    );
    if (game.moves.length > 0) void looked.show();
  }

  /**
   * @param {string} text
   * @param {string} more
   * @param {Player | null} [winner]
   */
  function say(text, more, winner = null) {
    status.className = `status ${winner ? `over ${winner}` : ""}`;
    status.replaceChildren(h("strong", {}, text), h("span", {}, more));
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

  /** @param {import("../api.js").Ask} ask @param {(() => void) | null} redraw shows the hint as an arrow */
  async function hint(ask, redraw) {
    try {
      const mine = turn;
      const found = await api.hint(ask);
      if (mine !== turn) return;
      talk.replaceChildren(advice(found));
      if ("to" in found && redraw) {
        hinted = found.to;
        redraw();
      }
    } catch (error) {
      fail(error);
    }
  }

  /** @param {import("../api.js").Ask} ask */
  async function why(ask) {
    try {
      talk.replaceChildren(reasons((await api.why(ask)).argument));
    } catch (error) {
      fail(error);
    }
  }

  /** @param {Place} start */
  function choose(start) {
    const shown =
      start.parts.length > 1
        ? []
        : [
            chooser(
              games,
              start.spec,
              {
                choose: ({ example }) => beginAt(example),
                set: (spec) => void beginWith(start, spec),
              },
              { blocks: true },
            ),
          ];
    const opponent = select(
      OPPONENTS,
      game.opponent,
      (value) => begin({ opponent: value }),
    );
    const first = select(
      [
        ["you", "you"],
        ["program", "the program"],
      ],
      game.first,
      (value) => begin({ first: value === "program" ? "program" : "you" }),
    );
    const random = h(
      "button",
      { type: "button", class: "quiet", onclick: () => void beginRandom(start.game) },
      "Random position",
    );
    swap(
      settings,
      ...shown,
      field("Opponent", opponent),
      ...(game.opponent === "person" ? [] : [field("First to move", first)]),
      ...(start.parts.length > 1 ? [] : [random]),
    );
  }

  /** @param {string} start */
  function beginAt(start) {
    typed.set(start);
    begin({ start });
  }

  /**
   * Starts from the same position with other parameters of the game.
   * @param {Place} start
   * @param {Spec} spec
   */
  async function beginWith({ parts }, spec) {
    const numbers = parts[0] && numbersOf(parts[0].board);
    if (!numbers) return;
    try {
      beginAt((await api.placeOf({ spec, ...sent(numbers) })).text);
    } catch (error) {
      if (error instanceof api.Refusal && error.at) typed.set(error.at.text);
      typed.fault(error);
    }
  }

  /** @param {string} name */
  async function beginRandom(name) {
    try {
      beginAt((await api.sample(name)).text);
    } catch (error) {
      fail(error);
    }
  }

  read(params);
  return {
    update: read,
    leave() {
      turn += 1;
      stop.abort();
    },
    again: () => void show(),
  };
}
