// A small map of the first cells of a table, which shows a position.

/** @import {Cell, Inks} from "./draw.js" */
/** @import {Colour} from "./palette.js" */
import { h } from "../dom.js";
import { problem } from "../notation.js";
import { BOTTOM, Camera, LEFT } from "./camera.js";
import { draw } from "./draw.js";
import { Tiles } from "./tiles.js";

/** The largest coordinate. */
const MAX = 63;

export class MiniMap {
  /** @param {(a: number, b: number) => void} act called with a cell that is clicked */
  constructor(act) {
    this.canvas = h("canvas", { role: "img", "aria-label": "Map of values" });
    this.trouble = h("div", { class: "fault" });
    this.element = h("div", { class: "mini" }, this.canvas, this.trouble);
    this.element.hidden = true;
    this.camera = new Camera(0, 0, 1);
    /** @type {Tiles | null} */
    this.tiles = null;
    /** @type {Cell | null} */
    this.cursor = null;
    this.frame = 0;
    this.canvas.addEventListener("click", (event) => {
      const { a, b } = this.camera.cell(event.offsetX, event.offsetY);
      if (a >= 0 && b >= 0 && a <= MAX && b <= MAX) act(a, b);
    });
    this.again = () => this.schedule();
    addEventListener("resize", this.again);
    addEventListener("theme", this.again);
  }

  /** @param {string | null} game nothing hides the map */
  show(game) {
    this.element.hidden = game === null;
    if (this.tiles?.game === game) return;
    this.tiles?.leave();
    this.tiles = game === null ? null : new Tiles(game, MAX, "largest", () => this.schedule());
    if (game !== null) this.canvas.setAttribute("aria-label", `Map of the values of ${game}`);
    this.schedule();
  }

  /** @param {Cell | null} cell */
  point(cell) {
    this.cursor = cell;
    this.schedule();
  }

  leave() {
    this.tiles?.leave();
    removeEventListener("resize", this.again);
    removeEventListener("theme", this.again);
    cancelAnimationFrame(this.frame);
  }

  schedule() {
    if (this.frame === 0)
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.paint();
      });
  }

  paint() {
    const { canvas, camera, tiles, cursor } = this;
    if (!tiles) return;
    const width = this.element.clientWidth;
    camera.scale = (width - LEFT) / (MAX + 1);
    const height = width - LEFT + BOTTOM;
    const ratio = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
    [camera.width, camera.height] = [width, height];
    camera.a = camera.b = (MAX + 1) / 2;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(canvas);
    const ground = /** @type {Colour} */ (
      (style.backgroundColor.match(/\d+(\.\d+)?/g) ?? ["0", "0", "0"]).slice(0, 3).map(Number)
    );
    /** @type {Inks} */
    const inks = {
      paper: style.backgroundColor,
      ink: style.color,
      soft: style.color,
      line: style.borderTopColor,
      accent: style.outlineColor,
    };
    const look = { palette: "viridis", scale: /** @type {const} */ ("linear"), top: 2 * MAX, mark: null, ground };
    draw(context, camera, tiles, { look, cursor, lines: null, inks });
    this.trouble.replaceChildren(...(tiles.error ? problem(tiles.error) : []));
    canvas.dataset.busy = String(tiles.busy);
    canvas.dataset.game = tiles.game;
  }
}
