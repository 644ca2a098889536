// Draws piles; counters move to a tray or between piles.

/** @import {Big, Part, Point} from "../types.js" */
/** @import {Item, Target} from "./drag.js" */
/** @import {Options, Path} from "./options.js" */
import { s } from "../dom.js";
import { GAP, heap, shape } from "./counters.js";

const BETWEEN = 34;
const TRAY = 92;

/**
 * The piles after some counters have gone from one to another, or to the tray.
 * @param {Big[]} piles
 * @param {number} from
 * @param {number | null} to
 * @param {number} take
 */
export function moved(piles, from, to, take) {
  const change = (/** @type {Big} */ pile, /** @type {number} */ i) =>
    i === from ? BigInt(pile) - BigInt(take) : i === to ? BigInt(pile) + BigInt(take) : BigInt(pile);
  return { piles: piles.map(change) };
}

/**
 * The same as games of heaps write it: in increasing order, without empty heaps.
 * @param {{piles: bigint[]}} left
 */
function sorted({ piles }) {
  const heaps = piles.filter((pile) => pile > 0n).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { piles: heaps.length > 0 ? heaps : [0n] };
}

/**
 * @param {Part} part
 * @param {Path} path of the part
 * @param {Options} options
 * @returns {{drawing: SVGGElement, items: Item[], corners: Point[]}}
 */
export function piles(part, path, options) {
  const all = part.board.piles ?? [];
  const sharing = part.spec?.name === "sharing-nim";
  const widths = all.map((pile) => Math.max(shape(pile).wide * GAP, 48));
  const height = Math.max(...all.map((pile) => shape(pile).high), 3) * GAP;
  const drawing = s("g", { class: "piles" });
  /** @type {Point[]} */
  const feet = [];
  let x = 0;
  for (const width of widths) {
    feet.push({ x: x + width / 2, y: 0 });
    x += width + BETWEEN;
  }
  const tray = { x: x + TRAY / 2 - 6, y: -Math.min(height, 100) / 2 };
  const old = options.old(path)?.piles;
  feet.forEach((foot, i) => {
    const drawn = plate(foot, widths[i] ?? 48, height, `${i + 1}`, String(all[i] ?? 0));
    if (old && String(old[i]) !== String(all[i])) drawn.classList.add("changed");
    drawing.append(drawn);
  });
  if (!sharing) drawing.append(well(tray, Math.min(height, 100)));

  /** @type {Item[]} */
  const items = [];
  all.forEach((pile, i) => {
    const foot = feet[i] ?? { x: 0, y: 0 };
    /** @param {number} take @returns {Target[]} */
    const targets = (take) => {
      const others = feet.map((_, j) => j).filter((j) => j !== i);
      const goals = sharing ? others : [null, ...others];
      return goals.flatMap((j) => {
        const left = moved(all, i, j, take);
        const found = options.free ? undefined : options.at(path, left);
        const option = found ?? (options.free || !part.board.grows ? undefined : options.at(path, sorted(left)));
        const spot = j === null ? tray : top(feet[j], all[j]);
        return option && spot ? [{ ...spot, option }] : [];
      });
    };
    const drawn = heap(pile, foot, `pile ${i + 1}`, targets, GAP * 3, height);
    drawing.append(drawn.drawing);
    items.push(...drawn.items);
  });
  const right = sharing ? x - BETWEEN : tray.x + TRAY / 2;
  return {
    drawing,
    items,
    corners: [
      { x: 0, y: -height },
      { x: right, y: 30 },
    ],
  };
}

/**
 * Where the next counter of a pile would lie.
 * @param {Point | undefined} foot
 * @param {Big | undefined} pile
 */
export function top(foot, pile) {
  if (!foot || pile === undefined) return null;
  const { wide, whole } = shape(pile);
  const count = whole ? Number(pile) : 3;
  const column = count % wide;
  return { x: foot.x + (column - (wide - 1) / 2) * GAP, y: foot.y - (Math.floor(count / wide) + 0.5) * GAP };
}

/**
 * @param {Point} foot
 * @param {number} width
 * @param {number} height
 * @param {string} name
 * @param {string} count
 */
function plate({ x, y }, width, height, name, count) {
  const text = count.length > 9 ? `${count.slice(0, 4)}…${count.slice(-3)}` : count;
  return s(
    "g",
    { class: "plate", "data-pile": name },
    s("rect", {
      x: x - width / 2 - 6,
      y: y - height - 6,
      width: width + 12,
      height: height + 8,
      rx: 10,
      class: "room",
    }),
    s("path", { d: `M${x - width / 2 - 6},${y + 2}h${width + 12}`, class: "foot" }),
    s("text", { x, y: y + 20, class: "count" }, text),
    s("text", { x, y: y + 38, class: "name" }, `pile ${name}`),
  );
}

/**
 * @param {Point} at
 * @param {number} height
 */
function well({ x, y }, height) {
  return s(
    "g",
    { class: "well" },
    s("rect", { x: x - TRAY / 2 + 10, y: y - height / 2, width: TRAY - 20, height, rx: 12 }),
    s("text", { x, y: 38, class: "name" }, "taken"),
  );
}
