// Puzzles: positions with exactly one winning move, of the day or of a collection.

/** @import {Listing, Move, Place, Valued, View} from "../types.js" */
/** @import {Option} from "../boards/options.js" */
import * as api from "../api.js";
import { announce, booked, field, h, select, swap, title } from "../dom.js";
import { board } from "../boards/board.js";
import { Options } from "../boards/options.js";
import { otherMoves } from "../boards/others.js";
import { rulesCard } from "../card.js";
import { copies } from "../copies.js";
import { problem } from "../notation.js";
import { solved, streak, today } from "../puzzles.js";
import { go, link, note, started } from "../route.js";
import { boardEntries } from "../written.js";

/** Games with puzzles, and sizes at which they are neither trivial nor long. @type {Record<string, [number, number, number]>} */
const GAMES = {
  nim: [5, 9, 20],
  wythoff: [6, 12, 20],
  "star-nim": [5, 9, 16],
  "sharing-nim": [5, 9, 14],
  "silver-dollar": [7, 10, 14],
  "star-silver-dollar": [5, 7, 10],
  kayles: [5, 8, 12],
};
/** @type {[string, string][]} */
const LEVELS = [
  ["0", "easy"],
  ["1", "medium"],
  ["2", "hard"],
];
const FEWEST = 5;
const MOST = 60;
const BETWEEN = "~";

/**
 * A position with exactly one winning move, always the same for a seed.
 * @param {string} game
 * @param {number} size
 * @param {number} seed
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
async function puzzle(game, size, seed, signal) {
  for (let i = 0; i < MOST; i += 1) {
    const { text } = await api.sample(game, size, (seed * 1009 + i) % 2 ** 31);
    const valued = await api.value(text, undefined, signal);
    if (valued.outcome !== "N" || !valued.every_winning_move || valued.wins.length !== 1) continue;
    const to = valued.wins[0]?.to;
    const [{ moves }, { stuck }] = await Promise.all([api.movesOnly(text), api.place(text, to)]);
    // A move that ends the game is no puzzle.
    if (moves.length >= FEWEST && !stuck) return text;
  }
  throw new Error("No puzzle was found for this game and size. Try another size.");
}

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  /** `day`: the date of the puzzle, or another seed; `set`: the positions of a collection, and the one that is shown. */
  let state = { game: "nim", level: 0, day: today(), set: /** @type {string[]} */ ([]), at: 0 };
  let turn = 0;
  let stop = new AbortController();
  let tries = 0;
  /** @type {Listing[]} */
  let games = [];

  const settings = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage" });
  const tools = h("div", { class: "tools" });
  const status = h("p", { class: "status", role: "status" });
  const talk = h("div", { class: "talk", "aria-live": "polite" });
  const score = h("div", { class: "score" });
  const card = h("div");
  root.append(
    h("div", { class: "bar" }, h("h1", { class: "unseen" }, "Puzzles"), settings),
    h(
      "div",
      { class: "split" },
      h("div", { class: "left" }, stage, tools, card),
      h("aside", { class: "panel", "aria-label": "The puzzle" }, status, talk, score),
    ),
  );

  /** @param {URLSearchParams} next */
  function read(next) {
    const set = (next.get("set") ?? "").split(BETWEEN).filter(Boolean).slice(0, 100);
    const game = next.get("game") ?? "nim";
    state = {
      game: Object.hasOwn(GAMES, game) ? game : "nim",
      level: Math.max(0, Math.min(2, Number(next.get("level")) || 0)),
      day: /^[\w-]{1,20}$/.test(next.get("day") ?? "") ? (next.get("day") ?? "") : today(),
      set,
      at: Math.max(0, Math.min(set.length - 1, (Number(next.get("n")) || 1) - 1)),
    };
    void show();
  }

  /** @param {Partial<typeof state>} next */
  function change(next) {
    state = { ...state, ...next };
    const { game, level, day, set, at } = state;
    note("puzzles", set.length > 0 ? { set: set.join(BETWEEN), n: at + 1 } : { game, level: level || null, day: day === today() ? null : day });
    void show();
  }

  async function show() {
    turn += 1;
    const mine = turn;
    stop.abort();
    stop = new AbortController();
    tries = 0;
    choose();
    // The board of the last puzzle stays until this one is there, but has no moves and no solution.
    stage.inert = true;
    offer(null);
    talk.replaceChildren();
    tell("Looking for a puzzle …", "");
    try {
      if (games.length === 0) games = await api.games();
      const { game, level, day, set, at } = state;
      const text = set[at] ?? (await puzzle(game, GAMES[game]?.[level] ?? 6, seedOf(`${day} ${game} ${level}`), stop.signal));
      const [place, valued, listed] = await Promise.all([api.place(text), api.value(text, undefined, stop.signal), api.movesOnly(text)]);
      if (mine !== turn) return;
      title(`Puzzle: ${place.text}`);
      const many = valued.every_winning_move && valued.wins.length === 1 ? "Only one move wins. Which?" : valued.wins.length > 0 ? "Find a winning move." : "No move wins here: this is not a puzzle.";
      tell(many, place.text);
      draw(place, valued, listed.moves);
      card.replaceChildren(rulesCard(games, place, "puzzles", (start) => go("position", { at: start })));
      count();
    } catch (error) {
      if (mine !== turn || api.aborted(error) || api.isUnreachable(error)) return;
      tell("No puzzle", "");
      stage.replaceChildren();
      card.replaceChildren();
      talk.replaceChildren(h("div", { class: "fault" }, problem(error)));
    }
  }

  /**
   * @param {Place} place
   * @param {Valued} valued
   * @param {Move[]} moves
   */
  function draw(place, valued, moves) {
    const mine = turn;
    const options = new Options(place, moves, { hush: true });
    const move = (/** @type {Option} */ { to, label }) => mine === turn && to !== null && attempt(place, valued, to, label);
    swap(stage, board(place, options, { preview() {}, move: (option) => void move(option), draw: null }));
    const others = otherMoves(options, moves, (to, description) => mine === turn && void attempt(place, valued, to, description));
    if (others) stage.append(others);
    stage.inert = false;
    offer({ place, valued });
  }

  /** The buttons below the board. @param {{place: Place, valued: Valued} | null} shown nothing while a puzzle is looked for, or if there is none */
  function offer(shown) {
    const { set, at } = state;
    const next = set.length > 0 ? at + 1 < set.length : true;
    const goOn = () => change(set.length > 0 ? { at: at + 1 } : { day: `${Math.floor(Math.random() * 1e9)}` });
    const solution = h("button", { type: "button", onclick: () => shown && reveal(shown.place, shown.valued), disabled: !shown }, "Show the solution");
    const another = h("button", { type: "button", onclick: goOn, disabled: !next }, set.length > 0 ? "Next" : "Another");
    if (!shown) return swap(tools, solution, another);
    const { place } = shown;
    swap(
      tools,
      solution,
      another,
      h("a", { class: "quiet", href: link("play", { start: place.text }) }, "Play it out"),
      copies([
        ["link to this puzzle", () => location.href.replace(/#.*$/s, link("puzzles", { set: place.text }))],
        ["link to a collection of ten", () => collection()],
        ["position", () => place.text],
        ...boardEntries(place, stage, `${place.text}: which move wins?`),
      ]),
    );
  }

  /**
   * @param {Place} place
   * @param {Valued} valued
   * @param {string} to
   * @param {string} label
   */
  async function attempt(place, valued, to, label) {
    tries += 1;
    if (valued.wins.some((win) => win.to === to)) {
      if (tries === 1 && state.set.length === 0 && state.day === today()) solved();
      count();
      tell("Right!", `${label}${tries === 1 ? ", at the first try" : `, after ${tries} tries`}.`);
      announce("Right");
      const there = await api.place(place.text, to);
      swap(stage, board(there, new Options(there, [], { before: place }), { preview() {}, move() {}, draw: null }));
      return explain(place);
    }
    const mine = turn;
    tell("Not this one", `${label}: the opponent answers.`);
    announce("Not this one");
    try {
      const answer = await api.value(place.text, to, stop.signal);
      if (mine === turn && answer.wins[0]) talk.replaceChildren(h("p", { class: "hint" }, `To ${to}, the answer is ${answer.wins[0].to}: ${answer.wins[0].description}.`));
    } catch {
      // The move is wrong without a refutation, too.
    }
  }

  /** @param {Place} place @param {Valued} valued */
  function reveal(place, valued) {
    tries += 1;
    const wins = valued.wins.map((one) => ({ ...one, value: 0, winning: true }));
    swap(stage, board(place, new Options(place, wins), { preview() {}, move() {}, draw: null }));
    tell("The solution", valued.wins.map(({ to, description }) => `${to}: ${description}`).join("; "));
    void explain(place);
  }

  /** @param {Place} place */
  async function explain(place) {
    const mine = turn;
    try {
      const { argument } = await api.why({ at: place.text });
      if (mine === turn) talk.replaceChildren(h("div", { class: "why" }, h("b", {}, "Why"), argument.filter((line) => line.trim() !== "").map((line) => h("p", {}, booked(line.trim())))));
    } catch {
      // The solution stands without its reason.
    }
  }

  async function collection() {
    const { game, level } = state;
    const size = GAMES[game]?.[level] ?? 6;
    const seed = Math.floor(Math.random() * 1e6);
    /** @type {Set<string>} */
    const found = new Set();
    for (let i = 0; i < 30 && found.size < 10; i += 1) found.add(await puzzle(game, size, seed + i, stop.signal));
    return location.href.replace(/#.*$/s, link("puzzles", { set: [...found].join(BETWEEN) }));
  }

  /** @param {string} text @param {string} more */
  function tell(text, more) {
    status.replaceChildren(h("strong", {}, text), h("span", {}, more));
  }

  function count() {
    const { days, last } = streak();
    const words = days === 0 ? "Solve the puzzle of the day at the first try to begin a streak." : `${days === 1 ? "1 day" : `${days} days`} in a row${last === today() ? ", today included" : ""}.`;
    score.replaceChildren(h("h2", {}, "Puzzle of the day"), h("p", { class: "aside" }, words));
  }

  function choose() {
    const { game, level, day, set, at } = state;
    if (set.length > 0)
      return swap(settings, h("p", {}, `Puzzle ${at + 1} of ${set.length} `), h("button", { type: "button", class: "quiet", onclick: () => change({ set: [], at: 0, day: today() }) }, "Puzzle of the day"));
    swap(
      settings,
      field("Game", select(Object.keys(GAMES), game, (name) => change({ game: name }))),
      field("Level", select(LEVELS, String(level), (name) => change({ level: Number(name) }))),
      h("button", { type: "button", class: "toggle", "aria-pressed": String(day === today()), onclick: () => change({ day: today() }) }, "Today"),
    );
  }

  return started(read, params, {
    leave() {
      turn += 1;
      stop.abort();
    },
    again: () => void show(),
  });
}

/** A number from a text, the same on every machine. @param {string} text */
function seedOf(text) {
  let seed = 2166136261;
  for (const sign of text) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 16777619);
  return (seed >>> 0) % 1_000_003;
}
