// The changes of a board that are legal moves, with their values.

/** @import {Big, Board, Change, Move, Part, Place, RawPart} from "../types.js" */

/**
 * A change of the board that may be made: a move, or where there are no moves, parts to be set up.
 * @typedef {{to: string | null, set: RawPart | null, label: string, value: number | null, winning: boolean,
 *   blocked: boolean}} Option
 *
 * Where a part stands: an index into the parts of the place, then into the parts of that part, and so on.
 * @typedef {number[]} Path
 *
 * The numbers of a board.
 * @typedef {{piles: (Big | bigint)[]} | {strips: (Big | bigint)[][]}} Numbers
 */

/** The options of a place, found by the part that they change and the numbers it then has. */
export class Options {
  /**
   * @param {Place} place
   * @param {Pick<Move, "to" | "description" | "value" | "winning" | "changes">[]} moves
   * @param {{free?: boolean, blocked?: string[], hush?: boolean, before?: Place | null}} [how] `free`: every change may be
   *   made, as when a position is set up; `hush`: keep values and winning moves to yourself; `before`: where the last move
   *   came from, to be shown
   */
  constructor(place, moves, { free = false, blocked = [], hush = false, before = null } = {}) {
    this.place = place;
    this.free = free;
    this.blocked = blocked;
    /** The moves that a board has asked for, and so can make. @type {Set<string>} */
    this.drawn = new Set();
    this.before = before;
    /** @type {Map<string, {option: Option, change: Change}>} */
    this.all = new Map();
    for (const { to, description, value, winning, changes } of moves) {
      const shown = { value: hush ? null : value, winning: winning === true && !hush };
      const option = { to, set: null, label: description, blocked: blocked.includes(to), ...shown };
      const [change, ...more] = changes.filter(numbersOf);
      const numbers = change && numbersOf(change);
      // A move that changes several boards cannot be made by dragging.
      if (numbers && more.length === 0) this.all.set(key(change.part, numbers), { option, change });
    }
  }

  /**
   * What happens if a part changes to these numbers; nothing if that is no move.
   * @param {Path} path
   * @param {Numbers} numbers
   * @returns {Option | undefined}
   */
  at(path, numbers) {
    if (!this.free) {
      const found = this.all.get(key(path, numbers))?.option;
      if (found?.to) this.drawn.add(found.to);
      return found;
    }
    const label =
      "piles" in numbers ? numbers.piles.join(", ") : numbers.strips.map((s) => s.join(", ")).join("; ");
    return {
      to: null,
      set: changed(this.place, path, numbers),
      label,
      value: null,
      winning: false,
      blocked: false,
    };
  }

  /**
   * The numbers of a part after the moves that win or are blocked, which need room on the board when not all can be drawn.
   * @param {Path} path
   * @returns {Change[]}
   */
  marked(path) {
    const wanted = [...this.all.values()].filter(({ option }) => option.winning || option.blocked);
    return wanted.map(({ change }) => change).filter(({ part }) => String(part) === String(path));
  }

  /**
   * The largest numbers of the piles of a part after its moves.
   * @param {Path} path
   * @returns {number[]}
   */
  reach(path) {
    /** @type {number[]} */
    const most = [];
    for (const { change } of this.all.values()) {
      if (String(change.part) !== String(path)) continue;
      (change.piles ?? []).forEach((pile, i) => (most[i] = Math.max(most[i] ?? 0, Number(pile))));
    }
    return most;
  }

  /**
   * The board of a part before the last move.
   * @param {Path} path
   * @returns {Board | undefined}
   */
  old(path) {
    /** @type {{parts?: Part[]} | undefined} */
    let part = this.before ?? undefined;
    for (const i of path) part = part?.parts?.[i];
    return /** @type {Part | undefined} */ (part)?.board;
  }
}

/**
 * @param {{piles?: Big[] | undefined, strips?: Big[][] | undefined}} board or a change of one
 * @returns {{piles: Big[]} | {strips: Big[][]} | null}
 */
export function numbersOf({ piles, strips }) {
  return piles ? { piles } : strips ? { strips } : null;
}

/**
 * @param {Path} path
 * @param {Numbers} numbers
 */
function key(path, numbers) {
  const all =
    "piles" in numbers ? numbers.piles.map(String) : numbers.strips.map((strip) => strip.map(String));
  return JSON.stringify([path, all]);
}

/**
 * The place with other numbers in one of its parts, to be set up.
 * @param {Place} place
 * @param {Path} path
 * @param {Numbers} numbers
 * @returns {RawPart}
 */
export function changed(place, path, numbers) {
  const parts = place.parts.map((part, i) =>
    i === path[0] ? within(part, path.slice(1), numbers) : same(part),
  );
  if (place.closed !== undefined) return { spec: place.spec, parts, closed: place.closed };
  if (place.spec?.name === "misere") return { spec: place.spec, parts };
  return { parts };
}

/**
 * @param {Part} part
 * @param {Path} path from the part on
 * @param {Numbers} numbers
 * @returns {RawPart}
 */
function within({ spec, parts = [], closed }, path, numbers) {
  const [next, ...rest] = path;
  if (next === undefined) return { spec, ...sent(numbers) };
  return {
    spec,
    closed,
    parts: parts.map((part, i) => (i === next ? within(part, rest, numbers) : same(part))),
  };
}

/**
 * A part that stays as it is.
 * @param {{text: string}} part
 * @returns {RawPart}
 */
export function same({ text }) {
  return { text };
}

/**
 * Numbers as JSON has them.
 * @param {Numbers} numbers
 */
export function sent(numbers) {
  if ("piles" in numbers) return { piles: numbers.piles.map(String) };
  return { strips: numbers.strips.map((strip) => strip.map(String)) };
}
