// The visible part of the map and its scale. Row a increases upwards, column b to the right, as in the papers.

/** Space for the axes, in pixels. */
export const LEFT = 44;
export const BOTTOM = 24;
const SMALLEST = 1 / 64;
const LARGEST = 64;

/**
 * The number nearest to `x` that is at least `least` and at most `most`.
 * @param {number} least
 * @param {number} x
 * @param {number} most
 */
export function within(least, x, most) {
  return Math.min(most, Math.max(least, x));
}

export class Camera {
  /**
   * @param {number} a of the cell in the middle
   * @param {number} b
   * @param {number} scale pixels a cell
   */
  constructor(a, b, scale) {
    this.a = a;
    this.b = b;
    this.scale = within(SMALLEST, scale, LARGEST);
    this.width = 1;
    this.height = 1;
  }

  /** At this scale only every 2^zoom-th cell is drawn. */
  get zoom() {
    return this.scale >= 1 ? 0 : Math.ceil(-Math.log2(this.scale) - 1e-9);
  }

  /** @param {number} b the left edge of a column @returns {number} */
  x(b) {
    return LEFT + (this.width - LEFT) / 2 + (b - this.b) * this.scale;
  }

  /** @param {number} a the lower edge of a row @returns {number} */
  y(a) {
    return (this.height - BOTTOM) / 2 - (a - this.a) * this.scale;
  }

  /**
   * The drawn cell at a pixel.
   * @param {number} x
   * @param {number} y
   */
  cell(x, y) {
    const step = 2 ** this.zoom;
    const b = this.b + (x - LEFT - (this.width - LEFT) / 2) / this.scale;
    const a = this.a - (y - (this.height - BOTTOM) / 2) / this.scale;
    return { a: Math.floor(a / step) * step, b: Math.floor(b / step) * step };
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [at] the pixel that stays fixed
   */
  magnify(factor, at = { x: LEFT + (this.width - LEFT) / 2, y: (this.height - BOTTOM) / 2 }) {
    const scale = within(SMALLEST, this.scale * factor, LARGEST);
    const b = this.b + (at.x - LEFT - (this.width - LEFT) / 2) / this.scale;
    const a = this.a - (at.y - (this.height - BOTTOM) / 2) / this.scale;
    this.b = b - ((b - this.b) * this.scale) / scale;
    this.a = a - ((a - this.a) * this.scale) / scale;
    this.scale = scale;
  }

  /**
   * @param {number} dx pixels
   * @param {number} dy
   * @param {number} max the largest coordinate; the centre stays in the table
   */
  pan(dx, dy, max) {
    this.b = within(0, this.b - dx / this.scale, max);
    this.a = within(0, this.a + dy / this.scale, max);
  }

  /**
   * Scrolls a cell into view.
   * @param {{a: number, b: number}} cell
   * @param {number} edge margin in pixels
   * @param {number} max
   */
  follow({ a, b }, edge, max) {
    /** @param {number} at @param {number} low @param {number} high */
    const outside = (at, low, high) => (at < low ? low - at : at > high ? high - at : 0);
    const dx = outside(this.x(b + 0.5), LEFT + edge, this.width - edge);
    const dy = outside(this.y(a + 0.5), edge, this.height - BOTTOM - edge);
    this.pan(dx, dy, max);
  }

  /** The cells at the edges of the view. */
  get edges() {
    const [wide, high] = [(this.width - LEFT) / 2 / this.scale, (this.height - BOTTOM) / 2 / this.scale];
    return { left: this.b - wide, right: this.b + wide, low: this.a - high, high: this.a + high };
  }
}
