// Legal moves. Play needs no values, so they are not asked for.

/** @import {Listed, Place, RawPart} from "../types.js" */
import * as api from "../api.js";
import { leaves } from "../boards/board.js";
import { MOST } from "../boards/counters.js";

/** The moves of a position; `many`: there are too many to list. @typedef {Listed & {many?: boolean}} Legal */

/**
 * @param {Place} place
 * @returns {Promise<Legal>}
 */
export async function legalMoves(place) {
  try {
    return await api.movesOnly(place.text);
  } catch (error) {
    if (!(error instanceof api.Refusal) || (error.code !== "too-many-moves" && error.code !== "limit")) throw error;
    return { game: place.game, position: place.position, value: null, moves: [], many: true };
  }
}

/**
 * The position after a move that is not in a list.
 * @param {Place} place
 * @param {RawPart} set the numbers after the move
 * @returns {Promise<{to: string, legal: boolean}>}
 */
export async function unlisted(place, set) {
  const { position } = await api.placeOf(set);
  // A move of a nearly disjunctive sum may close it, which its numbers do not show.
  const closing = /^nearly\(.*[^d]\)$/.test(position) ? [position.replace(/\)$/, "; closed)")] : [];
  for (const to of [position, ...closing]) {
    const { legal } = await api.history({ at: place.text, moves: [to] });
    if (legal === 1) return { to, legal: true };
  }
  return { to: position, legal: false };
}

/** Whether a pile is too large to be drawn counter by counter, so that the board does not have all moves. @param {Place} place */
export function isLarge(place) {
  return leaves(place.parts).some(({ part }) => part.board.piles?.some((pile) => Number(pile) > MOST));
}
