// Loads and caches the tiles of a table.

/** @import {Look} from "./palette.js" */
import { address, ask, stream } from "../api.js";
import { NONE, colour } from "./palette.js";

/** Cells along a side of a tile. */
export const SIDE = 256;
const MOST = 200;
const AT_ONCE = 4;

/** @typedef {{values: Uint32Array | null, picture: HTMLCanvasElement | null, look: string, error: unknown}} Tile */

/** The tiles of one table. */
export class Tiles {
  /**
   * @param {string} game
   * @param {number} max the last coordinate
   * @param {() => void} changed called when a tile has been loaded
   */
  constructor(game, max, changed) {
    this.game = game;
    this.max = max;
    this.changed = changed;
    /** @type {Map<string, Tile>} */
    this.kept = new Map();
    /** @type {{key: string, x: number, y: number, zoom: number}[]} */
    this.waiting = [];
    this.running = 0;
    this.stop = new AbortController();
    /** @type {unknown} */
    this.error = null;
    /** Progress of the table, from 0 to 1. */
    this.made = 0;
    // Tiles are requested when the table is ready, so that waiting requests do not block connections.
    this.ready = stream(
      "table",
      { game, max },
      ({ done, total }) => {
        this.made = total ? done / total : 0;
        changed();
      },
      this.stop.signal,
    )
      .then(
        () => {
          this.made = 1;
        },
        (error) => {
          if (!this.stop.signal.aborted) this.error = error;
        },
      )
      .finally(() => !this.stop.signal.aborted && changed());
  }

  /** Cancels all requests. */
  leave() {
    this.stop.abort();
    this.waiting = [];
  }

  /** Are requests pending? */
  get busy() {
    return !this.error && (this.made < 1 || this.running > 0);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} zoom every 2^zoom-th cell
   * @returns {Tile | null}
   */
  tile(x, y, zoom) {
    const side = SIDE << zoom;
    if (x < 0 || y < 0 || x * side > this.max || y * side > this.max) return null;
    const key = `${zoom}/${x}/${y}`;
    const found = this.kept.get(key);
    if (found) {
      this.kept.delete(key);
      this.kept.set(key, found);
      return found;
    }
    const tile = { values: null, picture: null, look: "", error: null };
    this.kept.set(key, tile);
    this.waiting.push({ key, x, y, zoom });
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > MOST && oldest !== undefined) this.kept.delete(oldest);
    void this.run();
    return tile;
  }

  async run() {
    // The latest request is for the visible part.
    const next = this.running < AT_ONCE ? this.waiting.pop() : undefined;
    if (!next) return;
    this.running += 1;
    const tile = this.kept.get(next.key);
    await this.ready;
    if (this.made < 1) return;
    try {
      const { x, y, zoom } = next;
      const url = address("tile", { game: this.game, max: this.max, x, y, zoom });
      const bytes = await (await ask(url, { signal: this.stop.signal })).arrayBuffer();
      if (tile) tile.values = words(bytes);
      this.error = null;
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.error = error;
      if (tile) tile.error = error;
    } finally {
      this.running -= 1;
    }
    this.changed();
    void this.run();
  }

  /**
   * The value of a cell, if loaded; at this zoom only every 2^zoom-th cell has one.
   * @param {number} a
   * @param {number} b
   * @param {number} zoom
   * @returns {number | null}
   */
  value(a, b, zoom) {
    const side = SIDE << zoom;
    const tile = this.kept.get(`${zoom}/${Math.floor(b / side)}/${Math.floor(a / side)}`);
    return tile?.values?.[((a % side) >> zoom) * SIDE + ((b % side) >> zoom)] ?? null;
  }

  /**
   * The tile as an image, row 0 at the bottom.
   * @param {Tile} tile
   * @param {number} x
   * @param {number} y
   * @param {number} zoom
   * @param {Look} look
   */
  picture(tile, x, y, zoom, look) {
    const key = JSON.stringify(look);
    if (tile.picture && tile.look === key) return tile.picture;
    if (!tile.values) return null;
    const picture = tile.picture ?? document.createElement("canvas");
    picture.width = picture.height = SIDE;
    const context = picture.getContext("2d");
    if (!context) return null;
    const image = context.createImageData(SIDE, SIDE);
    for (let row = 0; row < SIDE; row += 1) {
      const a = (y * SIDE + row) << zoom;
      for (let column = 0; column < SIDE; column += 1) {
        const value = tile.values[row * SIDE + column] ?? NONE;
        const [r, g, b] = colour(value, a, (x * SIDE + column) << zoom, look);
        const i = ((SIDE - 1 - row) * SIDE + column) * 4;
        image.data[i] = r;
        image.data[i + 1] = g;
        image.data[i + 2] = b;
        image.data[i + 3] = 255;
      }
    }
    context.putImageData(image, 0, 0);
    [tile.picture, tile.look] = [picture, key];
    return picture;
  }
}

/**
 * Little-endian numbers, on any machine.
 * @param {ArrayBuffer} bytes
 */
function words(bytes) {
  const view = new DataView(bytes);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getUint32(i * 4, true));
}
