// The board of a place: a drawing for each of its games, side by side.

/** @import {Part, Place} from "../types.js" */
/** @import {Act} from "./drag.js" */
/** @import {Options} from "./options.js" */
import { h, s } from "../dom.js";
import { arrows } from "./arrows.js";
import { movable } from "./drag.js";
import { graph } from "./graph.js";
import { isCompound } from "./options.js";
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
  const figures = place.parts.map((part, i) => {
    const svg = drawn(part, i, options, act);
    const name = isCompound(place)
      ? h("figcaption", {}, part.game, " ", h("span", { class: "at" }, part.position))
      : null;
    const figure = h("figure", { class: "board" }, svg, name);
    // Long boards get a line of their own.
    if (svg instanceof SVGSVGElement && svg.viewBox.baseVal.width > 3 * svg.viewBox.baseVal.height)
      figure.classList.add("wide");
    return figure;
  });
  return h("div", { class: figures.length > 1 ? "boards several" : "boards" }, figures);
}

/**
 * @param {Part} part
 * @param {number} index
 * @param {Options} options
 * @param {Act & {draw: string | null}} act
 */
function drawn(part, index, options, act) {
  const draw = { strips, piles, graph, compound: null }[part.board.kind];
  const drawing = part.board.kind === "piles" && !asPiles(part, act.draw) ? queen : draw;
  if (!drawing) return h("p", { class: "plain" }, `${part.game} ${part.position}`);
  const { drawing: picture, items, corners } = drawing(part, index, options);
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - PADDING, Math.min(...ys) - PADDING];
  const [width, height] = [Math.max(...xs) + PADDING - left, Math.max(...ys) + PADDING - top];
  const label = `Board of ${part.game} ${part.position}`;
  const svg = s(
    "svg",
    { viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": label },
    picture,
  );
  // Never larger than life: a small board stays small on a wide screen.
  svg.style.maxWidth = `${Math.round(width * 1.35)}px`;
  svg.append(arrows(items));
  movable(svg, items, act);
  return svg;
}

/**
 * A button between piles and a piece on a board, where there is a choice.
 * @param {Place} place
 * @param {string | null} now as asked for
 * @param {(wanted: string) => void} act
 */
export function lookButton(place, now, act) {
  if (!place.parts.some(fits)) return null;
  const piled = place.parts.every((part) => asPiles(part, now));
  const name = piled ? "Draw as a board" : "Draw as piles";
  return h("button", { type: "button", class: "quiet", onclick: () => act(piled ? "board" : "piles") }, name);
}
