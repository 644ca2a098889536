// Play against the program. The address contains the start and all moves, so that a game can be shared and resumed.

/** @import {Listed, Listing, Place, Spec, View} from "../types.js" */
/** @import {Option} from "../boards/options.js" */
/** @import {Game, Player} from "../play/record.js" */
import * as api from "../api.js";
import { announce, field, h, select, swap } from "../dom.js";
import { board, lookButton } from "../boards/board.js";
import { Options, numbersOf, sent } from "../boards/options.js";
import { chooser } from "../game.js";
import { notation, problem } from "../notation.js";
import { gameParams, mover, readGame, undone } from "../play/record.js";
import { advice, blockList, logLines, reasons } from "../play/talk.js";
import { link, note } from "../route.js";

/** Delay before the program moves, in milliseconds. */
const PAUSE = 450;

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

  const typed = notation((text) => begin({ start: text }));
  const settings = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage" });
  const status = h("p", { class: "status", role: "status" });
  const talk = h("div", { class: "talk", "aria-live": "polite" });
  const buttons = h("div", { class: "tools" });
  const blocks = h("div");
  const log = h("ol", { class: "log", "aria-label": "Moves so far" });
  root.append(
    h("div", { class: "bar" }, h("h1", { class: "unseen" }, "Play"), settings, typed.element),
    h(
      "div",
      { class: "split" },
      h("div", { class: "left" }, stage, buttons),
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
    blocked = [];
    talk.replaceChildren();
    void show();
  }

  function remember(replace = false) {
    note("play", gameParams(game), { replace });
  }

  /** @param {Partial<Game>} change */
  function begin(change) {
    game = { ...game, moves: [], ...change };
    words = [];
    blocked = [];
    talk.replaceChildren();
    remember();
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
      const listed = await api.moves(place.text);
      if (mine !== turn) return;
      before = game.moves.length === 0 ? null : previous;
      await next(place, listed, mine);
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
    if (error instanceof api.Refusal && error.at && game.moves.length === 0) return typed.fault(error);
    const again = h("button", { type: "button", onclick: () => void show() }, "Try again");
    talk.replaceChildren(h("div", { class: "fault" }, problem(error), h("p", {}, again)));
  }

  /**
   * Continues at a position: the game is over, or a player blocks or moves.
   * @param {Place} place
   * @param {Listed} listed
   * @param {number} mine
   */
  async function next(place, listed, mine) {
    const who = mover(game, game.moves.length);
    swap(blocks);
    tell();
    if (listed.moves.length === 0)
      return over(place, listed, who === "you" ? "program" : "you", "no move is left");
    if (who === "you") {
      if (place.blocking) {
        blocked = (await api.block({ at: place.text, opponent: game.opponent })).blocked;
        if (mine !== turn) return;
      }
      draw(place, listed, "move");
      if (listed.moves.every(({ to }) => blocked.includes(to)))
        return over(place, listed, "program", "every move is blocked");
      say(
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
      say(
        "You may block",
        `${place.blocking}. Drag as the program would, or select moves below.`,
      );
      chooseBlocks(place, listed);
    } else {
      await answer(place, listed, mine);
    }
  }

  /**
   * The program moves.
   * @param {Place} place
   * @param {Listed} listed
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
        opponent: game.opponent,
        blocked: place.blocking ? blocked : undefined,
      }),
      new Promise((done) => setTimeout(done, PAUSE)),
    ]);
    if (mine !== turn) return;
    if (made.to === null) return over(place, listed, "you", "the program has no move");
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
    blocked = [];
    talk.replaceChildren();
    // The back button takes back a move together with its reply.
    remember(answer);
    void show();
  }

  /**
   * @param {Place} place
   * @param {Listed} listed
   * @param {"move" | "block" | "wait"} phase
   */
  function draw(place, listed, phase) {
    const options = new Options(place, phase === "wait" ? [] : listed.moves, { blocked, hush: true, before });
    const mine = turn;
    const act = {
      preview: () => {},
      move: (/** @type {Option} */ { to, label }) => {
        // One move at a time: this board may stand until the next one is drawn.
        if (to === null || mine !== turn) return;
        if (phase === "block") void toggle(place, listed, to);
        else make(to, label);
      },
      draw: game.draw,
      blocking: phase === "block",
    };
    swap(stage, board(place, options, act));
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
      button("Hint", () => void hint({ at, blocked: settled() }), phase !== "wait"),
      button("Why", () => void why({ at, blocked: settled() }), phase !== "wait"),
      button("Undo", undo, undone(game) !== null),
      button("New game", () => begin({}), game.moves.length > 0),
      h("a", { class: "quiet", href: link("position", { at: place.text }) }, "Analyse"),
      ...(look ? [look] : []),
    );
  }

  /**
   * @param {Place} place
   * @param {Listed} listed
   */
  function chooseBlocks(place, listed) {
    const done = () => {
      swap(blocks);
      void answer(place, listed, turn).catch(fail);
    };
    swap(blocks, blockList(listed, blocked, { toggle: (to) => void toggle(place, listed, to), done }));
  }

  /**
   * @param {Place} place
   * @param {Listed} listed
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
   * @param {Listed} listed
   * @param {Player} winner
   * @param {string} reason
   */
  function over(place, listed, winner, reason) {
    draw(place, { ...listed, moves: [] }, "wait");
    stage.classList.add("over");
    say(
      winner === "you" ? "You win" : "The program wins",
      `${reason[0]?.toUpperCase()}${reason.slice(1)}.`,
      winner,
    );
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
    blocked = [];
    talk.replaceChildren();
    remember();
    announce("Taken back");
    void show();
  }

  /** @param {import("../api.js").Ask} ask */
  async function hint(ask) {
    try {
      talk.replaceChildren(advice(await api.hint(ask)));
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
      [
        ["perfect", "perfect"],
        ["beginner", "a beginner"],
        ["random", "random"],
      ],
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
      field("First to move", first),
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
  return { update: read, leave: () => (turn += 1) };
}
