// Controls that choose a game and its parameters.

/** @import {Listing, Parameter, Spec} from "./types.js" */
import { field, grouped, h, number, select } from "./dom.js";

/** Shown if the game is unknown. @type {Spec} */
const NONE = { name: "", parameters: {}, block: null };

/**
 * A list of games and a field for each parameter of the current one.
 * @param {Listing[]} games
 * @param {Spec | undefined} spec the current game
 * @param {{choose(listing: Listing): void, set(spec: Spec): void}} act `choose`: called with a new game; `set`:
 *   called with new parameters
 * @param {{label?: string, blocks?: boolean}} [how] `blocks`: show the blocking parameter
 */
export function chooser(games, spec, act, { label = "Game", blocks = false } = {}) {
  const now = spec ?? NONE;
  const listing = games.find(({ name }) => name === now.name);
  // A game that is not in the list is not shown as another one.
  const odd = listing ? null : now.name.startsWith("{") ? "rules as text" : now.name || "choose a game";
  const choose = grouped(
    [...(odd ? /** @type {Groups} */ ([["", [[now.name, odd]]]]) : []), ...inGroups(games)],
    now.name,
    (name) => {
      const chosen = games.find((one) => one.name === name);
      if (chosen) act.choose(chosen);
    },
  );
  const fields = (listing?.parameters ?? []).map((parameter) =>
    setting(parameter, now.parameters[parameter.name], (value) => {
      const all = Object.entries({ ...now.parameters, [parameter.name]: value });
      act.set({ ...now, parameters: Object.fromEntries(all.filter(([, text]) => text !== "")) });
    }),
  );
  if (blocks && listing?.board !== "compound") {
    fields.push(
      field(
        "Blocking",
        number({ value: now.block ?? 1, min: 1, max: 99 }, (value) => {
          act.set({ ...now, block: value === 1 ? null : String(value) });
        }),
        "small",
      ),
    );
  }
  return h("div", { class: "chooser" }, field(label, choose), fields);
}

/** @typedef {[string, (string | [string, string])[]][]} Groups */

/**
 * Names of games under the headings of their groups.
 * @param {Listing[]} games
 * @returns {Groups}
 */
export function inGroups(games) {
  /** @param {string} group */
  const names = (group) => games.filter((one) => one.group === group).map(({ name }) => name);
  return [
    ["", names("catalogue")],
    ["Library of rules", names("library")],
    ["Your own", names("own")],
  ];
}

/**
 * @param {Parameter} parameter
 * @param {string | undefined} value
 * @param {(value: string) => void} act
 */
function setting({ name, takes, min = 0, max, values = [], optional }, value, act) {
  if (takes === "choice") return field(name, select(values, value ?? values[0] ?? "", act));
  if (takes !== "number") {
    const input = h("input", { type: "text", value, spellcheck: "false", autocomplete: "off" });
    input.addEventListener("change", () => act(input.value));
    return field(name, input);
  }
  const input = number(max === undefined ? { value: value ?? "", min } : { value: value ?? "", min, max }, (typed) => act(String(typed)));
  if (optional) input.addEventListener("change", () => input.value === "" && act(""));
  return field(name, input, "small");
}

/**
 * The text of the position of a table cell.
 * @param {string[]} cell the text, split at the letters of the coordinates
 * @param {number} a
 * @param {number} b
 */
export function cellText(cell, a, b) {
  return cell.map((piece, i) => (i % 2 === 0 ? piece : String(piece === "a" ? a : b))).join("");
}
