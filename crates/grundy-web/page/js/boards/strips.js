// Draws strips with tokens, side by side or radiating from their shared squares.

/** @import {Part, Point} from "../types.js" */
/** @import {Item, Target} from "./drag.js" */
/** @import {Options, Path} from "./options.js" */
import { s } from "../dom.js";

/** The side of a square. */
const CELL = 44;
/** From one square to the next. */
const STEP = CELL + 3;
/** Strips longer than this are drawn with gaps. */
const LONGEST = 26;

/** The most squares without tokens that are drawn beyond a gap. */
const MARKED = 12;

/** @typedef {{origin: Point, angle: number}} Ray where square 0 would be, and where the strip goes */

/**
 * @param {Part} part
 * @param {Path} path of the part
 * @param {Options} options
 * @returns {{drawing: SVGGElement, items: Item[], corners: Point[]}}
 */
export function strips(part, path, options) {
  const tokens = (part.board.strips ?? []).map((strip) => strip.map(BigInt));
  const star = tokens.length > 1 ? BigInt(part.board.shared ?? 0) : 0n;
  // Show the target squares of winning moves even if the board has gaps.
  const marked = options
    .marked(path)
    .map(({ strips: after = [] }) => after.map((strip) => strip.map(BigInt)));
  const axis = scale(tokens, star, marked, options.free);
  const alone = path.length === 1 && options.place.parts.length === 1;
  const rays = layout(tokens.length, star, axis, alone);
  /** @param {number} strip @param {bigint} square @returns {Point} */
  const spot = (strip, square) =>
    along(rays[strip] ?? { origin: { x: 0, y: 0 }, angle: 0 }, axis, star, square);

  const drawing = s("g", { class: "strips" });
  /** @type {Point[]} */
  const corners = [];
  const taken = new Set(
    tokens
      .flat()
      .filter((square) => square < star)
      .map(String),
  );
  // Cells that two strips have in common in another order have the same letter, and a ring if the other strip has a token there.
  const map = part.board.crossed ?? [];
  /** @param {number} i @param {bigint} square @returns {number | undefined} as a cell of the first strip */
  const common = (i, square) => (square < BigInt(map.length) ? (i === 0 ? Number(square) : map[Number(square)]) : undefined);
  tokens.forEach((_, i) => {
    for (const square of axis.squares(i)) {
      if (square < star && i > 0) continue;
      const { x, y } = spot(i, square);
      corners.push({ x, y });
      drawing.append(cell({ x, y }, rays[i]?.angle ?? 0, square < star ? null : i + 1, square));
      const letter = common(i, square);
      if (letter !== undefined) {
        const held = tokens[1 - i]?.some((other) => common(1 - i, other) === letter);
        if (held) drawing.append(s("circle", { cx: x, cy: y, r: CELL * 0.3, class: "elsewhere" }));
        drawing.append(s("text", { x: x - CELL * 0.34, y: y - CELL * 0.34, class: "letter" }, letterOf(letter)));
      }
    }
    if (star > 0n) drawing.prepend(joint(spot(i, star - 1n), spot(i, star)));
    for (const gap of axis.gaps(i)) drawing.append(dots(spot(i, gap[0]), spot(i, gap[1])));
    if (tokens.length > 1) {
      const end = axis.squares(i).at(-1) ?? 0n;
      const [tip, before] = [spot(i, end), spot(i, end > 0n ? end - 1n : 0n)];
      const far = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
      const [x, y] = [
        tip.x + ((tip.x - before.x) / far) * STEP * 0.85,
        tip.y + ((tip.y - before.y) / far) * STEP * 0.85,
      ];
      corners.push({ x, y });
      drawing.append(s("text", { x, y, class: "name" }, String(i + 1)));
    }
  });

  const old = options.old(path)?.strips?.map((strip) => strip.map(BigInt));
  /** @type {Item[]} */
  const items = [];
  tokens.forEach((strip, i) => {
    strip.forEach((square, t) => {
      const home = spot(i, square);
      /** @type {Target[]} */
      const targets = [];
      for (const to of axis.squares(i)) {
        if (strip.includes(to) || (options.free && to < star && taken.has(String(to)))) continue;
        const next = tokens.map((other, j) => (j === i ? sorted(strip.with(t, to)) : other));
        const option = options.at(path, { strips: next });
        if (option) targets.push({ ...spot(i, to), option });
      }
      targets.sort((a, b) => Math.hypot(a.x - home.x, a.y - home.y) - Math.hypot(b.x - home.x, b.y - home.y));
      const { body, handle } = token(home, square);
      if (old && !old[i]?.includes(square))
        body.prepend(s("circle", { cx: home.x, cy: home.y, r: CELL * 0.48, class: "last" }));
      drawing.append(body);
      const where = tokens.length > 1 ? `strip ${i + 1}, square ${square}` : `square ${square}`;
      items.push({
        body,
        handle,
        home,
        targets,
        label: `Token on ${where}`,
        near: STEP * 0.8,
        mark: CELL * 0.36,
      });
    });
  });
  return { drawing, items, corners };
}

/** A, B, .., Z, then A1, B1, ... @param {number} place */
function letterOf(place) {
  const turn = Math.floor(place / 26);
  return String.fromCharCode(65 + (place % 26)) + (turn > 0 ? turn : "");
}

/** @param {bigint[]} squares */
function sorted(squares) {
  return squares.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/**
 * Which squares of each strip are drawn, and at which step.
 * @param {bigint[][]} tokens
 * @param {bigint} star
 * @param {bigint[][][]} wanted
 * @param {boolean} free
 */
function scale(tokens, star, wanted, free) {
  const all = tokens.map((strip, i) => {
    const top = strip.at(-1) ?? 0n;
    const end = (top > star + 1n ? top : star + 1n) + (free ? 3n : 1n);
    if (end <= BigInt(LONGEST)) return Array.from({ length: Number(end) + 1 }, (_, square) => BigInt(square));
    // Every token has its place; of the squares that are only marked, the first few.
    const others = wanted.flatMap((position) => position[i] ?? []).filter((at) => !strip.includes(at));
    const near = [...strip, ...others.slice(0, MARKED)].flatMap((at) => [at - 1n, at, at + 1n]);
    const kept = new Set([0n, 1n, 2n, star, ...near].filter((square) => square >= 0n && square <= end));
    return sorted([...kept]);
  });
  const steps = all.map((squares) => {
    const map = new Map();
    let step = 0;
    squares.forEach((square, j) => {
      const before = squares[j - 1];
      if (before !== undefined) step += square === before + 1n ? 1 : 1.9;
      map.set(square, step);
    });
    return map;
  });
  return {
    /** @param {number} i */
    squares: (i) => all[i] ?? [],
    /** @param {number} i @param {bigint} square @returns {number} */
    step: (i, square) => steps[i]?.get(square) ?? 0,
    /** @param {number} i @returns {[bigint, bigint][]} */
    gaps: (i) =>
      (all[i] ?? []).flatMap((square, j, squares) => {
        const next = squares[j + 1];
        return next !== undefined && next !== square + 1n
          ? [/** @type {[bigint, bigint]} */ ([square, next])]
          : [];
      }),
    rows: all.map((_, i) => i),
  };
}

/** @typedef {ReturnType<typeof scale> & {hub?: number}} Axis */

/**
 * @param {number} count
 * @param {bigint} star
 * @param {Axis} axis
 * @param {boolean} alone whether it has the screen for itself
 * @returns {(Ray & {row: number})[]}
 */
function layout(count, star, axis, alone) {
  if (star === 0n) return axis.rows.map((row) => ({ origin: { x: 0, y: row * STEP * 1.4 }, angle: 0, row }));
  if (star === 1n) {
    const wide = (CELL / 2 / Math.tan(Math.PI / Math.max(count, 3)) + CELL * 0.62) / STEP;
    axis.hub = Math.max(1.06, wide);
    const steps = axis.rows.reduce((sum, row) => sum + axis.squares(row).length, 0);
    // Two strips form a line: horizontal, or vertical on a narrow screen.
    const upright = alone && innerWidth < 560 && steps > 10;
    const start = count === 2 ? (upright ? -90 : 180) : -90 - 180 / count;
    return axis.rows.map((row) => ({ origin: { x: 0, y: 0 }, angle: start + (360 / count) * row, row }));
  }
  const spread = Math.min(130, 42 * (count - 1));
  axis.hub = Math.max(1.1, (CELL / STEP / 2) * (1.1 + 1 / Math.tan((spread / (count - 1) / 360) * Math.PI)));
  return axis.rows.map((row) => ({
    origin: { x: 0, y: 0 },
    angle: -spread / 2 + (spread / (count - 1)) * row,
    row,
  }));
}

/**
 * @param {Ray & {row?: number}} ray
 * @param {Axis} axis
 * @param {bigint} star
 * @param {bigint} square
 * @returns {Point}
 */
function along(ray, axis, star, square) {
  const row = ray.row ?? 0;
  const step = axis.step(row, square);
  if (star > 1n && square < star) return { x: step * STEP, y: 0 };
  const trunk = star > 1n ? axis.step(row, star - 1n) : 0;
  const out = star > 0n ? (axis.hub ?? 1) : 0;
  const far = (star > 0n && square >= star ? out + (step - axis.step(row, star)) : step) * STEP;
  const turn = (ray.angle * Math.PI) / 180;
  return { x: ray.origin.x + trunk * STEP + Math.cos(turn) * far, y: ray.origin.y + Math.sin(turn) * far };
}

/**
 * @param {Point} at
 * @param {number} angle
 * @param {number | null} strip nothing for a square that all strips share
 * @param {bigint} square
 */
function cell({ x, y }, angle, strip, square) {
  const shared = strip === null;
  const label = s("text", { x, y, class: `square ${long(square)}` }, short(square));
  const half = CELL / 2;
  const shape = shared
    ? s("circle", { cx: x, cy: y, r: half * 1.08 })
    : s("rect", {
        x: x - half,
        y: y - half,
        width: CELL,
        height: CELL,
        rx: 7,
        transform: `rotate(${angle} ${x} ${y})`,
      });
  return s(
    "g",
    { class: shared ? "cell shared" : "cell", "data-cell": shared ? square : `${strip}/${square}` },
    shape,
    label,
  );
}

/**
 * From the shared squares to a strip.
 * @param {Point} from
 * @param {Point} to
 */
function joint(from, to) {
  return s("path", { class: "joint", d: `M${from.x},${from.y}L${to.x},${to.y}` });
}

/**
 * @param {Point} from
 * @param {Point} to
 */
function dots(from, to) {
  const g = s("g", { class: "gap" });
  for (const part of [0.42, 0.5, 0.58])
    g.append(s("circle", { cx: from.x + (to.x - from.x) * part, cy: from.y + (to.y - from.y) * part, r: 2 }));
  return g;
}

/**
 * @param {Point} at
 * @param {bigint} square
 */
function token({ x, y }, square) {
  const handle = s("circle", { cx: x, cy: y, r: CELL * 0.4, class: "disc" });
  const body = s(
    "g",
    { class: "token" },
    handle,
    s("text", { x, y, class: long(square), "aria-hidden": "true" }, short(square)),
  );
  return { body, handle };
}

/** @param {bigint} square */
function long(square) {
  return square > 99_999n ? "longer" : square > 999n ? "long" : "";
}

/** @param {bigint} square */
function short(square) {
  const text = String(square);
  return text.length <= 5 ? text : `${text.slice(0, 2)}…${text.slice(-3)}`;
}
