// Items on a board that can be moved by dragging, by two taps, or by keys.

/** @import {Point} from "../types.js" */
/** @import {Option} from "./options.js" */
import { announce, s } from "../dom.js";

/**
 * @typedef {Point & {option: Option}} Target
 *
 * `body` follows the pointer, `handle` is what is grabbed and focused. `near` is how close to a target one must let go.
 * `siblings` are reached from this item by the arrow keys up and down.
 * @typedef {{handle: SVGElement, body: SVGGElement, home: Point, targets: Target[], label: string, near: number, mark: number,
 *   siblings?: Item[]}} Item
 *
 * `blocking`: what is blocked may be taken too, to lift the block; `colours`: all targets are shown, by outcome.
 * @typedef {{preview(option: Option | null): void, move(option: Option): void, blocking?: boolean, colours?: boolean}} Act
 */

/** How far a pointer may shake without dragging, in pixels. */
const SHAKE = 4;

/**
 * What is picked on which board, until it is released. A board that is drawn anew, as when values arrive, goes on with it.
 * @type {{svg: SVGSVGElement, name: string, item: Item, aim: Target | null, pass(): void} | null}
 */
let hand = null;

/**
 * Makes the items of a board movable.
 * @param {SVGSVGElement} svg
 * @param {string} name the same for the same board drawn anew
 * @param {Item[]} items
 * @param {Act} act
 */
export function movable(svg, name, items, act) {
  const over = s("g", { class: "targets" });
  if (act.colours) svg.append(tints(items));
  svg.append(over);
  /** @type {Item | null} */
  let picked = null;
  /** @type {Target | null} */
  let aim = null;

  /** @param {Item} item */
  const pick = (item) => {
    if (picked === item) return;
    release();
    picked = item;
    hand = { svg, name, item, aim, pass: () => ([picked, aim] = [null, null]) };
    item.body.classList.add("picked");
    svg.classList.add("picking");
    over.replaceChildren(...item.targets.map((target) => marker(target, item.mark, () => take(target))));
  };
  const release = () => {
    picked?.body.classList.remove("picked");
    picked?.body.removeAttribute("transform");
    picked = null;
    if (hand?.svg === svg) hand = null;
    point(null);
    svg.classList.remove("picking");
    over.replaceChildren();
  };
  /** @param {Target | null} target */
  const point = (target) => {
    if (aim === target) return;
    aim = target;
    if (hand?.svg === svg) hand.aim = target;
    const index = picked && target ? picked.targets.indexOf(target) : -1;
    [...over.children].forEach((child, i) => child.classList.toggle("aimed", i === index));
    act.preview(target?.option ?? null);
  };
  /** @param {Target} target */
  const take = (target) => {
    if (target.option.blocked && !act.blocking) return announce(`${target.option.label} is blocked`);
    const { option } = target;
    release();
    act.move(option);
  };

  for (const item of items) {
    const { handle } = item;
    handle.setAttribute("role", "button");
    handle.setAttribute("aria-label", item.label);
    if (!handle.hasAttribute("tabindex")) handle.setAttribute("tabindex", "0");
    if (item.targets.length === 0) {
      handle.setAttribute("aria-disabled", "true");
      continue;
    }
    item.body.classList.add("movable");
    handle.addEventListener("keydown", (event) => keys(event, item));
    handle.addEventListener("blur", () => {
      if (picked === item && !svg.classList.contains("dragging")) release();
    });
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      const again = picked === item;
      handle.focus({ preventScroll: true });
      pick(item);
      drag(event, item, again);
    });
  }
  svg.addEventListener("pointerdown", (event) => {
    if (picked && !(event.target instanceof Element && event.target.closest(".target"))) release();
  });
  goOn();

  /** Takes over what was picked and aimed at before the board was drawn anew, if it can still be moved there. */
  function goOn() {
    if (hand?.name !== name || !hand.svg.isConnected) return;
    const { item, aim: wanted, pass } = hand;
    const same = items.find(({ label, targets }) => label === item.label && targets.length > 0);
    if (!same) return;
    pass();
    pick(same);
    point(same.targets.find(({ option }) => option.label === wanted?.option.label) ?? null);
  }

  /**
   * @param {PointerEvent} start
   * @param {Item} item
   * @param {boolean} again whether it was picked before
   */
  function drag(start, item, again) {
    const { handle, body } = item;
    const from = inside(svg, start);
    let moved = false;
    handle.setPointerCapture(start.pointerId);
    svg.classList.add("dragging");
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (!moved && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < SHAKE) return;
      moved = true;
      const now = inside(svg, event);
      const [dx, dy] = [now.x - from.x, now.y - from.y];
      body.setAttribute("transform", `translate(${dx} ${dy})`);
      point(nearest(item, { x: item.home.x + dx, y: item.home.y + dy }));
    };
    const end = (/** @type {PointerEvent} */ event) => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      svg.classList.remove("dragging");
      const target = aim;
      if (event.type === "pointercancel" || (moved && !target) || (!moved && again)) return release();
      if (moved && target && (!target.option.blocked || act.blocking)) take(target);
      else body.removeAttribute("transform");
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Item} item
   */
  function keys(event, item) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step && item.siblings && event.key.match(/Up|Down/)) {
      event.preventDefault();
      const next = item.siblings[item.siblings.indexOf(item) + step];
      if (next) /** @type {SVGElement} */ (next.handle).focus();
    } else if (step) {
      event.preventDefault();
      pick(item);
      const count = item.targets.length;
      const now = aim ? item.targets.indexOf(aim) : step > 0 ? -1 : count;
      const target = item.targets[(now + step + count) % count];
      if (!target) return;
      point(target);
      announce(spoken(target.option));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (picked === item && aim) take(aim);
      else pick(item);
    } else if (event.key === "Escape") {
      release();
    }
  }
}

/** @param {Option} option */
function spoken({ label, value, winning, blocked }) {
  const worth = value === null ? "" : `, value ${value}`;
  return `${label}${worth}${winning ? ", wins" : ""}${blocked ? ", blocked" : ""}`;
}

/**
 * @param {Item} item
 * @param {Point} at
 */
function nearest(item, at) {
  let [best, least] = [/** @type {Target | null} */ (null), item.near];
  for (const target of item.targets) {
    const far = Math.hypot(target.x - at.x, target.y - at.y);
    if (far < least) [best, least] = [target, far];
  }
  return best;
}

/** The most targets that are coloured at once. */
const TINTS = 400;

/**
 * Where the moves lead: green wins, red loses.
 * @param {Item[]} items
 */
function tints(items) {
  const layer = s("g", { class: "tints", "aria-hidden": "true" });
  for (const { targets, mark } of items) {
    for (const { x, y, option } of targets) {
      if (layer.childElementCount >= TINTS) return layer;
      if (option.value !== null) layer.append(s("circle", { cx: x, cy: y, r: mark * 0.55, class: option.winning ? "win" : "lose" }));
    }
  }
  return layer;
}

/**
 * @param {Target} target
 * @param {number} radius
 * @param {() => void} take
 */
function marker({ x, y, option }, radius, take) {
  const kind = option.blocked ? "blocked" : option.winning ? "winning" : "";
  const sign = option.blocked ? "×" : option.value === null ? "" : String(option.value);
  const label = s("text", { x, y, class: sign.length > 2 ? "long" : "" }, sign);
  return s(
    "g",
    // The item keeps the focus, and stays selected, until the click event.
    {
      class: `target ${kind}`,
      onclick: take,
      onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
      "aria-hidden": "true",
    },
    s("circle", { cx: x, cy: y, r: sign === "" ? radius * 0.55 : radius }),
    label,
  );
}

/**
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} event
 */
function inside(svg, event) {
  const matrix = svg.getScreenCTM()?.inverse();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
}
