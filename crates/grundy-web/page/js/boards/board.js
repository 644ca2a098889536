// Draws the boards of a position, one for each component.

/** @import {Part, Place} from "../types.js" */
/** @import {Act} from "./drag.js" */
/** @import {Options, Path} from "./options.js" */
import { h, s } from "../dom.js";
import { arrows } from "./arrows.js";
import { movable } from "./drag.js";
import { graph } from "./graph.js";
import { piles } from "./piles.js";
import { asPiles, fits, queen } from "./queen.js";
import { strips } from "./strips.js";

const PADDING = 34;

/**
 * @param {Place} place
 * @param {Options} options
 * @param {Act & {draw: string | null}} act
 * @returns {HTMLElement}
 */
export function board(place, options, act) {
  const compound = place.parts.length > 1 || place.closed !== undefined;
  const figures = place.parts.map((part, i) => figure(part, [i], compound, options, act));
  const boards = h("div", { class: figures.length > 1 ? "boards several" : "boards" }, figures.slice(0, OPEN));
  return h("div", {}, boards, folded(figures.slice(OPEN)), closedNote(place));
}

/** Boards of a sum that are shown at once; others are folded. */
const OPEN = 6;
/** Whether the others are unfolded; it stays so from position to position. */
let unfolded = false;

/** @param {HTMLElement[]} figures */
function folded(figures) {
  if (figures.length === 0) return null;
  const name = figures.length === 1 ? "1 more game" : `${figures.length} more games`;
  const fold = h("details", { class: "fold", open: unfolded }, h("summary", {}, name), h("div", { class: "boards several" }, figures));
  fold.addEventListener("toggle", () => (unfolded = fold.open));
  return fold;
}

/**
 * The board of a part, or the boards of its parts.
 * @param {Part} part
 * @param {Path} path
 * @param {boolean} named whether there are others beside it
 * @param {Options} options
 * @param {Act & {draw: string | null}} act
 * @returns {HTMLElement}
 */
function figure(part, path, named, options, act) {
  if (part.parts) {
    const figures = part.parts.map((inner, i) => figure(inner, [...path, i], true, options, act));
    const label = `Boards of ${part.text}`;
    return h(
      "figure",
      { class: "board wide group", "aria-label": label },
      h("div", { class: "boards several" }, figures),
      h("figcaption", {}, part.text),
      closedNote(part),
    );
  }
  const svg = drawn(part, path, options, act);
  const name = named && h("figcaption", {}, part.game, " ", h("span", { class: "at" }, part.position));
  const one = h("figure", { class: "board" }, h("div", { class: "frame" }, svg), name);
  // On a narrow screen a long board is small; it can be enlarged, and is then scrolled.
  if (svg.viewBox.baseVal.width > SMALL * innerWidth) one.append(enlarge(one, svg));
  // Long boards get their own line.
  if (svg.viewBox.baseVal.width > 3 * svg.viewBox.baseVal.height) one.classList.add("wide");
  return one;
}

/** A board that is this many times wider than the screen is too small for fingers. */
const SMALL = 1.25;
let enlarged = false;

/** @param {HTMLElement} one @param {SVGSVGElement} svg */
function enlarge(one, svg) {
  const set = () => {
    one.classList.toggle("enlarged", enlarged);
    svg.style.width = enlarged ? `${Math.round(svg.viewBox.baseVal.width)}px` : "";
    button.textContent = enlarged ? "Fit the board" : "Enlarge the board";
  };
  const button = h("button", { type: "button", class: "quiet", onclick: () => { enlarged = !enlarged; set(); } });
  set();
  return button;
}

/**
 * What a nearly disjunctive sum remembers.
 * @param {{closed?: boolean}} sum
 */
function closedNote({ closed }) {
  if (closed === undefined) return null;
  const note = closed
    ? "Closed: no game may be moved into a P-position."
    : "Open: no game has been moved into a P-position yet.";
  return h("p", { class: "aside" }, note);
}

/**
 * Every part that has a board, with its path.
 * @param {Part[]} parts
 * @param {Path} [within]
 * @returns {{part: Part, path: Path}[]}
 */
export function leaves(parts, within = []) {
  return parts.flatMap((part, i) =>
    part.parts ? leaves(part.parts, [...within, i]) : [{ part, path: [...within, i] }],
  );
}

/**
 * @param {Part} part
 * @param {Path} path
 * @param {Options} options
 * @param {Act & {draw: string | null}} act
 */
function drawn(part, path, options, act) {
  const { strips: tokens, edges } = part.board;
  const draw = tokens ? strips : edges ? graph : asPiles(part, act.draw) ? piles : queen;
  const { drawing: picture, items, corners } = draw(part, path, options);
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - PADDING, Math.min(...ys) - PADDING];
  const [width, height] = [Math.max(...xs) + PADDING - left, Math.max(...ys) + PADDING - top];
  const label = `Board of ${part.text}`;
  const svg = s(
    "svg",
    { viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": label },
    picture,
  );
  // Do not enlarge small boards on a wide screen.
  svg.style.maxWidth = `${Math.round(width * 1.35)}px`;
  svg.append(arrows(items));
  movable(svg, `${path}: ${part.text}`, items, act);
  return svg;
}

/**
 * A button between piles and a piece on a board, where there is a choice.
 * @param {Place} place
 * @param {string | null} now as asked for
 * @param {(wanted: string) => void} act
 */
export function lookButton(place, now, act) {
  const parts = leaves(place.parts).map(({ part }) => part);
  if (!parts.some(fits)) return null;
  const piled = parts.every((part) => asPiles(part, now));
  const name = piled ? "Draw as a board" : "Draw as piles";
  return h("button", { type: "button", class: "quiet", onclick: () => act(piled ? "board" : "piles") }, name);
}
