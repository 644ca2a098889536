// The rules of the game in front of you: what may be done, who wins, positions to try, and a tour of three steps.

/** @import {Listing, Part, Place} from "./types.js" */
import * as api from "./api.js";
import { leaves } from "./boards/board.js";
import { asPiles } from "./boards/queen.js";
import { h } from "./dom.js";
import { link } from "./route.js";

/** @typedef {"position" | "play" | "puzzles"} Where the view that shows the card */

const KEY = "card";
/** Sizes of the positions to try, besides the example. */
const SIZES = [4, 12];
/** The same, where the example is not of the game that is shown. */
const ALONE = [4, 8, 12];

/** Games that the rules of others name, as these name them. @type {[string, string][]} */
const NAMED = [
  ["Silver Dollar", "silver-dollar"],
  ["Welter's game", "welter"],
  ["Wythoff's game", "wythoff"],
  ["Fraenkel's game", "fraenkel"],
  ["Sharing Nim", "sharing-nim"],
  ["Like octal", "octal"],
];
/** What else they name. @type {[string, string][]} */
const TERMS = [["NimHof with the rules", "A rule [a,b] takes a counters from the first pile for each b from the second."]];

/** Whether the card is open: at the first visit, and then as it was left. */
function isOpen() {
  try {
    return localStorage.getItem(KEY) !== "closed";
  } catch {
    return true;
  }
}

/** @param {boolean} open */
function rememberOpen(open) {
  try {
    localStorage.setItem(KEY, open ? "open" : "closed");
  } catch {
    // Without storage it is open at each visit.
  }
}

/** What is moved, by the board. @type {Record<string, string>} */
const PIECES = { strips: "a token", piles: "a counter (those above it come along)", graph: "a counter (those above it come along)" };

/** @param {string} text */
function asSentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!]$/.test(text) ? "" : "."}`;
}

/**
 * The rules of a game, those of the games that they name, and the parameters of the one that is shown.
 * @param {Listing} listing
 * @param {Listing[]} games
 * @param {Record<string, string>} parameters
 */
function rulesOf({ name, rules, parameters: all }, games, parameters) {
  const others = NAMED.flatMap(([words, other]) => {
    const found = other !== name && rules.includes(words) ? games.find((one) => one.name === other) : undefined;
    return found ? [`${words.replace("Like octal", "Octal")}: ${found.rules.charAt(0).toLowerCase()}${found.rules.slice(1)}`] : [];
  });
  const terms = TERMS.flatMap(([words, text]) => (rules.includes(words) ? [text] : []));
  // Rules write a parameter in capitals, where it stands for a number.
  const cased = (/** @type {string} */ word) => (new RegExp(`\\b${word.toUpperCase()}\\b`).test(rules) ? word.toUpperCase() : word);
  const here = all.flatMap((one) => (parameters[one.name] === undefined ? [] : [`${cased(one.name)} = ${parameters[one.name]}`]));
  const told = here.length === 0 ? [] : [`Here ${here.join(", ")}.`];
  return [rules, ...others, ...terms, ...told].map(asSentence).join(" ");
}

/**
 * The rules of each game of a compound, once.
 * @param {Listing[]} games
 * @param {Part[]} parts
 */
function rulesOfParts(games, parts) {
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const { part } of leaves(parts)) {
    const listing = games.find(({ name }) => name === part.spec?.name);
    if (listing) all.set(part.game, rulesOf(listing, games, part.spec?.parameters ?? {}));
  }
  return h("ul", { class: "rules-of-parts" }, [...all].map(([game, rules]) => h("li", {}, h("b", {}, game), ` ${rules}`)));
}

/**
 * @param {Listing[]} games
 * @param {Place} place
 * @param {Where} view
 * @param {(text: string) => void} open called with a position to try
 * @param {string | null} [draw] how piles are drawn
 */
export function rulesCard(games, place, view, open, draw = null) {
  const misere = place.spec?.name === "misere";
  const compound = place.parts.length > 1 || place.closed !== undefined || misere;
  const listing = compound ? undefined : games.find(({ name }) => name === place.spec?.name);
  const [only] = place.parts.length === 1 ? place.parts : [];
  const name = listing?.name ?? (misere ? `${only ? only.game : "a sum of games"}, misère` : compound ? "a sum of games" : "this game");
  const nearly = place.closed === undefined ? "" : " Once a game has been moved into its own P-position, none may be ever again.";
  const examples = h("ul", { class: "examples" });
  const queen = only && !compound && only.board.kind === "piles" && !asPiles(only, draw);
  const onBoard = queen ? " On the board, the row is the first pile and the column the second." : "";
  const rules = listing
    ? [h("p", { class: "rules-of" }, rulesOf(listing, games, place.spec?.parameters ?? {}) + onBoard)]
    : compound
      ? [only && misere ? null : h("p", { class: "rules-of" }, `Move in one of the games, by its rules.${nearly}`), rulesOfParts(games, place.parts)]
      : [h("p", { class: "rules-of" }, "The rules are in braces before the position. ", h("a", { href: "/book/rules.html" }, "How to read them"))];
  const card = h(
    "details",
    { class: "card", open: isOpen() },
    // The choice is the reader's click: an open card that is drawn anew is no choice.
    h("summary", { onclick: () => rememberOpen(!card.open) }, `How to play ${name}`),
    rules,
    h("p", { class: "goal" }, misere ? "Whoever makes the last move loses." : "Whoever makes the last move wins."),
    place.blocking ? h("p", { class: "blocking-of" }, `Before each move, the player who has just moved may forbid some moves: ${place.blocking}.`) : null,
    h("h2", {}, "Try this"),
    h("ol", {}, tour(place, view, draw).map((step) => h("li", {}, step))),
    listing ? [h("h2", {}, "Positions"), examples] : null,
    listing ? h("p", { class: "aside" }, "Written as ", h("code", {}, listing.notation), listing.paper ? `. Source: ${listing.paper}.` : ".") : null,
  );
  const fill = () => {
    if (!card.open || !listing || examples.childElementCount > 0) return;
    const show = (/** @type {string} */ text) =>
      examples.append(h("li", {}, h("button", { type: "button", class: "move", onclick: () => open(text) }, h("span", { class: "to" }, text))));
    const blocks = Boolean(place.spec?.block);
    if (!blocks) show(listing.example);
    for (const [i, size] of (blocks ? ALONE : SIZES).entries())
      api.sample(place.game, size, i + 1).then(
        ({ text }) => examples.textContent?.includes(text) || show(text),
        () => undefined,
      );
  };
  card.addEventListener("toggle", fill);
  fill();
  return card;
}

/**
 * @param {Place} place
 * @param {Where} view
 * @param {string | null} draw
 * @returns {(string | (HTMLElement | string)[])[]}
 */
function tour(place, view, draw) {
  const [first] = leaves(place.parts);
  const kind = first?.part.board.kind ?? "";
  const piece = kind === "piles" && first && !asPiles(first.part, draw) ? "the queen" : (PIECES[kind] ?? "a piece");
  const misere = place.spec?.name === "misere";
  const play = ["Now ", h("a", { href: link("play", { start: place.text }) }, "play it against the program"), "."];
  if (view === "play")
    return [
      `Move ${piece} to one of the places that light up. Keys: Tab, arrows, Enter.`,
      "Stuck? Hint shows a good move as an arrow, Why gives the reason.",
      "When the game is over, the review shows the move that decided it. Go back there and try another.",
    ];
  if (view === "puzzles")
    return [
      `Move ${piece} so that your opponent loses, whatever the answer. Keys: Tab, arrows, Enter.`,
      "A move that does not win is answered by the move that refutes it. Try again as often as you like.",
      play,
    ];
  return [
    misere ? `Pick up ${piece}: the places where it may go light up.` : `Pick up ${piece}: each place where it may go shows the value of the position after the move.`,
    misere ? "Green arrows show the moves that win: leave your opponent a P-position." : "Leave your opponent value 0: then every reply loses. Green arrows show the moves that do.",
    play,
  ];
}
