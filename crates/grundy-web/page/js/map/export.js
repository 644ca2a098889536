// The cells in view as CSV, JSON, LaTeX and SVG.

/** @import {Camera} from "./camera.js" */
/** @import {Look} from "./palette.js" */
/** @import {Tiles} from "./tiles.js" */
import { wrapped, xml } from "../copies.js";
import { csv, tableTex } from "../written.js";
import { ends } from "./legend.js";
import { MARK, NONE, colour, gradient } from "./palette.js";

/** @typedef {{step: number, columns: number[], rows: {a: number, values: (number | null)[]}[]}} Seen `step`: the side of the square that a value stands for */

/** A LaTeX table is cut to what fits on a page. */
const [WIDE, HIGH] = [16, 40];
/** Pixels a cell of a drawing. */
const SIZE = 10;

/**
 * The values in view, from the lowest row up; null where there is no position, or where a value has not been loaded.
 * @param {Camera} camera
 * @param {Tiles} tiles
 * @param {number} max
 * @returns {Seen}
 */
export function seen(camera, tiles, max) {
  const step = 2 ** camera.zoom;
  const { left, right, low, high } = camera.edges;
  const span = (/** @type {number} */ from, /** @type {number} */ to) => {
    const first = Math.max(0, Math.floor(from / step) * step);
    const count = Math.max(0, Math.ceil((Math.min(max + 1, to) - first) / step));
    return Array.from({ length: count }, (_, i) => first + i * step);
  };
  const columns = span(left, right);
  const rows = span(low, high).map((a) => ({
    a,
    values: columns.map((b) => {
      const value = tiles.value(a, b, camera.zoom);
      return value === NONE ? null : value;
    }),
  }));
  return { step, columns, rows };
}

/** @param {string} game @param {Seen} all */
function titled(game, { step }) {
  return step === 1 ? `${game}, values of a,b` : `${game}, largest values of ${step} x ${step} cells from a,b on`;
}

/** @param {string} game @param {Seen} all */
export function seenCsv(game, all) {
  return csv([titled(game, all), ...all.columns.map(String)], all.rows.map(({ a, values }) => [a, ...values]));
}

/** @param {string} game @param {Seen} all */
export function seenJson(game, all) {
  return JSON.stringify({ game, step: all.step, columns: all.columns, rows: all.rows });
}

/** Row a goes up, as on the map. @param {string} game @param {Seen} all */
export function seenTex(game, all) {
  const columns = all.columns.slice(0, WIDE);
  const rows = all.rows.slice(0, HIGH).toReversed();
  const cut = columns.length < all.columns.length || rows.length < all.rows.length ? `, the first ${rows.length} rows and ${columns.length} columns of the view` : "";
  return tableTex(titled(game, all) + cut, ["", ...columns.map(String)], rows.map(({ a, values }) => [a, ...values.slice(0, WIDE)]));
}

/**
 * A drawing with axes, legend and caption. Neighbours of one colour are one rectangle.
 * @param {string} game
 * @param {Seen} all
 * @param {Look} look
 * @param {{paper: string, ink: string}} inks
 */
export function seenSvg(game, all, look, inks) {
  const { step, columns, rows } = all;
  const [left, wide, high] = [46, columns.length * SIZE, rows.length * SIZE];
  const width = Math.max(left + wide + 10, 420);
  const lines = wrapped(titled(game, all), Math.floor((width - 240) / 7));
  const height = high + 44 + 18 * lines.length;
  /** @param {number} x @param {number} y @param {string} said @param {string} [anchor] */
  const text = (x, y, said, anchor = "start") => `<text x="${x}" y="${y}" text-anchor="${anchor}">${xml(said)}</text>`;
  const made = [];
  for (const [i, { a, values }] of rows.entries()) {
    const y = high - (i + 1) * SIZE + 6;
    for (let from = 0; from < values.length; ) {
      const ink = (/** @type {number} */ j) => colour(values[j] ?? NONE, a + step - 1, (columns[j] ?? 0) + step - 1, look).join();
      let to = from + 1;
      while (to < values.length && ink(to) === ink(from)) to += 1;
      made.push(`<rect x="${left + from * SIZE}" y="${y}" width="${(to - from) * SIZE}" height="${SIZE}" fill="rgb(${ink(from)})"/>`);
      from = to;
    }
    if (i % 10 === 0) made.push(text(left - 6, y + SIZE, String(a), "end"));
  }
  for (let j = 0; j < columns.length; j += 10) made.push(text(left + (j + 0.5) * SIZE, high + 20, String(columns[j]), "middle"));
  const { low, high: top, mark } = ends(look);
  const y = high + 42;
  const stops = gradient(look.palette).match(/#[0-9a-f]{6}/g) ?? [];
  const ramp = stops.map((stop, i) => `<stop offset="${i / Math.max(1, stops.length - 1)}" stop-color="${stop}"/>`).join("");
  made.push(
    text(left, y, low),
    `<linearGradient id="ramp">${ramp}</linearGradient><rect x="${left + 14}" y="${y - 10}" width="90" height="11" fill="url(#ramp)"/>`,
    text(left + 110, y, top),
    mark ? `<rect x="${left + 180}" y="${y - 10}" width="11" height="11" fill="rgb(${MARK.join()})"/>${text(left + 196, y, mark)}` : "",
    ...lines.map((line, i) => text(width - 8, y + 18 * i, line, "end")),
  );
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg ${frame} font-family="sans-serif" font-size="12" fill="${inks.ink}"><rect width="${width}" height="${height}" fill="${inks.paper}"/>${made.join("")}</svg>`;
}
