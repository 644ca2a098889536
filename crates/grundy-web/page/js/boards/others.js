// Moves that cannot be made on the board: heaps that are split, several piles at once, squares that are not drawn.

/** @import {Step} from "../types.js" */
/** @import {Options} from "./options.js" */
import { h, select } from "../dom.js";

/**
 * A list of these moves; null if the board has all.
 * @param {Options} options those of the board, once it is drawn
 * @param {Pick<Step, "to" | "description">[]} moves
 * @param {(to: string, description: string) => void} act
 * @param {string | null} [hinted] the move of a hint, which is then chosen
 */
export function otherMoves(options, moves, act, hinted = null) {
  const rest = moves.filter(({ to }) => !options.drawn.has(to) && !options.blocked.includes(to));
  if (rest.length === 0) return null;
  const name = rest.length === 1 ? "1 move that the board does not show" : `${rest.length} moves that the board does not show`;
  const list = select([["", name], ...rest.map(({ to, description }) => /** @type {[string, string]} */ ([to, `${to}: ${description}`]))], hinted ?? "", () => (button.disabled = list.value === ""));
  list.setAttribute("aria-label", "Moves that the board does not show");
  const button = h("button", { type: "button", disabled: list.value === "", onclick: () => act(list.value, rest.find(({ to }) => to === list.value)?.description ?? "") }, "Make this move");
  return h("div", { class: "others" }, list, button);
}
