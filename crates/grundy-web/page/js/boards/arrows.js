// Winning moves as arrows, blocked moves as crosses, over any board.

/** @import {Item, Target} from "./drag.js" */
import { s } from "../dom.js";

/** More arrows than this hide the board; the list beside it has them all. */
const MOST = 12;

/**
 * @param {Item[]} items
 */
export function arrows(items) {
  const layer = s("g", { class: "arrows", "aria-hidden": "true" });
  let drawn = 0;
  for (const item of items) {
    for (const target of item.targets) {
      if (target.option.blocked) layer.append(cross(target, item.mark));
      if (!target.option.winning || target.option.blocked || drawn >= MOST) continue;
      drawn += 1;
      layer.append(arrow(item, target));
    }
  }
  return layer;
}

/**
 * A bowed line with a head, that ends before the middle of the target.
 * @param {Item} item
 * @param {Target} target
 */
function arrow(item, target) {
  const [dx, dy] = [target.x - item.home.x, target.y - item.home.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const bow = Math.min(far * 0.22, item.mark * 1.6) * (dx < 0 || (dx === 0 && dy > 0) ? 1 : -1);
  const [mx, my] = [item.home.x + dx / 2 - uy * bow, item.home.y + dy / 2 + ux * bow];
  const [ex, ey] = [target.x - mx, target.y - my];
  const end = Math.hypot(ex, ey) || 1;
  const [vx, vy] = [ex / end, ey / end];
  const [tx, ty] = [target.x - vx * 3, target.y - vy * 3];
  const [sx, sy] = [mx - item.home.x, my - item.home.y];
  const out = (item.mark * 1.15) / (Math.hypot(sx, sy) || 1);
  const from = `M${item.home.x + sx * out},${item.home.y + sy * out}`;
  const size = item.mark * 0.5;
  /** @param {number} side */
  const barb = (side) =>
    `${tx - vx * size - vy * size * 0.6 * side},${ty - vy * size + vx * size * 0.6 * side}`;
  return s(
    "g",
    { class: "arrow" },
    s("path", { class: "halo", d: `${from}Q${mx},${my} ${tx},${ty}` }),
    s("path", { d: `${from}Q${mx},${my} ${tx - vx * size * 0.6},${ty - vy * size * 0.6}` }),
    s("path", { class: "head", d: `M${barb(1)}L${tx},${ty}L${barb(-1)}Z` }),
  );
}

/**
 * @param {Target} target
 * @param {number} radius
 */
function cross({ x, y }, radius) {
  const r = radius * 0.5;
  return s("path", {
    class: "cross",
    d: `M${x - r},${y - r}L${x + r},${y + r}M${x + r},${y - r}L${x - r},${y + r}`,
  });
}
