// What a player may ask of the program during a game. Answers that come too late are dropped.

/** @import {Hint, Move, Place, RawPart} from "../types.js" */
/** @import {Ask} from "../api.js" */
import * as api from "../api.js";
import { announce, h } from "../dom.js";
import { problem } from "../notation.js";
import { unlisted } from "./legal.js";
import { advice, reasons } from "./talk.js";

/**
 * `turn` changes with the position, and `left` is aborted then.
 * @typedef {{turn(): number, talk: HTMLElement, fail(error: unknown): void, left(): AbortSignal}} Reach
 */

/** Milliseconds until the page says that it waits. */
const PATIENCE = 150;

/**
 * The answer to a question, if it is still wanted.
 * @template T
 * @param {Reach} reach
 * @param {() => Promise<T>} question
 * @param {(error: unknown) => void} [failed]
 * @returns {Promise<T | null>}
 */
async function answered(reach, question, failed = reach.fail) {
  const mine = reach.turn();
  try {
    const answer = await question();
    return mine === reach.turn() ? answer : null;
  } catch (error) {
    if (mine === reach.turn()) failed(error);
    return null;
  }
}

/**
 * The answer to a question that may take a while: it can be cancelled, and is when the position is left.
 * @template T
 * @param {Reach} reach
 * @param {(signal: AbortSignal) => Promise<T>} question
 * @returns {Promise<T | null>}
 */
async function waited(reach, question) {
  const mine = reach.turn();
  const stop = new AbortController();
  const end = () => stop.abort();
  reach.left().addEventListener("abort", end, { once: true });
  const cancel = h("button", { type: "button", onclick: end }, "Cancel");
  const slow = setTimeout(() => {
    if (mine === reach.turn()) reach.talk.replaceChildren(h("div", { class: "waits" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("span", {}, "Computing …"), cancel));
  }, PATIENCE);
  const failed = (/** @type {unknown} */ error) => {
    if (api.aborted(error)) reach.talk.replaceChildren(h("p", { class: "aside" }, "Cancelled."));
    else reach.fail(error);
  };
  const found = await answered(reach, () => question(stop.signal), failed);
  clearTimeout(slow);
  return found;
}

/** @param {Reach} reach @param {Ask} ask @returns {Promise<Hint | null>} */
export async function askHint(reach, ask) {
  const found = await waited(reach, (signal) => api.hint(ask, signal));
  if (found) reach.talk.replaceChildren(advice(found));
  return found;
}

/** @param {Reach} reach @param {Ask} ask */
export async function askWhy(reach, ask) {
  const found = await waited(reach, (signal) => api.why(ask, signal));
  if (found) reach.talk.replaceChildren(reasons(found.argument));
}

/**
 * The moves with their values, to colour them.
 * @param {Reach} reach
 * @param {Place} place
 * @param {AbortSignal} signal
 * @returns {Promise<Move[] | null>}
 */
export async function askColours(reach, place, signal) {
  const found = await answered(reach, () => api.moves(place.text, signal));
  if (found?.moves.every(({ winning }) => winning === null))
    reach.talk.replaceChildren(h("p", { class: "aside" }, "The values of these moves are not known."));
  return found?.moves ?? null;
}

/**
 * The position after a move that is not in a list, if it is legal and not blocked.
 * @param {Reach} reach
 * @param {Place} place
 * @param {RawPart} set the numbers after the move
 * @param {string[]} blocked
 * @returns {Promise<string | null>}
 */
export async function askUnlisted(reach, place, set, blocked) {
  const failed = (/** @type {unknown} */ error) => reach.talk.replaceChildren(h("div", { class: "fault" }, problem(error)));
  const found = await answered(reach, () => unlisted(place, set), failed);
  if (!found) return null;
  if (found.legal && !blocked.includes(found.to)) return found.to;
  const why = found.legal ? `${found.to} is blocked.` : `${found.to} cannot be reached by a move.`;
  reach.talk.replaceChildren(h("p", { class: "aside" }, why));
  announce("Not a legal move");
  return null;
}

/**
 * Whether moves may be blocked together.
 * @param {Reach} reach
 * @param {Place} place
 * @param {string[]} blocked
 * @param {string} to the move that was chosen last
 */
export async function askBlocks(reach, place, blocked, to) {
  const found = await answered(reach, () => api.canBlock({ at: place.text, blocked }));
  if (!found) return false;
  const refused = h("p", { class: "aside" }, `${to} may not be blocked too: ${place.blocking}.`);
  reach.talk.replaceChildren(...(found.legal ? [] : [refused]));
  return found.legal;
}
