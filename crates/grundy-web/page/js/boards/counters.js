// Draws a pile of counters. Dragging one also moves all above it.

/** @import {Big, Point} from "../types.js" */
/** @import {Item, Target} from "./drag.js" */
import { s } from "../dom.js";

/** From one counter to the next. */
export const GAP = 25;
const RADIUS = 11;
/** Higher piles are drawn in rows of five. */
const COLUMN = 10;
/** Larger piles are not drawn counter by counter. */
export const MOST = 100;

/**
 * How many counters stand side by side, and how many rows there are.
 * @param {Big} pile
 */
export function shape(pile) {
  const count = Number(pile);
  const wide = count <= COLUMN ? 1 : 5;
  return { wide, high: count > MOST ? 6 : Math.max(1, Math.ceil(count / wide)), whole: count <= MOST };
}

/**
 * Draws a pile upwards from the middle of its foot.
 * @param {Big} pile
 * @param {Point} foot
 * @param {string} name `pile 2`
 * @param {(take: number) => Target[]} targets where so many counters may go
 * @param {number} near
 * @param {number} height of the board, which a pile that is not drawn counter by counter has
 * @returns {{drawing: SVGGElement, items: Item[]}}
 */
export function heap(pile, foot, name, targets, near, height) {
  const { wide, whole } = shape(pile);
  const drawing = s("g", { class: "heap" });
  if (!whole) {
    // Too many to draw: a block of the height of the board, broken in the middle.
    const half = (wide * GAP) / 2 - 2;
    const middle = foot.y - height / 2;
    drawing.append(
      s("rect", { x: foot.x - half, y: foot.y - height, width: 2 * half, height: height - 2, rx: 5, class: "mass" }),
      s("path", { d: `M${foot.x - half - 3},${middle + 5}l${half + 3},-8l${half + 3},8`, class: "break" }),
    );
    return { drawing, items: [] };
  }
  const count = Number(pile);
  /** @type {Item[]} */
  const items = [];
  let parent = drawing;
  for (let i = 0; i < count; i += 1) {
    const column = i % wide;
    const home = {
      x: foot.x + (column - (wide - 1) / 2) * GAP,
      y: foot.y - (Math.floor(i / wide) + 0.5) * GAP,
    };
    const take = count - i;
    const handle = s("circle", {
      cx: home.x,
      cy: home.y,
      r: RADIUS,
      class: "disc",
      tabindex: i === count - 1 ? 0 : -1,
    });
    const body = s("g", { class: "counter" }, handle);
    parent.append(body);
    parent = body;
    const label = `${take} of ${count} from ${name}`;
    items.push({
      handle,
      body,
      home,
      targets: targets(take),
      label,
      near,
      mark: RADIUS * 1.25,
      siblings: items,
    });
  }
  return { drawing, items };
}
