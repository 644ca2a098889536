// Records of games as text: a line for the start and one for each move.

/** @import {Game} from "./record.js" */
import { h } from "../dom.js";
import { called, mover } from "./record.js";
import { steps } from "./review.js";

/** The moves of a game with their values. @param {Game} game */
async function lines(game) {
  const all = await steps(game, new AbortController().signal);
  return [game.start, ...game.moves].map((to, i) => ({
    move: i,
    player: i === 0 ? "start" : called(game, mover(game, i - 1)),
    to,
    value: all[i]?.valued?.value ?? null,
    outcome: all[i]?.valued?.outcome ?? null,
    threw: all[i]?.threw ?? false,
  }));
}

/** @param {Game} game */
export async function recordMarkdown(game) {
  const rows = (await lines(game)).map(({ move, player, to, value, outcome, threw }) => `| ${move} | ${player} | ${to} | ${value ?? outcome ?? "?"} | ${threw ? "threw the win" : ""} |`);
  return `| move | player | to | value | |\n|--:|---|---|--:|---|\n${rows.join("\n")}\n`;
}

/** @param {Game} game */
export async function recordJson(game) {
  return JSON.stringify({ start: game.start, opponent: game.opponent, first: game.first, moves: await lines(game) }, null, 1);
}

/** A field for a record, which is opened for review. @param {(start: string, moves: string[]) => void} open */
export function openRecord(open) {
  const area = h("textarea", { rows: 5, spellcheck: "false", maxlength: 20_000, "aria-label": "Record: the start, then a move a line" });
  const act = () => {
    // A line of the table that is copied as Markdown counts by its third column.
    const all = area.value.split("\n").map((line) => (line.startsWith("|") ? (line.split("|")[3] ?? "") : line).trim());
    const [start, ...moves] = all.filter((line) => line !== "" && line !== "to" && !/^-+:?$/.test(line));
    if (start) open(start, moves);
    else area.focus();
  };
  return h(
    "details",
    { class: "record" },
    h("summary", {}, "Open a record"),
    h("p", { class: "aside" }, "The start on the first line, e.g. nim 3,4,5, then the position after each move."),
    area,
    h("div", { class: "tools" }, h("button", { type: "button", onclick: act }, "Review it")),
  );
}
