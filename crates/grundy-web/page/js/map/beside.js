// What the map shows beside itself: the board of a cell, the proved periods of rows, and bookmarks.

/** @import {ProvedRow} from "./draw.js" */
/** @import {Known} from "../types.js" */
import * as api from "../api.js";
import { h } from "../dom.js";
import { board } from "../boards/board.js";
import { Options } from "../boards/options.js";
import { headline } from "../verdict.js";

/** The board of the cell under the pointer, with its winning moves. */
export class BesideBoard {
  constructor() {
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
      const valued = await api.value(text, undefined, signal);
      if (mine !== this.turn) return;
      const wins = valued.wins.map((one) => ({ ...one, value: 0, winning: true }));
      const picture = board(place, new Options(place, wins), { preview() {}, move() {}, draw: "piles" });
      // The board shows; it is not played on.
      for (const disc of picture.querySelectorAll(".disc")) disc.setAttribute("tabindex", "-1");
      this.element.replaceChildren(h("p", { class: "to" }, place.text), picture, headline(valued));
    } catch (error) {
      if (mine === this.turn && !api.aborted(error)) this.element.replaceChildren(h("p", { class: "aside" }, "No position"));
    }
  }

  leave() {
    clearTimeout(this.timer);
    this.turn += 1;
    this.stop.abort();
  }
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
