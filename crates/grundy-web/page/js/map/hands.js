// Input on the map: mouse, touch, wheel and keys.

/** @import {Camera} from "./camera.js" */
/** @import {Cell} from "./draw.js" */

/**
 * Callbacks. `moved` is called after the camera has moved.
 * @typedef {{camera(): Camera, cursor(): Cell | null, max(): number, point(cell: Cell | null): void, speak(): void,
 *   moved(): void, open(cell: Cell): void, home(): void, toggleLines(): void}} Reach
 */

/** Largest movement of the pointer in a click, in pixels. */
const SHAKE = 4;
/** Least distance of the cursor from the edge. */
const EDGE = 30;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Reach} reach
 */
export function hands(canvas, reach) {
  canvas.addEventListener("keydown", (event) => {
    if (key(event, reach)) event.preventDefault();
  });
  /** @type {Map<number, {x: number, y: number}>} */
  const touches = new Map();
  let travelled = 0;
  /** @param {PointerEvent | WheelEvent} event */
  const inside = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (touches.size === 0) travelled = 0;
    touches.set(event.pointerId, inside(event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const camera = reach.camera();
    const now = inside(event);
    const before = touches.get(event.pointerId);
    if (!before) return reach.point(camera.cell(now.x, now.y));
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...touches.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [far, was] = [now, before].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      camera.magnify((far ?? 1) / (was || 1), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (travelled > SHAKE) {
      camera.pan(now.x - before.x, now.y - before.y, reach.max());
    }
    touches.set(event.pointerId, now);
    reach.moved();
  });
  canvas.addEventListener("pointerup", (event) => {
    const single = touches.size === 1;
    touches.delete(event.pointerId);
    if (!single || travelled > SHAKE) return;
    const at = inside(event);
    reach.point(reach.camera().cell(at.x, at.y));
    // Touch only moves the cursor; the line below the map has a link.
    const cell = reach.cursor();
    if (cell && event.pointerType === "mouse") reach.open(cell);
  });
  canvas.addEventListener("pointercancel", (event) => touches.delete(event.pointerId));
  canvas.addEventListener("pointerleave", () => {
    if (touches.size === 0 && document.activeElement !== canvas) reach.point(null);
  });
  const wheel = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    reach.camera().magnify(2 ** (-event.deltaY / 320), inside(event));
    reach.moved();
  };
  canvas.addEventListener("wheel", wheel, { passive: false });
}

/**
 * @param {KeyboardEvent} event
 * @param {Reach} reach
 * @returns {boolean} whether the key was handled
 */
function key(event, reach) {
  const far = event.shiftKey ? 10 : 1;
  const step = { ArrowUp: [far, 0], ArrowDown: [-far, 0], ArrowRight: [0, far], ArrowLeft: [0, -far] }[
    event.key
  ];
  const zooming = { "+": 2, "=": 2, "-": 0.5 }[event.key];
  const cursor = reach.cursor();
  if (step) {
    const camera = reach.camera();
    const grid = 2 ** camera.zoom;
    const last = Math.floor(reach.max() / grid) * grid;
    const from = cursor ?? camera.cell(camera.x(camera.b), camera.y(camera.a));
    const clamp = (/** @type {number} */ x) => Math.min(last, Math.max(0, x));
    const cell = { a: clamp(from.a + (step[0] ?? 0) * grid), b: clamp(from.b + (step[1] ?? 0) * grid) };
    reach.point(cell);
    camera.follow(cell, EDGE, reach.max());
    reach.moved();
    reach.speak();
  } else if (zooming) {
    reach.camera().magnify(zooming);
    reach.moved();
  } else if (event.key === "Home") reach.home();
  else if (event.key.toLowerCase() === "l") reach.toggleLines();
  else if (event.key === "Enter" && cursor) reach.open(cursor);
  else return false;
  return true;
}
