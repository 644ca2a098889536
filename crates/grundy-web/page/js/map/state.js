// What the map shows, as the address says it.

/** @import {Camera} from "./camera.js" */
/** @import {Inks} from "./draw.js" */
/** @import {Colour, Look, Scale} from "./palette.js" */
import { within } from "./camera.js";
import { PALETTES } from "./palette.js";

/**
 * @typedef {{game: string, max: number, palette: string, scale: Scale, mark: number | null, upto: number | null, lines: boolean,
 *   board: boolean, periods: boolean}} State
 */

/** Sizes of tables. The larger ones may need more memory or time than the program was given; then they are not offered. */
export const SIZES = [255, 1023, 4095, 8191, 16_383];
/** The largest table that an address may ask for; the server says whether it can make it. */
const LARGEST = 65_535;
/** The largest value that can be highlighted; it is more than any cell has. */
const HIGHEST = 1_000_000;
/** @type {[Scale, string][]} */
export const SCALES = [
  ["relative", "value ÷ (a + b)"],
  ["linear", "value"],
  ["log", "log value"],
  ["bits", "value mod 16"],
];

/** A number of an address. @param {URLSearchParams} params @param {string} key @param {number} usual */
export function numberOf(params, key, usual) {
  return params.has(key) && Number.isFinite(Number(params.get(key))) ? Number(params.get(key)) : usual;
}

/**
 * @param {URLSearchParams} params
 * @param {number} before the size of the table so far
 * @returns {{state: State, at: {a: number, b: number} | null, beyond: string | null}} `at`: the cell that the address points at;
 *   `beyond`: why there is none
 */
export function readState(params, before) {
  /** @param {string} key */
  const whole = (key) => (/^\d+$/.test(params.get(key) ?? "") ? Math.min(HIGHEST, Number(params.get(key))) : null);
  const found = params.get("at")?.match(/^(\d+),(\d+)$/);
  const wanted = found ? { a: Number(found[1]), b: Number(found[2]) } : null;
  // A cell beyond every table is left out, and said.
  const beyond = wanted !== null && Math.max(wanted.a, wanted.b) > LARGEST ? `${found?.[0]} lies beyond the map, which ends at ${LARGEST}.` : null;
  const at = beyond === null ? wanted : null;
  const far = at && Math.max(at.a, at.b);
  const named = within(1, Math.round(numberOf(params, "max", far === null ? 1023 : before)), LARGEST);
  // A table that has the cell: the one that is named, or the next larger one.
  const max = far === null || named >= far ? named : (SIZES.find((size) => size >= far) ?? within(1, far, LARGEST));
  const state = {
    game: params.get("game") ?? "star-nim",
    max,
    palette: PALETTES.find((name) => name === params.get("palette")) ?? "viridis",
    scale: SCALES.find(([name]) => name === params.get("scale"))?.[0] ?? "relative",
    mark: whole("mark"),
    upto: whole("upto"),
    lines: params.get("lines") === "yes",
    board: params.get("board") === "yes",
    periods: params.get("periods") === "yes",
  };
  return { state, at, beyond };
}

/**
 * The parameters of the address.
 * @param {State} state
 * @param {Camera} camera
 */
export function stateParams({ game, max, palette, scale, mark, upto, lines, board, periods }, camera) {
  const round = (/** @type {number} */ x) => Math.round(x * 100) / 100;
  const yes = (/** @type {boolean} */ is) => (is ? "yes" : null);
  return {
    game,
    max,
    a: round(camera.a),
    b: round(camera.b),
    s: Math.round(camera.scale * 10000) / 10000,
    palette,
    scale,
    mark,
    upto,
    lines: yes(lines),
    board: yes(board),
    periods: yes(periods),
  };
}

/**
 * Which value stands for several cells: the highlighted one, where it occurs, else the largest.
 * @param {State} state
 */
export function poolOf({ mark }) {
  return mark === null ? "largest" : String(mark);
}

/**
 * How values are coloured.
 * @param {State} state
 * @param {HTMLCanvasElement} canvas
 * @returns {Look}
 */
export function lookOf({ palette, scale, max, mark, upto }, canvas) {
  const numbers = getComputedStyle(canvas).backgroundColor.match(/\d+(\.\d+)?/g) ?? ["0", "0", "0"];
  const ground = /** @type {Colour} */ (numbers.slice(0, 3).map(Number));
  return { palette, scale, top: scale === "log" ? 2 * max : max, mark, upto, ground };
}

/**
 * The colours of the page.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} readout
 * @returns {Inks}
 */
export function inksOf(canvas, readout) {
  const style = getComputedStyle(canvas);
  return {
    paper: style.backgroundColor,
    ink: style.color,
    soft: getComputedStyle(readout).color,
    line: style.borderTopColor,
    accent: style.outlineColor,
  };
}
