// Loads and caches the tiles of a table.

/** @import {Look} from "./palette.js" */
import { address, ask, stream } from "../api.js";
import { NONE, colour } from "./palette.js";

/** Cells along a side of a tile. */
export const SIDE = 256;
const MOST = 200;
const AT_ONCE = 4;

/** @typedef {{values: Uint32Array | null, picture: HTMLCanvasElement | null, look: string, error: unknown,
 *   stale: boolean}} Tile `stale`: there is more of it now
 */

/** The tiles of one table. */
export class Tiles {
  /**
   * @param {string} game nothing, as long as there is none
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
    /** Progress of the whole table, from 0 to 1. */
    this.made = 0;
    /** The last coordinate of the part that is ready; -1 if there is none. */
    this.have = -1;
    /** The largest size that fits into the memory of the program, once known. */
    this.fits = Infinity;
    if (game !== "") void this.make();
  }

  /** Makes the table in stages, so that there is soon something to see. A table that does not fit is made as far as one does. */
  async make() {
    const rest = stages(this.max);
    while (rest.length > 0) {
      // A refusal is better told early.
      const large = this.have > 0 && this.fits < this.max && rest.includes(this.max);
      const stage = (large ? rest.pop() : rest.shift()) ?? this.max;
      try {
        await this.stage(stage);
      } catch (error) {
        if (this.stop.signal.aborted) return;
        this.error = error;
        this.changed();
        if (!large) return;
        continue;
      }
      if (this.stop.signal.aborted) return;
      this.grow(stage);
      if (stage === this.max) return;
    }
  }

  /** Waits for a table to this size. @param {number} stage */
  async stage(stage) {
    /** @param {{done: number, total?: number | null}} progress */
    const told = ({ done, total }) => {
      // The largest stage takes nearly all of the time.
      if (stage === this.max) this.made = total ? Math.min(0.99, done / total) : 0;
      this.changed();
    };
    const { fits } = await stream("table", { game: this.game, max: stage }, told, this.stop.signal);
    this.fits = fits;
  }

  /** More of the table is ready. @param {number} have */
  grow(have) {
    const before = this.have;
    this.have = have;
    if (have === this.max) this.made = 1;
    // Tiles that reached beyond the smaller table are loaded again; their pictures stay until then.
    for (const [key, tile] of this.kept) {
      const [zoom = 0, x = 0, y = 0] = key.split("/").map(Number);
      if ((Math.max(x, y) + 1) * (SIDE << zoom) > before + 1) {
        tile.stale = true;
        this.waiting.push({ key, x, y, zoom });
      }
    }
    this.changed();
    for (let i = 0; i < AT_ONCE; i += 1) void this.run();
  }

  /** Cancels all requests. */
  leave() {
    this.stop.abort();
    this.waiting = [];
  }

  /** Are requests pending? */
  get busy() {
    return (!this.error && this.made < 1) || this.running > 0 || this.waiting.length > 0;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} zoom every 2^zoom-th cell
   * @returns {Tile | null}
   */
  tile(x, y, zoom) {
    const side = SIDE << zoom;
    if (x < 0 || y < 0 || x * side > this.have || y * side > this.have) return null;
    const key = `${zoom}/${x}/${y}`;
    const found = this.kept.get(key);
    if (found) {
      this.kept.delete(key);
      this.kept.set(key, found);
      return found;
    }
    const tile = { values: null, picture: null, look: "", error: null, stale: false };
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
    try {
      const { x, y, zoom } = next;
      if (tile) tile.stale = false;
      const url = address("tile", { game: this.game, max: this.have, x, y, zoom });
      const bytes = await (await ask(url, { signal: this.stop.signal })).arrayBuffer();
      if (tile) [tile.values, tile.look] = [words(bytes), ""];
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

/** The first stages of a table, which take milliseconds. */
const STAGES = [255, 1023, 4095, 8191];

/** @param {number} max */
function stages(max) {
  return [...STAGES.filter((stage) => 2 * stage < max), max];
}

/**
 * Little-endian numbers, on any machine.
 * @param {ArrayBuffer} bytes
 */
function words(bytes) {
  const view = new DataView(bytes);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getUint32(i * 4, true));
}
