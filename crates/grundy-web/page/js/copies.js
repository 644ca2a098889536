// A menu of what can be copied or saved.

import { copy, h, save } from "./dom.js";

/**
 * Text to copy, or a file to save.
 * @typedef {() => string | Promise<string>} Text
 * @typedef {{file: string, blob: () => Blob | Promise<Blob | null> | null}} File
 */

/**
 * @param {[string, Text | File][]} entries
 * @param {{label?: string, down?: boolean}} [how] `down`: opens downwards
 */
export function copies(entries, { label = "Copy and save", down = false } = {}) {
  const menu = h("div", { role: "group", "aria-label": label });
  const holder = h("details", { class: `copies ${down ? "below" : ""}` }, h("summary", {}, label), menu);
  const close = () => {
    holder.open = false;
    holder.querySelector("summary")?.focus();
  };
  for (const [name, what] of entries) {
    const act = async () => {
      close();
      if (typeof what === "function") return copy(await what(), name);
      const blob = await what.blob();
      if (blob) save(blob, what.file);
    };
    menu.append(h("button", { type: "button", onclick: () => void act() }, typeof what === "function" ? `Copy: ${name}` : `Save: ${name}`));
  }
  holder.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && holder.open) close();
  });
  holder.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !holder.contains(event.relatedTarget)) holder.open = false;
  });
  return holder;
}

/** @param {string} text */
export function fileName(text) {
  return text.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "").slice(0, 60) || "grundy";
}

/** What a drawing needs of the style of the page. */
const STYLED = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline"];
const UNUSED = ["class", "style", "tabindex", "role", "aria-label", "aria-disabled", "aria-hidden"];
/** Between drawings of a sum. */
const APART = 16;

/**
 * A drawing with its colours in it, at a place of a larger one.
 * @param {SVGSVGElement} svg
 * @param {number} x
 * @param {number} y
 */
function inked(svg, x, y) {
  const { width, height } = svg.viewBox.baseVal;
  const twin = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [svg.querySelectorAll("*"), twin.querySelectorAll("*")];
  to.forEach((element, i) => {
    const source = from[i];
    if (!source) return;
    const style = getComputedStyle(source);
    for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of UNUSED) element.removeAttribute(name);
  });
  twin.querySelectorAll("[display='none']").forEach((one) => one.remove());
  for (const name of UNUSED) twin.removeAttribute(name);
  for (const [name, value] of Object.entries({ x, y, width, height })) twin.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(twin);
}

/** @param {string} text */
export function xml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * A text in lines of at most so many characters, if its words allow.
 * @param {string} text
 * @param {number} most
 */
export function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Drawings as one file, one below the other, with their colours and a caption.
 * @param {SVGSVGElement[]} all
 * @param {string} caption
 */
export function svgFile(all, caption) {
  const sizes = all.map((svg) => svg.viewBox.baseVal);
  const width = Math.max(240, ...sizes.map((box) => box.width));
  const size = Math.max(11, width / 48);
  const lines = wrapped(caption, Math.floor(width / (size * 0.54)));
  let y = 0;
  const made = all.map((svg, i) => {
    const box = sizes[i] ?? svg.viewBox.baseVal;
    const drawing = inked(svg, (width - box.width) / 2, y);
    y += box.height + APART;
    return drawing;
  });
  const height = y + size * (1.4 * lines.length + 0.6);
  const ground = getComputedStyle(all[0]?.closest(".stage") ?? document.documentElement);
  const foot = lines.map((line, i) => `<text x="${width / 2}" y="${y + size * (1 + 1.4 * i)}" font-family="sans-serif" font-size="${size}" text-anchor="middle" fill="${ground.color}">${xml(line)}</text>`);
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${Math.round(width)}" height="${Math.round(height)}"`;
  return `<svg ${frame}><rect width="${width}" height="${height}" fill="${ground.backgroundColor}"/>${made.join("")}${foot.join("")}</svg>`;
}

/**
 * Drawings as PNG, at twice their size.
 * @param {SVGSVGElement[]} all
 * @param {string} caption
 * @returns {Promise<Blob | null>}
 */
export async function pngFile(all, caption) {
  const url = URL.createObjectURL(new Blob([svgFile(all, caption)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {string} text */
export function tex(text) {
  /** @type {Record<string, string>} */
  const special = { "\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}" };
  return text.replace(/[\\^~]|[&%$#_{}]/g, (sign) => special[sign] ?? `\\${sign}`);
}
