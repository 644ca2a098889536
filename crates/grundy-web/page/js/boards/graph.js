// Draws piles on the vertices of a graph.

/** @import {Part, Point} from "../types.js" */
/** @import {Item, Target} from "./drag.js" */
/** @import {Options, Path} from "./options.js" */
import { s } from "../dom.js";
import { GAP, heap, shape } from "./counters.js";
import { moved, top } from "./piles.js";

/**
 * @param {Part} part
 * @param {Path} path of the part
 * @param {Options} options
 * @returns {{drawing: SVGGElement, items: Item[], corners: Point[]}}
 */
export function graph(part, path, options) {
  const all = part.board.piles ?? [];
  const edges = part.board.edges ?? [];
  const sizes = all.map((pile) => ({
    width: Math.max(shape(pile).wide * GAP, 54),
    height: shape(pile).high * GAP + 8,
  }));
  const widest = Math.max(...sizes.map(({ width, height }) => Math.max(width, height * 0.75)), 60);
  const radius = all.length < 2 ? 0 : Math.max((widest + 60) / 2 / Math.sin(Math.PI / all.length), 110);
  const middles = all.map((_, i) => {
    const turn = (2 * Math.PI * i) / all.length + (all.length === 2 ? Math.PI : -Math.PI / 2);
    return { x: radius * Math.cos(turn), y: radius * Math.sin(turn) };
  });
  const feet = middles.map(({ x, y }, i) => ({ x, y: y + (sizes[i]?.height ?? 0) / 2 }));
  const drawing = s("g", { class: "graph" });
  for (const [u, v, directed] of edges) drawing.append(edge(middles[u], middles[v], directed));
  const old = options.old(path)?.piles;
  /** @type {Point[]} */
  const corners = [];
  feet.forEach((foot, i) => {
    const { width, height } = sizes[i] ?? { width: 0, height: 0 };
    corners.push(
      { x: foot.x - width / 2 - 10, y: foot.y - height - 8 },
      { x: foot.x + width / 2 + 10, y: foot.y + 36 },
    );
    const drawn = vertex(foot, width, height, i, String(all[i] ?? 0));
    if (old && String(old[i]) !== String(all[i])) drawn.classList.add("changed");
    drawing.append(drawn);
  });
  /** @type {Item[]} */
  const items = [];
  all.forEach((pile, i) => {
    /** @param {number} take @returns {Target[]} */
    const targets = (take) =>
      all.flatMap((_, j) => {
        const option = i === j || options.free ? undefined : options.at(path, moved(all, i, j, take));
        const spot = top(feet[j], all[j]);
        return option && spot ? [{ ...spot, option }] : [];
      });
    const drawn = heap(pile, feet[i] ?? { x: 0, y: 0 }, `vertex ${i}`, targets, GAP * 3, sizes[i]?.height ?? 0);
    drawing.append(drawn.drawing);
    items.push(...drawn.items);
  });
  return { drawing, items, corners };
}

/**
 * @param {Point | undefined} from
 * @param {Point | undefined} to
 * @param {boolean} directed
 */
function edge(from, to, directed) {
  if (!from || !to) return "";
  const [mx, my] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const head = `M${mx - ux * 8 - uy * 6},${my - uy * 8 + ux * 6}L${mx + ux * 6},${my + uy * 6}L${mx - ux * 8 + uy * 6},${my - uy * 8 - ux * 6}Z`;
  return s(
    "g",
    { class: "edge" },
    s("path", { d: `M${from.x},${from.y}L${to.x},${to.y}` }),
    directed && s("path", { d: head, class: "head" }),
  );
}

/**
 * @param {Point} foot
 * @param {number} width
 * @param {number} height
 * @param {number} name
 * @param {string} count
 */
function vertex({ x, y }, width, height, name, count) {
  return s(
    "g",
    { class: "plate", "data-vertex": name },
    s("rect", {
      x: x - width / 2 - 8,
      y: y - height - 6,
      width: width + 16,
      height: height + 12,
      rx: 14,
      class: "vertex",
    }),
    s("text", { x, y: y + 20, class: "count" }, count.length > 9 ? `${count.slice(0, 4)}…` : count),
    s("text", { x, y: y + 36, class: "name" }, `vertex ${name}`),
  );
}
