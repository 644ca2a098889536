// Draws a game of two piles as one piece on a quarter plane. Pile 1 is the row, pile 2 the column, as in tables.

/** @import {Part, Point} from "../types.js" */
/** @import {Item, Target} from "./drag.js" */
/** @import {Options, Path} from "./options.js" */
import { s } from "../dom.js";

const CELL = 34;
/** Larger positions are drawn as piles. */
export const LARGEST = 24;
/** Games that are known as piles, besides those of any number of piles. */
const PILED = ["nim", "sharing-nim"];

/** @param {Part} part */
export function fits(part) {
  const piles = part.board.piles ?? [];
  return part.plane && piles.length === 2 && piles.every((pile) => Number(pile) <= LARGEST);
}

/**
 * Whether piles are drawn as piles: as asked for, or else as the game is known.
 * @param {Part} part
 * @param {string | null} asked `piles`, `board` or nothing
 */
export function asPiles(part, asked) {
  const known = part.board.grows === true || PILED.includes(part.spec?.name ?? "");
  return !fits(part) || (asked ? asked === "piles" : known);
}

/**
 * @param {Part} part
 * @param {Path} path of the part
 * @param {Options} options
 * @returns {{drawing: SVGGElement, items: Item[], corners: Point[]}}
 */
export function queen(part, path, options) {
  const [row = 0, column = 0] = (part.board.piles ?? []).map(Number);
  const more = options.free ? 3 : 1;
  const [oldRow = 0, oldColumn = 0] = (options.old(path)?.piles ?? []).map(Number);
  const came = oldRow !== row || oldColumn !== column ? { row: oldRow, column: oldColumn } : null;
  // Moves may raise a number, as in a game of rules.
  const [farRow, farColumn] = options.reach(path).map((place) => Math.min(place, LARGEST + 1));
  const [rows, columns] = [
    Math.max(row + more, oldRow, 5, farRow ?? 0),
    Math.max(column + more, oldColumn, 5, farColumn ?? 0),
  ];
  /** @param {number} a @param {number} b @returns {Point} */
  const spot = (a, b) => ({ x: (b + 0.5) * CELL, y: -(a + 0.5) * CELL });
  const drawing = s("g", { class: "field" });
  const ground = s("g", { class: "ground" });
  for (let a = 0; a <= rows; a += 1) {
    for (let b = 0; b <= columns; b += 1) {
      const { x, y } = spot(a, b);
      ground.append(
        s("rect", {
          x: x - CELL / 2,
          y: y - CELL / 2,
          width: CELL,
          height: CELL,
          class: (a + b) % 2 ? "odd" : "even",
        }),
      );
    }
    drawing.append(s("text", { x: -12, y: spot(a, 0).y, class: "name" }, String(a)));
  }
  for (let b = 0; b <= columns; b += 1)
    drawing.append(s("text", { x: spot(0, b).x, y: 14, class: "name" }, String(b)));
  drawing.prepend(ground);

  const home = spot(row, column);
  /** @type {Target[]} */
  const targets = [];
  for (let a = rows; a >= 0; a -= 1) {
    for (let b = columns; b >= 0; b -= 1) {
      if (a === row && b === column) continue;
      const option = options.at(path, { piles: [a, b] });
      if (option) targets.push({ ...spot(a, b), option });
    }
  }
  targets.sort((p, q) => Math.hypot(p.x - home.x, p.y - home.y) - Math.hypot(q.x - home.x, q.y - home.y));
  if (options.before && came) {
    const { x, y } = spot(came.row, came.column);
    const apart = Math.hypot(home.x - x, home.y - y);
    drawing.append(
      s("circle", { cx: x, cy: y, r: CELL * 0.36, class: "last" }),
      s("path", {
        class: "last",
        d: `M${home.x},${home.y}L${x + ((home.x - x) / apart) * CELL * 0.36},${y + ((home.y - y) / apart) * CELL * 0.36}`,
      }),
    );
  }
  const handle = s("circle", { cx: home.x, cy: home.y, r: CELL * 0.4, class: "disc" });
  const body = s("g", { class: "token" }, handle, crown(home));
  drawing.append(body);
  const label = `Piece on ${row},${column}`;
  const items = [{ handle, body, home, targets, label, near: CELL * 0.75, mark: CELL * 0.36 }];
  return {
    drawing,
    items,
    corners: [
      { x: -10, y: -(rows + 1) * CELL },
      { x: (columns + 1) * CELL, y: 8 },
    ],
  };
}

/** @param {Point} at */
function crown({ x, y }) {
  const r = CELL * 0.22;
  const d = `M${x - r},${y + r * 0.8}L${x - r * 1.2},${y - r * 0.7}L${x - r * 0.45},${y}L${x},${y - r}L${x + r * 0.45},${y}L${x + r * 1.2},${y - r * 0.7}L${x + r},${y + r * 0.8}Z`;
  return s("path", { d, class: "crown" });
}
