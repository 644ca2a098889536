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

/**
 * A drawing as a file of its own, with its colours and a caption.
 * @param {SVGSVGElement} svg
 * @param {string} caption
 */
export function svgFile(svg, caption) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const twin = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [svg.querySelectorAll("*"), twin.querySelectorAll("*")];
  const wanted = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline"];
  to.forEach((element, i) => {
    const source = from[i];
    if (!source) return;
    const style = getComputedStyle(source);
    for (const name of wanted) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "style", "tabindex", "role", "aria-label", "aria-disabled", "aria-hidden"]) element.removeAttribute(name);
  });
  twin.querySelectorAll("[display='none']").forEach((one) => one.remove());
  const ground = getComputedStyle(svg.closest(".stage") ?? document.documentElement);
  const size = Math.max(11, width / 48);
  twin.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  twin.setAttribute("viewBox", `${x} ${y} ${width} ${height + 2 * size}`);
  twin.setAttribute("width", String(Math.round(width)));
  twin.setAttribute("height", String(Math.round(height + 2 * size)));
  for (const name of ["class", "style", "role"]) twin.removeAttribute(name);
  const text = caption.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const made = new XMLSerializer().serializeToString(twin);
  const back = `<rect x="${x}" y="${y}" width="${width}" height="${height + 2 * size}" fill="${ground.backgroundColor}"/>`;
  const foot = `<text x="${x + width / 2}" y="${y + height + size}" font-family="sans-serif" font-size="${size}" text-anchor="middle" fill="${ground.color}">${text}</text>`;
  return made.replace(/(<svg[^>]*>)/, `$1${back}`).replace(/<\/svg>$/, `${foot}</svg>`);
}

/**
 * A drawing as PNG, at twice its size.
 * @param {SVGSVGElement} svg
 * @param {string} caption
 * @returns {Promise<Blob | null>}
 */
export async function pngFile(svg, caption) {
  const url = URL.createObjectURL(new Blob([svgFile(svg, caption)], { type: "image/svg+xml" }));
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
