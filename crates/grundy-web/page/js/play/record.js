// The record of a game in the address.

/** @typedef {"you" | "program"} Player */
/**
 * `also`: other lines of play from the same start; `colours`: moves are coloured by outcome.
 * @typedef {{start: string, first: Player, opponent: string, moves: string[], also: string[][], colours: boolean,
 *   draw: string | null}} Game
 */

/** The opponents, the weakest first; `person` is another person at the same screen. @type {[string, string][]} */
export const OPPONENTS = [
  ["random", "random moves"],
  ["beginner", "a beginner"],
  ["strong", "strong"],
  ["perfect", "perfect"],
  ["person", "another person"],
];

const FIRST = "nim 3,4,5";
const BETWEEN = "~";
const LINES = "|";
/** The most other lines that are kept. */
const MOST = 12;

/**
 * @param {URLSearchParams} params
 * @returns {Game}
 */
export function readGame(params) {
  const list = params.get("moves");
  const also = (params.get("also") ?? "").split(LINES).filter(Boolean).slice(-MOST);
  const opponent = params.get("opponent") ?? "perfect";
  return {
    start: params.get("start") ?? FIRST,
    first: params.get("first") === "program" ? "program" : "you",
    opponent: OPPONENTS.some(([name]) => name === opponent) ? opponent : "perfect",
    moves: list ? list.split(BETWEEN).filter(Boolean) : [],
    also: also.map((line) => line.split(BETWEEN).filter(Boolean)).filter((line) => line.length > 0),
    colours: params.get("colours") === "yes",
    draw: params.get("draw"),
  };
}

/** @param {Game} game */
export function gameParams({ start, first, opponent, moves, also, colours, draw }) {
  return {
    start,
    first: first === "you" ? null : first,
    opponent: opponent === "perfect" ? null : opponent,
    moves: moves.join(BETWEEN),
    also: also.map((line) => line.join(BETWEEN)).join(LINES),
    colours: colours ? "yes" : null,
    draw,
  };
}

/**
 * The player who makes a move; moves are numbered from 0. Of two persons, `you` is the one who begins.
 * @param {Game} game
 * @param {number} move
 * @returns {Player}
 */
export function mover({ first, opponent }, move) {
  return (move % 2 === 0) === (first === "you" || opponent === "person") ? "you" : "program";
}

/**
 * How a player is called.
 * @param {Game} game
 * @param {Player} player
 */
export function called({ opponent }, player) {
  if (opponent === "person") return player === "you" ? "first" : "second";
  return player;
}

/**
 * The moves before your last one; null if you have made none. Of two persons, the last move is taken back.
 * @param {Game} game
 */
export function undone(game) {
  const yours = game.moves.findLastIndex((_, i) => game.opponent === "person" || mover(game, i) === "you");
  return yours < 0 ? null : game.moves.slice(0, yours);
}

/**
 * The other lines after play goes on from another move, with the line that is left.
 * @param {Game} game
 * @param {string[]} moves the moves to go on from
 */
export function linesKept({ moves: left, also }, moves) {
  const text = (/** @type {string[]} */ line) => line.join(BETWEEN);
  const goesOn = text(moves);
  const lines = [...also, left].filter((line) => !`${goesOn}${BETWEEN}`.startsWith(`${text(line)}${BETWEEN}`) && line.length > 0);
  return lines.filter((line, i) => lines.findIndex((other) => text(other) === text(line)) === i).slice(-MOST);
}
