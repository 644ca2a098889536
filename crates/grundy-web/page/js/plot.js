// Plots a sequence of numbers, with shaded preperiod and periods.

import { h, s } from "./dom.js";

const HEIGHT = 320;
const MARGIN = { left: 56, right: 16, top: 46, bottom: 40 };
/** Room between the first and last values and the edges, so that their dots are whole. */
const EDGE = 6;

/**
 * @typedef {{values: (number | null)[], from: number, across: string, up: string, shade: {preperiod: number, period: number} | null,
 *   proved: boolean, label: string}} Plot
 */

/**
 * @param {Plot} plot
 * @param {number} width
 */
export function plotted({ values, from, across, up, shade, proved, label }, width) {
  const known = values.filter((value) => value !== null);
  const low = Math.min(0, ...known);
  const high = Math.max(1, ...known);
  const [inner, tall] = [width - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
  const count = Math.max(values.length, 2);
  /** @param {number} n */
  const x = (n) => MARGIN.left + ((n - from + 0.5) / count) * inner;
  /** @param {number} value */
  const y = (value) => MARGIN.top + tall - EDGE - ((value - low) / (high - low)) * (tall - 2 * EDGE);
  const svg = s("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    class: "plot",
    role: "img",
    "aria-label": label,
  });
  const end = from + values.length;
  if (shade) svg.append(...bands(shade, from, end, (n) => x(n - 0.5), tall, proved));
  for (const tick of ticks(low, high, 6)) {
    svg.append(
      s("path", { class: "grid", d: `M${MARGIN.left},${y(tick)}H${width - MARGIN.right}` }),
      s("text", { x: MARGIN.left - 8, y: y(tick), class: "left" }, String(tick).replace("-", "−")),
    );
  }
  for (const tick of ticks(from, end - 1, Math.max(3, Math.floor(inner / 90)))) {
    svg.append(s("text", { x: x(tick), y: HEIGHT - MARGIN.bottom + 16 }, String(tick)));
  }
  svg.append(
    s("text", { x: width - MARGIN.right, y: HEIGHT - 8, class: "axis right" }, across),
    s("text", { x: 4, y: 16, class: "axis up" }, up),
  );
  const radius = Math.max(1.1, Math.min(3.5, (inner / count) * 0.4));
  const dots = values
    .map((value, i) => (value === null ? "" : `M${round(x(from + i))},${round(y(value))}h0`))
    .join("");
  const path = s("path", { class: "dots", d: dots });
  path.style.strokeWidth = String(radius * 2);
  svg.append(path);
  return svg;
}

/** @param {number} x */
function round(x) {
  return Math.round(x * 100) / 100;
}

/**
 * @param {{preperiod: number, period: number}} shade
 * @param {number} from
 * @param {number} end
 * @param {(n: number) => number} x
 * @param {number} tall
 * @param {boolean} proved
 */
function bands({ preperiod, period }, from, end, x, tall, proved) {
  const made = [];
  const kind = proved ? "proved" : "seen";
  if (preperiod > from) made.push(band(x(from), x(Math.min(preperiod, end)), tall, "preperiod", "preperiod"));
  for (let start = preperiod, i = 0; start < end && i < 400; start += period, i += 1) {
    if (start + period <= from) continue;
    const [left, right] = [x(Math.max(start, from)), x(Math.min(start + period, end))];
    if (right - left < 0.5) break;
    made.push(band(left, right, tall, `period ${kind} ${i % 2 ? "odd" : ""}`, i === 0 ? "period" : ""));
  }
  return made;
}

/**
 * @param {number} left
 * @param {number} right
 * @param {number} tall
 * @param {string} kind
 * @param {string} name
 */
function band(left, right, tall, kind, name) {
  const wide = right - left;
  const text =
    name !== "" && wide > 56 && s("text", { x: left + wide / 2, y: MARGIN.top - 6, class: "band" }, name);
  return s("g", { class: kind }, s("rect", { x: left, y: MARGIN.top, width: wide, height: tall }), text);
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
function ticks(low, high, most) {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 1);
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(Math.round(tick));
  return found;
}

/**
 * A period to scale: the preperiod, and the first repeats, each with what is added.
 * @param {{preperiod: number, period: number, saltus: number, proved: boolean}} law
 */
export function lawBar({ preperiod, period, saltus, proved }) {
  const [width, height, repeats] = [400, 58, 3];
  const total = preperiod + repeats * period;
  const scale = (width - 30) / Math.max(1, total);
  // A part that is too short to be seen is drawn a little longer.
  const head = preperiod === 0 ? 0 : Math.max(8, Math.min(width - 150, preperiod * scale));
  const each = (width - 30 - head) / repeats;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot law-bar", role: "img", "aria-label": `${preperiod === 0 ? "No preperiod" : `Preperiod of ${preperiod}`}, then ${period} values that repeat${saltus ? `, each time ${saltus} more` : ""}` });
  if (head > 0) svg.append(s("g", { class: "preperiod" }, s("rect", { x: 0, y: 12, width: head, height: 22 }), s("text", { x: Math.max(head / 2, 4), y: 50, class: head < 60 ? "up" : "" }, String(preperiod))));
  for (let i = 0; i < repeats; i += 1) {
    const x = head + i * each;
    const more = saltus === 0 ? "" : i === 0 ? "+0" : `+${i * saltus}`;
    svg.append(
      s("g", { class: `period ${proved ? "proved" : "seen"} ${i % 2 ? "odd" : ""}` }, s("rect", { x, y: 12, width: each, height: 22 }), s("text", { x: x + each / 2, y: 27 }, more)),
      s("text", { x: x + each / 2, y: 50 }, i === 0 ? `${period} values` : "again"),
    );
  }
  svg.append(s("text", { x: width - 24, y: 27, class: "up" }, "…"));
  return svg;
}

/**
 * The numbers as text.
 * @param {(number | string | null)[]} values
 * @param {string} summary
 */
export function numbers(values, summary) {
  return h(
    "details",
    { class: "values" },
    h("summary", {}, summary),
    h(
      "p",
      { class: "digits", tabindex: "0", role: "region", "aria-label": summary },
      values.map((value) => value ?? "–").join(", "),
    ),
  );
}
