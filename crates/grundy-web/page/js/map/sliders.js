// Sliders: the threshold of values, and the parameters of the game, which redraw the map as they move.

/** @import {Listing, Spec} from "../types.js" */
import { field, h } from "../dom.js";

/** How far a parameter without an upper limit slides. */
const FAR = 12;
/** Milliseconds between changes of the game while sliding. */
const OFTEN = 120;

/**
 * @param {string} name
 * @param {{value: number, min: number, max: number}} range
 * @param {(value: number) => string} shown
 * @param {(value: number) => void} act
 */
function slider(name, { value, min, max }, shown, act) {
  const input = h("input", { type: "range", min, max, step: 1 });
  // The value is set last: a slider keeps it within its ends.
  input.value = String(value);
  const output = h("output", { class: "aside" }, shown(value));
  input.addEventListener("input", () => {
    output.textContent = shown(input.valueAsNumber);
    act(input.valueAsNumber);
  });
  const made = field(name, input, "slider");
  made.append(output);
  return made;
}

/** Slides through thresholds: fine for small values, coarse for large ones. */
const STEPS = 200;

/**
 * The threshold: larger values are faded. At the right end nothing is.
 * @param {number | null} upto
 * @param {number} max of the table
 * @param {(upto: number | null) => void} act
 */
export function threshold(upto, max, act) {
  const worth = (/** @type {number} */ step) => (step >= STEPS ? null : Math.round(2 * max * (step / STEPS) ** 3));
  const step = upto === null ? STEPS : Math.min(STEPS - 1, Math.round(STEPS * Math.cbrt(upto / (2 * max))));
  return slider("Values up to", { value: step, min: 0, max: STEPS }, (at) => String(worth(at) ?? "all"), (at) => act(worth(at)));
}

/**
 * A slider for each number among the parameters of a game, and for blocking.
 * @param {Listing | undefined} listing
 * @param {Spec | undefined} spec
 * @param {(spec: Spec) => void} act
 */
export function parameterSliders(listing, spec, act) {
  if (!listing || !spec) return [];
  let timer = 0;
  let now = spec;
  /** @param {Spec} next */
  const soon = (next) => {
    now = next;
    clearTimeout(timer);
    timer = window.setTimeout(() => act(now), OFTEN);
  };
  const made = listing.parameters
    .filter(({ takes, name }) => takes === "number" && spec.parameters[name] !== undefined)
    .map(({ name, min = 0, max }) => {
      const value = Number(spec.parameters[name]);
      return slider(name, { value, min, max: Math.max(value, Math.min(max ?? Infinity, min + FAR)) }, String, (next) =>
        soon({ ...now, parameters: { ...now.parameters, [name]: String(next) } }),
      );
    });
  const block = Number(spec.block ?? 1);
  made.push(
    slider("Blocking", { value: block, min: 1, max: Math.max(block, 8) }, (at) => (at === 1 ? "none" : String(at)), (next) =>
      soon({ ...now, block: next === 1 ? null : String(next) }),
    ),
  );
  return made;
}
