// Loads and caches the tiles of a table.

/** @import {Look} from "./palette.js" */
import { address, ask, stream } from "../api.js";
import { NONE, colour } from "./palette.js";

/** Cells along a side of a tile. */
export const SIDE = 256;
const MOST = 200;
const AT_ONCE = 4;

/** Milliseconds between looks at a table that is being made. */
const LOOKS = 400;
/** How many levels coarser a tile may be that stands in for one that is not there yet. */
const COARSER = 7;

/** @typedef {{values: Uint32Array | null, picture: HTMLCanvasElement | null, look: string, error: unknown,
 *   stale: boolean}} Tile `stale`: there is more of it now
 * @typedef {{x: number, y: number, zoom: number}} Place
 */

/** The tiles of one table. At zoom z, a value stands for 2^z times 2^z cells. */
export class Tiles {
  /**
   * @param {string} game nothing, as long as there is none
   * @param {number} max the last coordinate
   * @param {string} pool which value stands for several cells
   * @param {() => void} changed called when a tile has been loaded
   */
  constructor(game, max, pool, changed) {
    this.game = game;
    this.max = max;
    this.pool = pool;
    this.changed = changed;
    /** @type {Map<string, Tile>} */
    this.kept = new Map();
    /** @type {(Place & {key: string})[]} */
    this.waiting = [];
    this.running = 0;
    this.stop = new AbortController();
    /** @type {unknown} */
    this.error = null;
    /** Progress of the whole table, from 0 to 1. */
    this.made = 0;
    /** The last coordinate of the part that is ready; -1 if there is none. */
    this.have = -1;
    /** Whether more than that is looked at while it is being made, and when it was last. */
    this.partial = false;
    this.looked = 0;
    /** The largest size that the program can make in time, once known. */
    this.fits = Infinity;
    /** Tiles of a smaller zoom have to be computed one by one; 0 if the program has all cells. */
    this.overview = 0;
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
        [this.error, this.partial] = [error, false];
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
    // What takes no longer than that is not looked at before it is done.
    this.looked = performance.now();
    /** @param {{done: number, total?: number | null}} progress */
    const told = ({ done, total }) => {
      // The largest stage takes nearly all of the time.
      if (stage === this.max) {
        this.made = total ? Math.min(0.99, done / total) : 0;
        if (performance.now() - this.looked > LOOKS) this.look();
      }
      this.changed();
    };
    const { fits, overview } = await stream("table", { game: this.game, max: stage, pool: this.pool }, told, this.stop.signal);
    [this.fits, this.overview] = [fits, overview];
  }

  /** Shows what is known of the table by now. */
  look() {
    this.partial = true;
    this.looked = performance.now();
    this.outdate(this.have);
  }

  /** More of the table is ready. @param {number} have */
  grow(have) {
    const before = this.have;
    this.have = have;
    this.partial = false;
    if (have === this.max) this.made = 1;
    this.outdate(before);
    this.changed();
  }

  /** Tiles that reach beyond a smaller table are loaded again when they are seen; their pictures stay until then. @param {number} have */
  outdate(have) {
    for (const [key, tile] of this.kept) {
      const [zoom = 0, x = 0, y = 0] = key.split("/").map(Number);
      if ((Math.max(x, y) + 1) * (SIDE << zoom) > have + 1) tile.stale = true;
    }
  }

  /** Lets another value stand for several cells. @param {string} pool */
  async repool(pool) {
    this.pool = pool;
    for (const [key, tile] of this.kept) if (!key.startsWith("0/")) tile.stale = true;
    this.changed();
    if (this.overview === 0 || this.made < 1) return;
    this.made = 0;
    try {
      await this.stage(this.max);
      if (!this.stop.signal.aborted) this.grow(this.max);
    } catch (error) {
      if (!this.stop.signal.aborted) this.error = error;
    }
    this.changed();
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
   * @param {number} zoom
   * @returns {Tile | null}
   */
  tile(x, y, zoom) {
    const side = SIDE << zoom;
    const reach = this.partial && zoom >= overviewOf(this.max) ? this.max : this.have;
    if (x < 0 || y < 0 || x * side > reach || y * side > reach) return null;
    const key = `${zoom}/${x}/${y}`;
    const found = this.kept.get(key);
    if (found && !found.stale) {
      this.kept.delete(key);
      this.kept.set(key, found);
      return found;
    }
    const tile = found ?? { values: null, picture: null, look: "", error: null, stale: false };
    tile.stale = false;
    this.kept.set(key, tile);
    this.waiting = this.waiting.filter((one) => one.key !== key);
    this.waiting.push({ key, x, y, zoom });
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > MOST && oldest !== undefined) this.kept.delete(oldest);
    void this.run();
    return tile;
  }

  /**
   * What there is to show for a tile: its own picture, or a part of a coarser one.
   * @param {Place} place
   * @param {Look} look
   * @returns {{picture: HTMLCanvasElement, left: number, top: number, side: number} | null} the part of the picture
   */
  shown({ x, y, zoom }, look) {
    for (let up = 0; up <= COARSER; up += 1) {
      const [px, py] = [x >> up, y >> up];
      const tile = this.kept.get(`${zoom + up}/${px}/${py}`);
      const picture = tile && this.picture(tile, px, py, zoom + up, look);
      if (!picture) continue;
      const side = SIDE >> up;
      return { picture, left: (x - (px << up)) * side, top: SIDE - (y - (py << up) + 1) * side, side };
    }
    return null;
  }

  async run() {
    // The latest request is for the middle of the visible part.
    const next = this.running < AT_ONCE ? this.waiting.pop() : undefined;
    if (!next) return;
    this.running += 1;
    const tile = this.kept.get(next.key);
    try {
      const { x, y, zoom } = next;
      const partial = this.partial && zoom >= overviewOf(this.max);
      const which = partial ? { max: this.max, so_far: "true" } : { max: this.have };
      const url = address("tile", { game: this.game, ...which, x, y, zoom, pool: zoom > 0 ? this.pool : null });
      const bytes = await (await ask(url, { signal: this.stop.signal })).arrayBuffer();
      if (tile) [tile.values, tile.look] = [words(bytes, partial ? tile.values : null), ""];
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
   * The value that stands for a cell and its neighbours at this zoom, if loaded.
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
      // The last cell of the square: the largest value is compared with the largest numbers.
      const a = ((y * SIDE + row + 1) << zoom) - 1;
      for (let column = 0; column < SIDE; column += 1) {
        const value = tile.values[row * SIDE + column] ?? NONE;
        const [r, g, b] = colour(value, a, ((x * SIDE + column + 1) << zoom) - 1, look);
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

/** The least zoom of an overview, as large as the program makes one. @param {number} max */
function overviewOf(max) {
  return Math.max(0, Math.ceil(Math.log2((max + 1) / 4096)));
}

/**
 * Little-endian numbers, on any machine.
 * @param {ArrayBuffer} bytes
 * @param {Uint32Array | null} before what is known where these say nothing yet
 */
function words(bytes, before) {
  const view = new DataView(bytes);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, i) => {
    const value = view.getUint32(i * 4, true);
    return value === NONE ? (before?.[i] ?? NONE) : value;
  });
}
