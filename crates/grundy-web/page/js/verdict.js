// Value, outcome, winning moves, method and explanation of a position.

/** @import {Big, Explained, Listed, Move, Step, Valued} from "./types.js" */
import { booked, h } from "./dom.js";

/** @param {"N" | "P"} outcome */
export function wins(outcome) {
  return outcome === "N" ? "the player to move wins" : "the player who has just moved wins";
}

/**
 * The value in large type, and who wins.
 * @param {{value: Big | null, outcome: "N" | "P", game?: string}} known
 * @param {string} [preview] the position, if it is not the one on the board
 */
export function headline({ value, outcome, game = "" }, preview) {
  // Misère games have no values, only a winner.
  const bare = game.startsWith("misere");
  const text = bare ? outcome : value === null ? "≠ 0" : String(value);
  const size = text.length > 12 ? "huge" : text.length > 5 ? "long" : "";
  return h(
    "div",
    { class: `headline ${outcome} ${preview ? "preview" : ""}` },
    h(
      "p",
      { class: "worth" },
      h("span", { class: "caption" }, preview ?? (bare ? "outcome" : "value")),
      h("output", { class: `numeral ${size}`, "data-value": text }, text),
    ),
    h("p", { class: "outcome" }, bare ? null : h("b", {}, outcome), ` ${wins(outcome)}`),
  );
}

/**
 * @param {Valued} valued
 * @param {Listed | null} listed
 * @param {(to: string) => void} move
 */
export function winning(valued, listed, move) {
  /** @param {Step} step */
  const line = ({ to, description }) => {
    const block = listed?.moves.find((one) => one.to === to)?.then_block ?? [];
    const then = block.length > 0 ? `, then block ${block.join(" and ")}` : "";
    return h(
      "li",
      {},
      h("button", { type: "button", class: "move", onclick: () => move(to) }, h("span", { class: "to" }, to)),
      h("span", { class: "words" }, description + then),
    );
  };
  const list = valued.wins.slice(0, 40);
  const more = valued.wins.length - list.length;
  const note = valued.every_winning_move
    ? null
    : valued.wins.length === 0
      ? "A winning move exists, but no theorem names it."
      : "There may be others.";
  if (list.length === 0 && !note && !valued.blocking) return null;
  return h(
    "section",
    { class: "wins" },
    list.length > 0 &&
      h("h2", {}, valued.blocking && list.length > 1 ? "Win by any that is not blocked" : "Win by"),
    list.length > 0 && h("ul", { class: "moves" }, list.map(line)),
    more > 0 && h("p", { class: "aside" }, `and ${more} more`),
    note && h("p", { class: "aside" }, note),
    valued.blocking && h("p", { class: "aside" }, `Blocking: ${valued.blocking}.`),
    valued.blocked &&
      valued.blocked.length > 0 &&
      h(
        "p",
        { class: "aside" },
        "The previous player blocks ",
        h("span", { class: "to" }, valued.blocked.join(" and ")),
        ".",
      ),
  );
}

/** @param {Valued} valued */
export function method(valued) {
  return h("section", { class: "method" }, h("h2", {}, "Known by"), h("p", {}, booked(valued.by)));
}

/**
 * The explanation, one item per line. An indented line supports the line before it.
 * @param {Explained} explained
 * @param {string} text the position; a line that only repeats it is omitted
 */
export function argument(explained, text) {
  const lines = explained.argument.filter(
    (line) => line.trim() !== "" && line.trim() !== text && !line.startsWith("Known by "),
  );
  const list = h("ol", { class: "argument" });
  for (const line of lines) {
    const depth = Math.min(2, Math.floor((line.length - line.trimStart().length) / 2));
    list.append(h("li", { class: `depth-${depth}` }, booked(line.trim())));
  }
  return h("section", {}, h("h2", {}, "Why"), list);
}

/**
 * A table of all moves.
 * @param {Listed} listed
 * @param {(to: string) => void} move
 * @param {boolean} open
 */
export function allMoves(listed, move, open) {
  const count = listed.moves.length;
  const rows = listed.moves.map(({ to, value, winning: won, description }) =>
    h(
      "tr",
      { class: won ? "winning" : "" },
      h("td", { class: "value" }, value === null ? "" : String(value)),
      h(
        "td",
        {},
        h(
          "button",
          { type: "button", class: "move", onclick: () => move(to) },
          h("span", { class: "to" }, to),
        ),
      ),
      h("td", { class: "words" }, description),
    ),
  );
  const head = h(
    "tr",
    {},
    ["value", "to", "move"].map((name) => h("th", { scope: "col" }, name)),
  );
  return h(
    "details",
    { class: "all", open },
    h("summary", {}, count === 0 ? "No move" : count === 1 ? "1 move" : `All ${count} moves`),
    count > 0 &&
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "All moves" },
        h("table", {}, h("thead", {}, head), h("tbody", {}, rows)),
      ),
  );
}

/**
 * The moves, and which of them win, if only that is known.
 * @param {Move[]} moves
 * @param {Valued} valued
 * @returns {Move[]}
 */
export function marked(moves, valued) {
  const winning = new Set(valued.wins.map(({ to }) => to));
  return moves.map((one) => (one.winning === null && winning.has(one.to) ? { ...one, winning: true } : one));
}

/**
 * The winning moves, for positions with too many moves to list.
 * @param {Valued} valued
 * @returns {Move[]}
 */
export function known(valued) {
  return valued.wins.map((step) => ({ ...step, value: 0, winning: true }));
}
