// A game looked at move by move: values, the moves that threw the win, and other lines.

/** @import {Valued} from "../types.js" */
/** @import {Game} from "./record.js" */
import * as api from "../api.js";
import { h } from "../dom.js";
import { called, mover } from "./record.js";

/**
 * A position of the record. `threw`: the move to it gave a won game away; `better`: a move that would have won.
 * @typedef {{valued: Valued | null, threw: boolean, better: string | null}} Step
 */

/**
 * The values of all positions of a game.
 * @param {Game} game
 * @param {AbortSignal} signal
 * @returns {Promise<Step[]>}
 */
export async function steps({ start, moves }, signal) {
  const asked = [undefined, ...moves].map((to) => api.value(start, to, signal));
  const values = (await Promise.allSettled(asked)).map((one) => (one.status === "fulfilled" ? one.value : null));
  return values.map((valued, i) => {
    const before = i > 0 ? values[i - 1] : null;
    // A won position is left by a move to a position that the opponent wins.
    const threw = before?.outcome === "N" && valued?.outcome === "N";
    return { valued: valued ?? null, threw, better: threw ? (before?.wins[0]?.to ?? null) : null };
  });
}

/**
 * The strip of values and what it shows.
 * @param {Game} game
 * @param {Step[]} all
 * @param {{at: number, winner: "you" | "program" | null, look(step: number): void, goOn(step: number): void, line(moves: string[]): void}} act
 */
export function review(game, all, act) {
  const top = Math.max(1, ...all.map(({ valued }) => Number(valued?.value ?? 0)));
  const cells = all.map(({ valued, threw }, i) => {
    const who = i === 0 ? "start" : called(game, mover(game, i - 1));
    const value = valued === null ? "?" : valued.value === null ? valued.outcome : String(valued.value);
    const to = i === 0 ? game.start : (game.moves[i - 1] ?? "");
    const label = `${i === 0 ? "Start" : `Move ${i}, ${who}`}: ${to}, ${valued === null ? "value not known" : `value ${value}`}${threw ? ", threw the win" : ""}`;
    const bar = h("span", { class: "bar-of" });
    bar.style.height = `${Math.round(4 + 30 * Math.min(1, Number(valued?.value ?? 0) / top))}px`;
    const kind = `${valued?.outcome ?? ""} ${threw ? "threw" : ""} ${who}`;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: `step ${kind}`, "aria-label": label, title: label, "aria-pressed": String(act.at === i), onclick: () => act.look(i) },
        h("span", { class: "room-of" }, bar),
        h("span", { class: "worth-of" }, value.length > 5 ? "…" : value),
        h("span", { class: "mark-of", "aria-hidden": "true" }, threw ? "?" : i === 0 ? "·" : ""),
      ),
    );
  });
  return h(
    "section",
    { class: "review" },
    h("h2", {}, "Review"),
    h("ol", { class: "steps", "aria-label": "Values move by move" }, cells),
    verdict(game, all, act),
    lines(game, act),
  );
}

/**
 * @param {Game} game
 * @param {Step[]} all
 * @param {Parameters<typeof review>[2]} act
 */
function verdict(game, all, act) {
  const mistakes = all.flatMap(({ threw }, i) => (threw ? [i] : []));
  const losers = act.winner === null ? null : act.winner === "you" ? "program" : "you";
  const first = mistakes.find((i) => losers === null || mover(game, i - 1) === losers);
  const out = h("div", { class: "verdict-of" });
  const person = game.opponent === "person";
  const name = (/** @type {"you" | "program"} */ who) => (person ? `the ${called(game, who)} player` : who === "you" ? "you" : "the program");
  const tell = () => {
    if (first === undefined || losers === null) {
      const lost = all[0]?.valued;
      if (!lost || losers === null) return "No move threw a win.";
      return `${cap(name(losers))} made no mistake: the start was lost against perfect play.`;
    }
    const better = all[first]?.better;
    return `Move ${first}, to ${game.moves[first - 1]}, threw the win${better ? `: ${better} would have won` : ""}.`;
  };
  const why = h(
    "button",
    {
      type: "button",
      onclick: () => {
        out.replaceChildren(h("p", {}, tell()));
        if (first !== undefined) {
          act.look(first - 1);
          out.append(h("button", { type: "button", class: "quiet", onclick: () => act.goOn(first - 1) }, "Try another move there"));
        }
      },
    },
    losers === "you" && !person ? "Why did I lose?" : "What decided it?",
  );
  const more = `${mistakes.length === 0 ? "No move" : mistakes.length === 1 ? "1 move" : `${mistakes.length} moves`} threw a win.`;
  return h("div", {}, h("p", { class: "aside" }, `${more} `, "A green value is won for the player to move, a red 0 is lost."), losers === null ? null : why, out);
}

/** @param {string} text */
function cap(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {Game} game
 * @param {{line(moves: string[]): void}} act
 */
function lines(game, act) {
  if (game.also.length === 0) return null;
  const items = game.also.map((moves) =>
    h(
      "li",
      {},
      h("button", { type: "button", class: "move", onclick: () => act.line(moves) }, h("span", { class: "to" }, moves.slice(-3).join("  "))),
      h("span", { class: "words" }, moves.length === 1 ? " 1 move" : ` ${moves.length} moves`),
    ),
  );
  return h("div", {}, h("h2", {}, "Other lines"), h("ul", { class: "moves" }, items));
}
