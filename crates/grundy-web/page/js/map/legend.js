// The legend of the map, and the map as a picture with its legend.

/** @import {Look} from "./palette.js" */
import { h } from "../dom.js";
import { MARK, gradient } from "./palette.js";

/**
 * What the colours mean: the ends of the scale and the highlighted value.
 * @param {Look} look
 * @returns {{low: string, high: string, mark: string | null}}
 */
export function ends({ scale, top, mark }) {
  const high = { relative: "a + b", linear: `${top}`, log: `${top} (log)`, bits: "15 (mod 16)" }[scale];
  return { low: "0", high, mark: mark === null ? null : mark === 0 ? "P-positions" : `value ${mark}` };
}

/** @param {Look} look @param {boolean} [periods] whether proved periods are marked */
export function legend(look, periods = false) {
  const { low, high, mark } = ends(look);
  const bar = h("span", { class: "ramp" });
  bar.style.background = gradient(look.palette);
  const swatch = h("span", { class: "swatch" });
  swatch.style.background = `rgb(${MARK.join(" ")})`;
  return h(
    "div",
    { class: "legend", role: "img", "aria-label": `Colours from value ${low} to ${high}${mark ? `; ${mark} highlighted` : ""}${periods ? "; a bar along proved preperiods, a tick where each period begins" : ""}` },
    h("span", {}, low),
    bar,
    h("span", {}, high),
    mark ? [swatch, h("span", {}, mark)] : null,
    periods ? [h("span", { class: "bar-key" }), h("span", {}, "preperiod"), h("span", { class: "tick-key" }), h("span", {}, "period begins")] : null,
  );
}

/**
 * The map as a picture, with a caption and its legend below.
 * @param {HTMLCanvasElement} canvas
 * @param {string} caption
 * @param {Look} look
 * @param {{paper: string, ink: string}} inks
 * @returns {Promise<Blob | null>}
 */
export function pictured(canvas, caption, look, inks) {
  const ratio = devicePixelRatio || 1;
  const foot = 34 * ratio;
  const twin = document.createElement("canvas");
  [twin.width, twin.height] = [canvas.width, canvas.height + foot];
  const context = twin.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.fillStyle = inks.paper;
  context.fillRect(0, 0, twin.width, twin.height);
  context.drawImage(canvas, 0, 0);
  const { low, high, mark } = ends(look);
  const y = canvas.height + foot / 2;
  context.font = `${13 * ratio}px sans-serif`;
  context.textBaseline = "middle";
  context.fillStyle = inks.ink;
  let x = 12 * ratio;
  const write = (/** @type {string} */ text) => {
    context.fillText(text, x, y);
    x += context.measureText(text).width + 8 * ratio;
  };
  write(low);
  const wide = 120 * ratio;
  const ramp = context.createLinearGradient(x, 0, x + wide, 0);
  const stops = gradient(look.palette).match(/#[0-9a-f]{6}/g) ?? [];
  stops.forEach((stop, i) => ramp.addColorStop(i / Math.max(1, stops.length - 1), stop));
  context.fillStyle = ramp;
  context.fillRect(x, y - 6 * ratio, wide, 12 * ratio);
  x += wide + 8 * ratio;
  context.fillStyle = inks.ink;
  write(high);
  if (mark) {
    context.fillStyle = `rgb(${MARK.join(" ")})`;
    context.fillRect(x, y - 6 * ratio, 12 * ratio, 12 * ratio);
    x += 20 * ratio;
    context.fillStyle = inks.ink;
    write(mark);
  }
  context.textAlign = "right";
  context.fillText(caption, twin.width - 12 * ratio, y);
  return new Promise((done) => twin.toBlob(done));
}
