// The record of a game in the address.

/** @typedef {"you" | "program"} Player */
/** @typedef {{start: string, first: Player, opponent: string, moves: string[], draw: string | null}} Game */

const FIRST = "star-silver-dollar [2,5],[3],[1,4]";
const BETWEEN = "~";

/**
 * @param {URLSearchParams} params
 * @returns {Game}
 */
export function readGame(params) {
  const list = params.get("moves");
  return {
    start: params.get("start") ?? FIRST,
    first: params.get("first") === "program" ? "program" : "you",
    opponent: params.get("opponent") ?? "perfect",
    moves: list ? list.split(BETWEEN) : [],
    draw: params.get("draw"),
  };
}

/** @param {Game} game */
export function gameParams({ start, first, opponent, moves, draw }) {
  return {
    start,
    first: first === "you" ? null : first,
    opponent: opponent === "perfect" ? null : opponent,
    moves: moves.join(BETWEEN),
    draw,
  };
}

/**
 * The player who makes a move; moves are numbered from 0.
 * @param {Game} game
 * @param {number} move
 * @returns {Player}
 */
export function mover({ first }, move) {
  return (move % 2 === 0) === (first === "you") ? "you" : "program";
}

/**
 * The moves before your last one; null if you have made none.
 * @param {Game} game
 */
export function undone(game) {
  const yours = game.moves.findLastIndex((_, i) => mover(game, i) === "you");
  return yours < 0 ? null : game.moves.slice(0, yours);
}
