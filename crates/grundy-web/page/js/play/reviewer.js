// The review beside a game: loads the values, and shows the positions of the record on the board.

/** @import {Game, Player} from "./record.js" */
/** @import {Step} from "./review.js" */
import * as api from "../api.js";
import { announce, h, swap } from "../dom.js";
import { board } from "../boards/board.js";
import { Options } from "../boards/options.js";
import { review, steps } from "./review.js";

/**
 * @param {{game(): Game, winner(): Player | null, stage: HTMLElement, talk: HTMLElement, goTo(moves: string[]): void,
 *   fail(error: unknown): void}} host `goTo`: plays on from these moves
 */
export function reviewer({ game, winner, stage, talk, goTo, fail }) {
  const element = h("div");
  let turn = 0;
  let stop = new AbortController();
  /** The values, and the position that is looked at. @type {{all: Step[], at: number} | null} */
  let looked = null;

  function clear() {
    turn += 1;
    stop.abort();
    looked = null;
    element.replaceChildren();
  }

  async function show() {
    clear();
    stop = new AbortController();
    const mine = turn;
    element.replaceChildren(
      h("p", { class: "waits" }, h("span", { class: "spinner", "aria-hidden": "true" }), "Looking at the game …"),
    );
    const all = await steps(game(), stop.signal);
    if (mine !== turn) return;
    looked = { all, at: game().moves.length };
    const goOn = (/** @type {number} */ step) => goTo(game().moves.slice(0, step));
    const act = { at: looked.at, winner: winner(), look: (/** @type {number} */ step) => void look(step), goOn, line: goTo };
    swap(element, review(game(), all, act));
  }

  /** Shows a position of the record, with its winning moves. @param {number} step */
  async function look(step) {
    if (!looked) return;
    const mine = turn;
    const { start, moves, draw } = game();
    looked.at = step;
    for (const [i, button] of element.querySelectorAll(".step").entries())
      button.setAttribute("aria-pressed", String(i === step));
    try {
      const place = await api.place(start, moves[step - 1]);
      const before = step === 0 ? null : await api.place(start, moves[step - 2]);
      if (mine !== turn || looked.at !== step) return;
      const wins = (looked.all[step]?.valued?.wins ?? []).map((one) => ({ ...one, value: 0, winning: true }));
      swap(stage, board(place, new Options(place, wins, { before }), { preview() {}, move() {}, draw }));
      const name = step === 0 ? "The start" : `After move ${step} of ${moves.length}`;
      const goOn = h("button", { type: "button", onclick: () => goTo(moves.slice(0, step)) }, "Go on from here");
      talk.replaceChildren(
        h("p", { class: "aside" }, `${name}: ${place.position}. `, step === moves.length ? "" : goOn),
      );
      announce(`${name}: ${place.position}`);
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  return { element, show, clear };
}
