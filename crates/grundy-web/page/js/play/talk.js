// Text beside the board: hints, reasons, moves and blocks.

/** @import {Hint, Listed} from "../types.js" */
/** @import {Game} from "./record.js" */
import { booked, h } from "../dom.js";
import { called, mover } from "./record.js";

/**
 * A hint in words.
 * @param {Hint} hint
 */
export function advice(hint) {
  return h("p", { class: "hint" }, h("b", {}, "Hint "), ...suggestion(hint));
}

/**
 * @param {Hint} hint
 * @returns {(HTMLElement | string)[]}
 */
function suggestion(hint) {
  if ("block" in hint) {
    const what = hint.block.length > 0 ? `Block ${hint.block.join(" and ")}.` : "Block nothing.";
    return [`${what} ${hint.winning ? "This wins." : "The program can still win."}`];
  }
  const then = hint.then_block?.length ? `, then block ${hint.then_block.join(" and ")}` : "";
  const verdict = hint.winning ? "This wins." : "No move wins; this is the hardest to answer.";
  return [h("span", { class: "to" }, hint.to), ` ${hint.description}${then}. ${verdict}`];
}

/** @param {string[]} argument */
export function reasons(argument) {
  const lines = argument.filter((line) => line.trim() !== "");
  const paragraphs = lines.map((line) =>
    h("p", { class: line.startsWith(" ") ? "depth-1" : "" }, booked(line.trim())),
  );
  return h("div", { class: "why" }, h("b", {}, "Why"), paragraphs);
}

/**
 * The moves so far.
 * @param {Game} game
 * @param {string[]} words descriptions of the moves that are known
 */
export function logLines(game, words) {
  /** @param {string} who @param {string} at @param {string} said */
  const line = (who, at, said) =>
    h(
      "li",
      { class: who },
      h("span", { class: "who" }, who),
      h("span", { class: "to" }, at),
      h("span", { class: "words" }, said),
    );
  return [
    line("start", game.start, ""),
    ...game.moves.map((to, i) => line(called(game, mover(game, i)), to, words[i] ?? "")),
  ];
}

/**
 * The moves of the program, with check boxes to block them.
 * @param {Listed} listed
 * @param {string[]} blocked
 * @param {{toggle(to: string): void, done(): void}} act
 */
export function blockList(listed, blocked, act) {
  const ticks = listed.moves.map(({ to, description }) => {
    const box = h("input", {
      type: "checkbox",
      checked: blocked.includes(to),
      onchange: () => act.toggle(to),
    });
    return h(
      "label",
      { class: "check" },
      box,
      h("span", { class: "to" }, to),
      h("span", { class: "words" }, description),
    );
  });
  const count = blocked.length;
  const name = count === 0 ? "Block nothing" : count === 1 ? "Block this move" : `Block these ${count}`;
  return h(
    "section",
    { class: "blocks" },
    h("h2", {}, "Moves to block"),
    h("div", { class: "ticks", tabindex: "0", role: "group", "aria-label": "Moves to block" }, ticks),
    h("button", { type: "button", class: "primary", onclick: act.done }, name),
  );
}
