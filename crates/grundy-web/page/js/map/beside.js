// What the map shows beside itself: the board of a cell, the proved periods of rows, and bookmarks.

/** @import {Cell, ProvedRow} from "./draw.js" */
/** @import {Option} from "../boards/options.js" */
/** @import {Known, Move, Place} from "../types.js" */
import * as api from "../api.js";
import { h } from "../dom.js";
import { board } from "../boards/board.js";
import { Options } from "../boards/options.js";
import { headline, known, marked } from "../verdict.js";

/**
 * The board of the cell under the pointer, with its moves. A move that is aimed at is shown on the map, and one that is made goes to its
 * cell.
 */
export class BesideBoard {
  /** @param {{aim(cell: Cell | null): void, go(cell: Cell): void}} act */
  constructor(act) {
    this.act = act;
    this.element = h("aside", { class: "beside", "aria-label": "The position of the cell" });
    this.element.hidden = true;
    this.turn = 0;
    this.timer = 0;
    this.stop = new AbortController();
  }

  /** @param {string | null} text the position; nothing leaves the last one */
  show(text) {
    if (this.element.hidden || text === null || this.element.dataset["at"] === text) return;
    this.element.dataset["at"] = text;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.draw(text), 60);
  }

  /** @param {string} text */
  async draw(text) {
    this.turn += 1;
    const mine = this.turn;
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    try {
      const place = await api.place(text);
      if (mine !== this.turn) return;
      // The board comes first; value and winning moves when they are known.
      this.fill(place, [], h("p", { class: "waits" }, h("span", { class: "spinner", "aria-hidden": "true" }), "Computing …"));
      const [valued, listed] = await Promise.all([api.value(text, undefined, signal), api.movesOnly(text).catch(() => null)]);
      if (mine !== this.turn) return;
      this.fill(place, listed ? marked(listed.moves, valued) : known(valued), headline(valued));
    } catch (error) {
      if (mine === this.turn && !api.aborted(error)) this.element.replaceChildren(h("p", { class: "aside" }, "No position"));
    }
  }

  /**
   * @param {Place} place
   * @param {Move[]} moves
   * @param {HTMLElement} said
   */
  fill(place, moves, said) {
    const act = {
      preview: (/** @type {Option | null} */ option) => this.act.aim(option ? cellOf(place, moves, option) : null),
      move: (/** @type {Option} */ option) => {
        const cell = cellOf(place, moves, option);
        if (cell) this.act.go(cell);
      },
      draw: "piles",
    };
    this.element.replaceChildren(h("p", { class: "to" }, place.text), board(place, new Options(place, moves), act), said);
  }

  leave() {
    clearTimeout(this.timer);
    this.turn += 1;
    this.stop.abort();
  }
}

/**
 * The cell that a move leads to.
 * @param {Place} place
 * @param {Move[]} moves
 * @param {Option} option
 * @returns {Cell | null}
 */
function cellOf(place, moves, { to }) {
  const before = place.parts[0]?.cell;
  const [change] = moves.find((one) => one.to === to)?.changes ?? [];
  const { piles, strips } = place.parts[0]?.board ?? {};
  const [old, next] = [piles ?? strips?.flat(), change?.piles ?? change?.strips?.flat()];
  if (!before || !old || !next || old.length !== next.length) return null;
  // The coordinates are the last two numbers of the position; the others are fixed.
  const [a, b] = next.slice(-2).map(Number);
  const fixed = old.slice(0, -2).every((number, i) => String(number) === String(next[i]));
  return fixed && a !== undefined && b !== undefined && String(old.slice(-2)) === String(before) ? { a, b } : null;
}

/** The most rows whose periods are looked for, and the longest time for one, in milliseconds. */
const ROWS = 24;
const TIME = 4000;

/**
 * The rows whose periods are proved, one after another.
 * @param {string} game
 * @param {(rows: ProvedRow[]) => void} act called after each row
 * @param {AbortSignal} signal
 */
export async function provedRows(game, act, signal) {
  /** @type {ProvedRow[]} */
  const rows = [];
  for (let row = 0; row < ROWS && !signal.aborted; row += 1) {
    const stop = new AbortController();
    const end = () => stop.abort();
    const timer = setTimeout(end, TIME);
    signal.addEventListener("abort", end);
    try {
      const known = /** @type {Known} */ (await api.stream("period", { game, row }, () => undefined, stop.signal));
      if (known.verdict === "proved" && known.period !== null) rows.push({ row, preperiod: known.preperiod ?? 0, period: known.period });
      if (!signal.aborted) act([...rows]);
    } catch {
      // A row that takes longer ends the search: later rows take longer still.
      return;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  }
}

const KEY = "maps";
const MOST = 50;

/** Bookmarks of views of the map. What the storage holds is checked. @returns {{name: string, hash: string}[]} */
export function bookmarks() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(all)) return [];
    return all.flatMap((one) => {
      const { name, hash } = Object(one);
      return typeof name === "string" && typeof hash === "string" && hash.startsWith("#/map") ? [{ name, hash }] : [];
    });
  } catch {
    return [];
  }
}

/** @param {string} name @param {string} hash */
export function bookmark(name, hash) {
  const others = bookmarks().filter((one) => one.name !== name);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, { name, hash }].slice(-MOST)));
  } catch {
    // Without storage nothing is kept.
  }
}
