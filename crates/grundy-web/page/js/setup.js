// Fields for the numbers of a position: one for each pile or token.

/** @import {Board} from "./types.js" */
/** @import {Numbers} from "./boards/options.js" */
import { h } from "./dom.js";

/**
 * @param {Board} board
 * @param {(numbers: Numbers) => void} act called with the new numbers
 */
export function setup({ kind, strips = [], piles, one_token: single = false, grows = false }, act) {
  if (piles)
    return pileFields(
      piles.map(String),
      kind === "graph" ? "vertex" : "pile",
      grows && kind !== "graph",
      (next) => act({ piles: next }),
    );
  return stripFields(
    strips.map((strip) => strip.map(String)),
    single,
    grows,
    (next) => act({ strips: next }),
  );
}

/**
 * @param {string} value
 * @param {string} label
 * @param {(value: string) => void} act
 */
function amount(value, label, act) {
  const input = h("input", {
    type: "text",
    inputmode: "numeric",
    pattern: "[0-9]+",
    value,
    "aria-label": label,
    size: Math.max(3, Math.min(12, value.length + 1)),
  });
  input.addEventListener("change", () => {
    if (input.reportValidity() && input.value !== "") act(input.value);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1n, ArrowDown: -1n }[event.key];
    if (step === undefined || !/^\d+$/.test(input.value)) return;
    event.preventDefault();
    const next = BigInt(input.value) + step;
    if (next >= 0n) act(String(next));
  });
  return input;
}

/**
 * @param {string} label
 * @param {string} sign
 * @param {() => void} act
 */
function small(label, sign, act) {
  return h(
    "button",
    { type: "button", class: "tiny", "aria-label": label, title: label, onclick: act },
    sign,
  );
}

/**
 * @param {string[]} piles
 * @param {string} noun
 * @param {boolean} grows
 * @param {(piles: string[]) => void} act
 */
function pileFields(piles, noun, grows, act) {
  const first = noun === "vertex" ? 0 : 1;
  const fields = piles.map((pile, i) =>
    amount(pile, `${noun} ${i + first}`, (typed) => act(piles.with(i, typed))),
  );
  return h(
    "div",
    { class: "numbers" },
    h("span", { class: "strip" }, fields),
    grows && small("Add a pile", "+", () => act([...piles, "1"])),
    grows && piles.length > 1 && small("Remove the last pile", "−", () => act(piles.slice(0, -1))),
  );
}

/**
 * @param {string[][]} strips
 * @param {boolean} single whether each strip holds one token
 * @param {boolean} grows
 * @param {(strips: string[][]) => void} act
 */
function stripFields(strips, single, grows, act) {
  /** @param {string[][]} next */
  const tell = (next) => act(next.map((strip) => strip.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))));
  /** @param {string[]} strip */
  const beyond = (strip) =>
    String(strip.reduce((most, square) => (BigInt(square) > most ? BigInt(square) : most), 0n) + 1n);
  const rows = strips.map((strip, i) =>
    h(
      "span",
      { class: "strip" },
      h("span", { class: "caption" }, grows ? String(i + 1) : ""),
      strip.map((square, t) =>
        amount(square, `strip ${i + 1}, token ${t + 1}`, (typed) =>
          tell(strips.with(i, strip.with(t, typed))),
        ),
      ),
      !single &&
        small(`Add a token to strip ${i + 1}`, "+", () => tell(strips.with(i, [...strip, beyond(strip)]))),
      !single &&
        strip.length > 0 &&
        small(`Remove the last token of strip ${i + 1}`, "−", () => tell(strips.with(i, strip.slice(0, -1)))),
    ),
  );
  return h(
    "div",
    { class: "numbers" },
    rows,
    grows &&
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => tell([...strips, [beyond([])]]) },
        "Add a strip",
      ),
    grows &&
      strips.length > 1 &&
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => tell(strips.slice(0, -1)) },
        "Remove the last strip",
      ),
  );
}
