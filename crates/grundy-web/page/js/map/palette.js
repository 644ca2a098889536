// Maps values to colours. The tests call these functions to check pixels.

/**
 * @typedef {[number, number, number]} Colour
 * @typedef {"relative" | "linear" | "log" | "bits"} Scale
 * @typedef {{palette: string, scale: Scale, top: number, mark: number | null, upto?: number | null, ground: Colour}} Look `top`:
 *   where a linear or logarithmic scale ends; `mark`: the value that is highlighted; `upto`: larger values are faded; `ground`: where
 *   there is no position
 */

/** The value where there is no position. */
export const NONE = 0xffff_ffff;

/** @type {Record<string, string[]>} */
const STOPS = {
  viridis: [
    "440154",
    "482878",
    "3e4989",
    "31688e",
    "26828e",
    "1f9e89",
    "35b779",
    "6ece58",
    "b5de2b",
    "fde725",
  ],
  cividis: [
    "00224e",
    "123570",
    "3b496c",
    "575d6d",
    "707173",
    "8a8678",
    "a59c74",
    "c3b369",
    "e1cc55",
    "fee838",
  ],
  magma: ["000004", "180f3d", "440f76", "721f81", "9e2f7f", "cd4071", "f1605d", "fd9668", "feca8d", "fcfdbf"],
  ink: ["1a1a1e", "f6f3ea"],
  paper: ["f6f3ea", "1a1a1e"],
};

export const PALETTES = Object.keys(STOPS);

/** @param {string} palette */
function stopsOf(palette) {
  return (Object.hasOwn(STOPS, palette) ? STOPS[palette] : STOPS["viridis"]) ?? [];
}

/** The highlighted value. */
export const MARK = /** @type {Colour} */ ([232, 93, 36]);
/** Opacity of cells that are not highlighted. */
const KEPT = 0.34;
/** Opacity of cells above the threshold. */
const FADED = 0.08;

/** @type {Map<string, Colour[]>} */
const ramps = new Map();

/**
 * 256 colours.
 * @param {string} palette
 */
function ramp(palette) {
  const found = ramps.get(palette);
  if (found) return found;
  const stops = stopsOf(palette).map((hex) =>
    [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16)),
  );
  const made = Array.from({ length: 256 }, (_, i) => {
    const place = (i / 255) * (stops.length - 1);
    const left = Math.min(Math.floor(place), stops.length - 2);
    const [from = [], to = []] = [stops[left], stops[left + 1]];
    return /** @type {Colour} */ (
      [0, 1, 2].map((c) => Math.round((from[c] ?? 0) + ((to[c] ?? 0) - (from[c] ?? 0)) * (place - left)))
    );
  });
  ramps.set(palette, made);
  return made;
}

/**
 * The colours of a palette as a gradient of CSS.
 * @param {string} palette
 */
export function gradient(palette) {
  return `linear-gradient(to right, ${stopsOf(palette).map((hex) => `#${hex}`).join(", ")})`;
}

/**
 * How far along the palette a value lies, from 0 to 1.
 * @param {number} value
 * @param {number} a
 * @param {number} b
 * @param {Look} look
 */
function along(value, a, b, { scale, top }) {
  if (scale === "relative") return a + b === 0 ? 0 : value / (a + b);
  if (scale === "log") return Math.log1p(value) / Math.log1p(top);
  if (scale === "bits") return (value % 16) / 15;
  return value / top;
}

/**
 * @param {number} value
 * @param {number} a
 * @param {number} b
 * @param {Look} look
 * @returns {Colour}
 */
export function colour(value, a, b, look) {
  if (value === NONE) return look.ground;
  if (value === look.mark) return MARK;
  const [r, g, bl] =
    ramp(look.palette)[Math.round(255 * Math.min(1, along(value, a, b, look)))] ?? look.ground;
  const large = typeof look.upto === "number" && value > look.upto;
  if (look.mark === null && !large) return [r, g, bl];
  const [gr, gg, gb] = look.ground;
  /** @param {number} c @param {number} under */
  const mix = (c, under) => Math.round(c * (large ? FADED : KEPT) + under * (1 - (large ? FADED : KEPT)));
  return [mix(r, gr), mix(g, gg), mix(bl, gb)];
}
