// The rules of the game in front of you: what may be done, who wins, positions to try, and a tour of three steps.

/** @import {Listing, Place} from "./types.js" */
import * as api from "./api.js";
import { h } from "./dom.js";
import { link } from "./route.js";

const KEY = "card";
/** Sizes of the positions to try, besides the example. */
const SIZES = [4, 12];

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
const PIECES = { strips: "a token", piles: "a counter (those above it come along)", graph: "counters" };

/**
 * @param {Listing[]} games
 * @param {Place} place
 * @param {"position" | "play"} view
 * @param {(text: string) => void} open called with a position to try
 */
export function rulesCard(games, place, view, open) {
  const listing = place.parts.length === 1 ? games.find(({ name }) => name === place.spec?.name) : undefined;
  const sum = place.parts.length > 1;
  const misere = place.spec?.name === "misere";
  const name = listing?.name ?? (sum ? "a sum of games" : "this game");
  const examples = h("ul", { class: "examples" });
  const card = h(
    "details",
    { class: "card", open: isOpen() },
    h("summary", {}, `How to play ${name}`),
    h("p", { class: "rules-of" }, listing ? `${listing.rules.charAt(0).toUpperCase()}${listing.rules.slice(1)}${/[.!]$/.test(listing.rules) ? "" : "."}` : sum ? "Move in one of the games, by its rules." : "The rules are in braces before the position."),
    h("p", { class: "goal" }, misere ? "Whoever makes the last move loses." : "Whoever makes the last move wins."),
    place.blocking ? h("p", {}, `Blocking: ${place.blocking}.`) : null,
    h("h2", {}, "Try this"),
    h("ol", {}, tour(place, view).map((step) => h("li", {}, step))),
    listing ? [h("h2", {}, "Positions"), examples] : null,
    listing ? h("p", { class: "aside" }, "Written as ", h("code", {}, listing.notation), listing.paper ? `. Source: ${listing.paper}.` : ".") : null,
  );
  const fill = () => {
    if (!card.open || !listing || examples.childElementCount > 0) return;
    const show = (/** @type {string} */ text) =>
      examples.append(h("li", {}, h("button", { type: "button", class: "move", onclick: () => open(text) }, h("span", { class: "to" }, text))));
    show(listing.example);
    for (const [i, size] of SIZES.entries())
      api.sample(place.game, size, i + 1).then(
        ({ text }) => examples.textContent?.includes(text) || show(text),
        () => undefined,
      );
  };
  card.addEventListener("toggle", () => {
    rememberOpen(card.open);
    fill();
  });
  fill();
  return card;
}

/**
 * @param {Place} place
 * @param {"position" | "play"} view
 * @returns {(string | (HTMLElement | string)[])[]}
 */
function tour(place, view) {
  const piece = PIECES[place.parts[0]?.board.kind ?? ""] ?? "a piece";
  if (view === "play")
    return [
      `Move ${piece} to one of the places that light up. Keys: Tab, arrows, Enter.`,
      "Stuck? Hint shows a good move as an arrow, Why gives the reason.",
      "When the game is over, the review shows the move that decided it. Go back there and try another.",
    ];
  return [
    `Pick up ${piece}: each place where it may go shows the value of the position after the move.`,
    "Leave your opponent value 0: then every reply loses. Green arrows show the moves that do.",
    ["Now ", h("a", { href: link("play", { start: place.text }) }, "play it against the program"), "."],
  ];
}
