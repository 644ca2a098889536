// The values of a sum in binary, with their nim-sum.

/** @import {Place, Valued} from "./types.js" */
import { h } from "./dom.js";

/**
 * @param {Place} place
 * @param {Valued} valued
 * @returns {HTMLElement | null}
 */
export function nimSum(place, valued) {
  const parts = valued.components ?? [];
  if (parts.length < 2 || valued.value === null || parts.some(({ value }) => value === null)) return null;
  const rows = parts.map(({ value }, i) => ({
    name: place.parts[i]?.text ?? "",
    value: BigInt(value ?? 0),
  }));
  const total = { name: "nim-sum", value: BigInt(valued.value) };
  const width = Math.max(...[...rows, total].map(({ value }) => value.toString(2).length));
  if (width > 64) return null;
  const powers = Array.from({ length: width }, (_, i) => 1n << BigInt(width - 1 - i));
  /** @param {{name: string, value: bigint}} row */
  const bits = ({ value }) =>
    powers.map((power) => {
      const set = (value & power) !== 0n;
      return h("td", { class: set ? "bit one" : "bit" }, set ? "1" : "0");
    });
  /** @param {{name: string, value: bigint}} row */
  const line = (row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, row.name),
      h("td", { class: "value" }, String(row.value)),
      bits(row),
    );
  return h(
    "table",
    { class: "nimsum" },
    h(
      "caption",
      { class: "unseen" },
      "The values in binary. A digit of the nim-sum is 1 if its column has an odd number of ones.",
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "game"),
        h("th", { scope: "col" }, "value"),
        powers.map((power) => h("th", { scope: "col", class: "bit" }, short(power))),
      ),
    ),
    h("tbody", {}, rows.map(line)),
    h("tfoot", {}, line(total)),
  );
}

/** @param {bigint} power */
function short(power) {
  return power < 10_000n ? String(power) : `2^${power.toString(2).length - 1}`;
}
