// Draws the map: tiles, numbers, lines and the cursor.

/** @import {Camera} from "./camera.js" */
/** @import {Look} from "./palette.js" */
/** @import {Tiles} from "./tiles.js" */
import { BOTTOM, LEFT } from "./camera.js";
import { NONE, colour } from "./palette.js";
import { SIDE } from "./tiles.js";

/** Least scale at which cells show their values. */
const READABLE = 22;

/**
 * @typedef {{a: number, b: number}} Cell
 * @typedef {{through: Cell, lines: {kind: string, cells: [number, number][]}[]}} Lines
 * @typedef {{paper: string, ink: string, soft: string, line: string, accent: string}} Inks
 * @typedef {{row: number, preperiod: number, period: number}} ProvedRow
 */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {Tiles} tiles
 * @param {{look: Look, cursor: Cell | null, aimed?: Cell | null, lines: Lines | null, inks: Inks, proved?: ProvedRow[]}} how
 */
export function draw(context, camera, tiles, { look, cursor, aimed = null, lines, inks, proved = [] }) {
  const { width, height } = camera;
  context.fillStyle = `rgb(${look.ground.join(" ")})`;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = false;
  paint(context, camera, tiles, look);
  if (camera.scale >= READABLE) values(context, camera, tiles, look);
  for (const row of proved) periodOf(context, camera, row, tiles.have, inks);
  if (lines) rays(context, camera, lines, inks);
  if (cursor) frame(context, camera, cursor, inks.ink, inks.paper);
  if (aimed) frame(context, camera, aimed, inks.accent, inks.paper);
  margins(context, camera, tiles.max, inks);
  if (tiles.made < 1 && !tiles.error) waiting(context, camera, tiles.made, inks);
}

/**
 * Progress of the table.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {number} made
 * @param {Inks} inks
 */
function waiting(context, { width }, made, inks) {
  const [x, y, wide] = [width / 2 - 90, 34, 180];
  context.fillStyle = inks.paper;
  context.globalAlpha = 0.85;
  context.fillRect(x - 24, y - 28, wide + 48, 44);
  context.globalAlpha = 1;
  context.fillStyle = inks.line;
  context.fillRect(x, y, wide, 5);
  context.fillStyle = inks.soft;
  context.fillRect(x, y, wide * made, 5);
  context.font = "13px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillText(`computing the table: ${Math.floor(made * 100)} %`, width / 2, y - 10);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {Tiles} tiles
 * @param {Look} look
 */
function paint(context, camera, tiles, look) {
  const { zoom } = camera;
  const side = SIDE << zoom;
  const { left, right, low, high } = camera.edges;
  const places = [];
  for (let y = Math.max(0, Math.floor(low / side)); y * side <= high; y += 1)
    for (let x = Math.max(0, Math.floor(left / side)); x * side <= right; x += 1) places.push({ x, y, zoom });
  // The last one that is asked for is loaded first: the middle of the view.
  const far = (/** @type {{x: number, y: number}} */ { x, y }) => Math.hypot((x + 0.5) * side - camera.b, (y + 0.5) * side - camera.a);
  places.sort((one, other) => far(other) - far(one));
  for (const place of places) {
    tiles.tile(place.x, place.y, zoom);
    const shown = tiles.shown(place, look);
    if (!shown) continue;
    const wide = side * camera.scale;
    const at = [camera.x(place.x * side), camera.y((place.y + 1) * side)];
    context.drawImage(shown.picture, shown.left, shown.top, shown.side, shown.side, at[0] ?? 0, at[1] ?? 0, wide, wide);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {Tiles} tiles
 * @param {Look} look
 */
function values(context, camera, tiles, look) {
  const { left, right, low, high } = camera.edges;
  context.font = `${Math.min(16, camera.scale * 0.42)}px sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let a = Math.max(0, Math.floor(low)); a <= Math.min(high, tiles.max); a += 1) {
    for (let b = Math.max(0, Math.floor(left)); b <= Math.min(right, tiles.max); b += 1) {
      const value = tiles.value(a, b, 0);
      if (value === null || value === NONE) continue;
      const [r, g, bl] = colour(value, a, b, look);
      context.fillStyle = r * 0.3 + g * 0.59 + bl * 0.11 > 140 ? "#000" : "#fff";
      context.fillText(String(value), camera.x(b + 0.5), camera.y(a + 0.5));
    }
  }
}

/**
 * A row whose period is proved: a bar along the preperiod, and a tick at the start of each period.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {ProvedRow} proved
 * @param {number} have
 * @param {Inks} inks
 */
function periodOf(context, camera, { row, preperiod, period }, have, inks) {
  const { left, right } = camera.edges;
  const tall = Math.max(3, camera.scale);
  const y = camera.y(row) - tall;
  context.fillStyle = "#b8860b";
  const head = Math.min(preperiod, have + 1);
  if (head > 0) context.fillRect(camera.x(0), y + tall - Math.max(1.5, tall * 0.14), camera.x(head) - camera.x(0), Math.max(1.5, tall * 0.14));
  // Ticks that would touch are left out.
  if (period * camera.scale < 3) return;
  context.fillStyle = inks.accent;
  const first = preperiod + Math.max(0, Math.floor((left - preperiod) / period)) * period;
  for (let b = first; b <= Math.min(right, have); b += period) context.fillRect(camera.x(b) - 1, y, 2, tall);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {Lines} lines
 * @param {Inks} inks
 */
function rays(context, camera, { through, lines }, inks) {
  context.lineWidth = Math.max(1.5, Math.min(3, camera.scale * 0.12));
  context.strokeStyle = inks.accent;
  context.lineCap = "round";
  const from = [camera.x(through.b + 0.5), camera.y(through.a + 0.5)];
  context.fillStyle = inks.accent;
  context.globalAlpha = 0.85;
  const radius = Math.max(1, Math.min(4, camera.scale * 0.18));
  for (const { kind, cells } of lines) {
    const straight = kind !== "other";
    const far = cells[0];
    if (straight && far) {
      context.beginPath();
      context.moveTo(from[0] ?? 0, from[1] ?? 0);
      context.lineTo(camera.x(far[1] + 0.5), camera.y(far[0] + 0.5));
      context.stroke();
    }
    if (straight && camera.scale < 8) continue;
    for (const [a, b] of cells) {
      context.beginPath();
      context.arc(camera.x(b + 0.5), camera.y(a + 0.5), radius, 0, 2 * Math.PI);
      context.fill();
    }
  }
  context.globalAlpha = 1;
  frame(context, camera, through, inks.accent, inks.paper);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {Cell} cell
 * @param {string} ink
 * @param {string} halo
 */
function frame(context, camera, { a, b }, ink, halo) {
  const side = Math.max(camera.scale * 2 ** camera.zoom, 7);
  const [x, y] = [camera.x(b), camera.y(a) - camera.scale * 2 ** camera.zoom];
  for (const [stroke, wide] of /** @type {[string, number][]} */ ([
    [halo, 4],
    [ink, 2],
  ])) {
    context.strokeStyle = stroke;
    context.lineWidth = wide;
    context.strokeRect(x - 1, y - 1, side + 2, side + 2);
  }
}

/**
 * The axes.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {number} max
 * @param {Inks} inks
 */
function margins(context, camera, max, inks) {
  const { width, height, scale } = camera;
  context.fillStyle = inks.paper;
  context.fillRect(0, 0, LEFT, height);
  context.fillRect(0, height - BOTTOM, width, BOTTOM);
  context.strokeStyle = inks.line;
  context.lineWidth = 1;
  context.strokeRect(LEFT - 0.5, -1, width, height - BOTTOM + 1.5);
  context.fillStyle = inks.soft;
  context.font = "12px sans-serif";
  const step = niceStep(64 / scale);
  const { left, right, low, high } = camera.edges;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let b = Math.max(0, Math.ceil(left / step) * step); b <= Math.min(right, max); b += step) {
    const x = camera.x(b + 0.5);
    if (x > LEFT && x < width - 26) context.fillText(String(b), x, height - BOTTOM / 2);
  }
  context.textAlign = "right";
  for (let a = Math.max(0, Math.ceil(low / step) * step); a <= Math.min(high, max); a += step) {
    const y = camera.y(a + 0.5);
    if (y > 22 && y < height - BOTTOM) context.fillText(String(a), LEFT - 6, y);
  }
  // The names of the axes.
  context.fillStyle = inks.ink;
  context.font = "italic 14px serif";
  context.textAlign = "center";
  context.fillText("a", LEFT - 12, 10);
  context.fillText("b", width - 8, height - BOTTOM / 2);
}

/** @param {number} least */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= least) ?? Math.max(1, Math.ceil(least));
}
