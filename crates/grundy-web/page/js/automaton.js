// An automaton that reads the digits of two numbers, drawn from left to right by the distance from its first state.

import * as api from "./api.js";
import { h, s } from "./dom.js";
import { problem } from "./notation.js";

/**
 * For each state, the states after the digits 00, 10, .., 01, 11, .. of x and y. State 0 is the first.
 * @typedef {{game: string, value: number, numeration: string, states: number, transitions: (number | null)[][], accepting: number[]}} Automaton
 */

/** States that have names and labelled arrows; and the most that are drawn at all. */
const NAMED = 24;
const MOST = 1500;

/**
 * A control that asks for the automaton of a value and draws it.
 * @param {string} game
 * @param {number} value
 */
export function automatonOf(game, value) {
  const shown = h("div", { "aria-live": "polite" });
  const stop = new AbortController();
  const ask = async () => {
    shown.replaceChildren(h("p", { class: "waits" }, h("span", { class: "spinner", "aria-hidden": "true" }), "Looking for the automaton …"));
    try {
      const found = /** @type {Automaton} */ (await api.stream("automaton", { game, value }, () => undefined, stop.signal));
      shown.replaceChildren(told(found), found.states <= MOST ? drawn(found) : "");
    } catch (error) {
      if (api.aborted(error)) return;
      const none = error instanceof api.Refusal && (error.status === 404 || error.status === 400);
      shown.replaceChildren(none ? h("p", { class: "aside" }, "No automaton is known for these positions.") : h("div", { class: "fault" }, problem(error)));
    }
  };
  const element = h("details", { class: "values automaton" }, h("summary", {}, "As an automaton"), shown);
  element.addEventListener("toggle", () => {
    if (element.open && shown.childElementCount === 0) void ask();
  });
  return element;
}

/** @param {Automaton} found */
function told({ game, value, numeration, states, accepting }) {
  const name = { zeckendorf: "in Zeckendorf representation", "base-2": "in base 2" }[numeration] ?? `in ${numeration}`;
  const text = `This automaton reads the digits of two numbers ${name}, the first ones first, and accepts just the positions of value ${value} of ${game}. ${states} ${states === 1 ? "state" : "states"}, ${accepting.length} accepting.`;
  return h("p", { class: "aside" }, states > MOST ? `${text} That is too many to draw.` : text);
}

/** The digits of x and of y of a symbol, one of so many. @param {number} symbol @param {number} symbols */
function digits(symbol, symbols) {
  const base = Math.round(Math.sqrt(symbols));
  return `${symbol % base}${Math.floor(symbol / base)}`;
}

/** The distance of each state from the first. @param {Automaton} found */
function depths({ transitions }) {
  /** @type {Map<number, number>} */
  const depth = new Map([[0, 0]]);
  for (const [state, far] of depth)
    for (const next of transitions[state] ?? []) if (next !== null && !depth.has(next)) depth.set(next, far + 1);
  return depth;
}

/** @param {Automaton} found */
function drawn(found) {
  const named = found.states <= NAMED;
  const [column, row, radius] = named ? [120, 78, 17] : [26, 11, 3];
  const depth = depths(found);
  /** @type {Map<number, number[]>} */
  const layers = new Map();
  for (const [state, far] of depth) layers.set(far, [...(layers.get(far) ?? []), state]);
  const tall = Math.max(...[...layers.values()].map((layer) => layer.length)) * row;
  /** @type {Map<number, {x: number, y: number}>} */
  const spots = new Map();
  for (const [far, layer] of layers) {
    // Neighbours are shifted a little, so that arrows between them are not one line.
    const shift = named && far % 2 === 1 ? row * 0.22 : 0;
    layer.forEach((state, i) => spots.set(state, { x: 40 + far * column, y: 40 + tall / 2 + (i - (layer.length - 1) / 2) * row + shift }));
  }
  const [width, height] = [80 + (layers.size - 1) * column, tall + 90];
  const svg = s("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: `states ${named ? "" : "many-states"}`,
    role: "img",
    "aria-label": `Automaton with ${found.states} states; ${found.accepting.length} accept`,
  });
  svg.style.maxWidth = `${Math.round(width * (named ? 1.1 : 2))}px`;
  for (const [state, from] of spots) {
    /** @type {Map<number, string[]>} */
    const arrows = new Map();
    (found.transitions[state] ?? []).forEach((next, i, all) => {
      if (next !== null) arrows.set(next, [...(arrows.get(next) ?? []), digits(i, all.length)]);
    });
    for (const [next, symbols] of arrows) {
      const to = spots.get(next);
      if (to) svg.append(arrow(from, to, radius, named ? symbols.join(" ") : ""));
    }
  }
  const accepting = new Set(found.accepting);
  for (const [state, { x, y }] of spots) {
    const kind = `${accepting.has(state) ? "accepting" : ""} ${state === 0 ? "first" : ""}`;
    svg.append(
      s("g", { class: `state ${kind}` }, s("circle", { cx: x, cy: y, r: radius }), accepting.has(state) && named ? s("circle", { cx: x, cy: y, r: radius - 4 }) : null, named ? s("text", { x, y }, String(state)) : null),
    );
  }
  return h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": "The automaton" }, svg);
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} radius
 * @param {string} label
 */
function arrow(from, to, radius, label) {
  if (from === to) {
    const [x, y] = [from.x, from.y - radius];
    const loop = `M${x - radius * 0.5},${y + 2}C${x - radius * 1.6},${y - radius * 1.9} ${x + radius * 1.6},${y - radius * 1.9} ${x + radius * 0.5},${y + 2}`;
    return s("g", { class: "step-of" }, s("path", { d: loop }), label && s("text", { x, y: y - radius * 1.55 }, label));
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  const [ux, uy] = [dx / far, dy / far];
  const bow = Math.min(34, far * 0.16);
  const [mx, my] = [(from.x + to.x) / 2 + uy * bow, (from.y + to.y) / 2 - ux * bow];
  const turn = Math.atan2(to.y - my, to.x - mx);
  const [tx, ty] = [to.x - Math.cos(turn) * radius, to.y - Math.sin(turn) * radius];
  const out = Math.atan2(my - from.y, mx - from.x);
  const [sx, sy] = [from.x + Math.cos(out) * radius, from.y + Math.sin(out) * radius];
  const size = label === "" ? 0 : 7;
  const barb = (/** @type {number} */ side) => `${tx - Math.cos(turn + side * 0.42) * size},${ty - Math.sin(turn + side * 0.42) * size}`;
  return s(
    "g",
    { class: "step-of" },
    s("path", { d: `M${sx},${sy}Q${mx},${my} ${tx},${ty}` }),
    size > 0 && s("path", { class: "head", d: `M${barb(1)}L${tx},${ty}L${barb(-1)}Z` }),
    label && s("text", { x: (from.x + to.x) / 4 + mx / 2, y: (from.y + to.y) / 4 + my / 2 - 4 }, label),
  );
}
