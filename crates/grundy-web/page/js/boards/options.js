// Which changes of a board are moves, and what is known of them.

/** @import {Big, Move, Part, Place} from "../types.js" */

/**
 * A change of the board that may be made.
 * @typedef {{to: string, label: string, value: number | null, winning: boolean, blocked: boolean}} Option
 */

/** The options of a place, found by the text of the place they lead to. */
export class Options {
  /**
   * @param {Place} place
   * @param {Move[]} moves
   * @param {{free?: boolean, blocked?: string[], hush?: boolean, before?: Place | null}} [how] `free`: every change may be
   *   made, as when a position is set up; `hush`: keep values and winning moves to yourself; `before`: where the last move
   *   came from, to be shown
   */
  constructor(place, moves, { free = false, blocked = [], hush = false, before = null } = {}) {
    this.place = place;
    this.free = free;
    this.before = before;
    /** @type {Map<string, Option>} */
    this.all = new Map();
    for (const { to, description, value, winning } of moves) {
      const shown = { value: hush ? null : value, winning: winning && !hush };
      this.all.set(to, { to, label: description, blocked: blocked.includes(to), ...shown });
    }
  }

  /**
   * What happens if part `i` changes to `text`; nothing if that is no move.
   * @param {number} i
   * @param {string} text
   * @returns {Option | undefined}
   */
  at(i, text) {
    const whole = written(this.place, i, text);
    if (this.free) return { to: whole, label: whole, value: null, winning: false, blocked: false };
    return this.all.get(whole) ?? this.all.get(whole.replace(/\)$/, "; closed)"));
  }

  /**
   * The lowest numbers that winning moves or blocks need on the board, when not all can be drawn.
   * @param {number} i
   * @returns {string[]} positions of part i
   */
  marked(i) {
    const wanted = [...this.all.values()].filter((option) => option.winning || option.blocked);
    return wanted.flatMap(({ to }) => split(this.place, to)[i] ?? []);
  }
}

/**
 * The place with another position in part `i`, as `to` of a move is written.
 * @param {Place} place
 * @param {number} i
 * @param {string} text
 */
export function written(place, i, text) {
  const compound = isCompound(place);
  if (!compound) return text;
  const parts = place.parts
    .map((part, j) => partText({ ...part, position: i === j ? text : part.position }))
    .join(" + ");
  return isNearly(place) ? `nearly(${parts}${place.closed ? "; closed" : ""})` : parts;
}

/**
 * A part as it is typed; a compound writes its games itself.
 * @param {Pick<Part, "game" | "position">} part
 */
export function partText({ game, position }) {
  return game.startsWith("nearly(") ? position : `${game} ${position}`;
}

/**
 * The expression that opens a place.
 * @param {Place} place
 * @param {string} to
 */
export function expression(place, to) {
  return isCompound(place) ? to : `${place.game} ${to}`;
}

/** @param {Place} place */
export function isNearly(place) {
  return place.game.startsWith("nearly(");
}

/** @param {Place} place */
export function isCompound(place) {
  return isNearly(place) || place.parts.length > 1;
}

/**
 * The positions of the parts in `to`.
 * @param {Place} place
 * @param {string} to
 * @returns {string[]}
 */
function split(place, to) {
  if (!isCompound(place)) return [to];
  const inner = isNearly(place) ? to.slice("nearly(".length, -1).replace(/; closed$/, "") : to;
  return inner.split(" + ").map((part) => part.slice(part.indexOf(" ") + 1));
}

/**
 * `[2,5],[3]` or `2,3`, as the part was written.
 * @param {Part} part
 * @param {(Big | bigint)[][]} strips
 */
export function stripsText(part, strips) {
  if (!part.position.includes("[")) return strips.map((strip) => strip.join(",")).join(",");
  return strips.map((strip) => `[${strip.join(",")}]`).join(",");
}
