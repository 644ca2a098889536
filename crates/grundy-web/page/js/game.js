// Names of games and what can be set in them: `gurvich:a=2,b=3@block=2`.

/** @import {Listing, Parameter} from "./types.js" */
import { field, h, number, select } from "./dom.js";

/** @typedef {{name: string, values: Record<string, string>, block: string | null}} Spec */

/**
 * @param {string} game
 * @returns {Spec}
 */
export function spec(game) {
  if (game.startsWith("nearly(")) return { name: "nearly", values: {}, block: null };
  const [, name = game, settings = "", block = null] =
    game.match(/^([^:@]*)(?::([^@]*))?(?:@block=(\d+))?$/) ?? [];
  /** @type {Record<string, string>} */
  const values = {};
  for (const setting of settings === "" ? [] : settings.split(/,(?=[a-z]+=)/)) {
    const [key = "", value = ""] = setting.split(/=(.*)/s);
    values[key] = value;
  }
  return { name, values, block };
}

/** @param {Spec} game */
export function named({ name, values, block }) {
  const settings = Object.entries(values)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}=${value}`);
  return `${name}${settings.length > 0 ? `:${settings.join(",")}` : ""}${block && block !== "1" ? `@block=${block}` : ""}`;
}

/**
 * A list of games and a field for each of their parameters.
 * @param {Listing[]} games
 * @param {string} game as it is written now
 * @param {(change: {game: string, listing: Listing | undefined, fresh: boolean}) => void} act `fresh`: another game, not
 *   another setting of the same
 * @param {{label?: string, blocks?: boolean}} [how] `blocks`: whether blocking may be set
 */
export function chooser(games, game, act, { label = "Game", blocks = false } = {}) {
  const now = spec(game);
  const listing = games.find(({ name }) => name === now.name);
  const choose = select(
    games.map(({ name }) => name),
    now.name,
    (name) => {
      const chosen = games.find((one) => one.name === name);
      if (chosen) act({ game: start(chosen), listing: chosen, fresh: true });
    },
  );
  const order = (listing?.parameters ?? []).map(({ name }) => name);
  const fields = (listing?.parameters ?? []).map((parameter) =>
    setting(parameter, now.values[parameter.name], (value) => {
      const values = { ...now.values, [parameter.name]: value };
      const sorted = Object.fromEntries(order.map((name) => [name, values[name] ?? ""]));
      act({ game: named({ ...now, values: sorted }), listing, fresh: false });
    }),
  );
  if (blocks && now.name !== "nearly") {
    fields.push(
      field(
        "@block",
        number({ value: now.block ?? 1, min: 1, max: 99 }, (value) => {
          act({ game: named({ ...now, block: String(value) }), listing, fresh: false });
        }),
        "small",
      ),
    );
  }
  return h("div", { class: "chooser" }, field(label, choose), fields);
}

/**
 * The game of a listing as its example sets it.
 * @param {Listing} listing
 */
export function start({ name, example }) {
  return name === "nearly" ? name : example.replace(/ .*/s, "");
}

/**
 * @param {Parameter} parameter
 * @param {string | undefined} value
 * @param {(value: string) => void} act
 */
function setting({ name, takes, min = 0, values = [], optional }, value, act) {
  if (takes === "choice") return field(name, select(values, value ?? values[0] ?? "", act));
  if (takes === "edges") {
    const input = h("input", { type: "text", value, spellcheck: "false", autocomplete: "off" });
    input.addEventListener("change", () => act(input.value));
    return field(name, input);
  }
  const input = number({ value: value ?? "", min }, (typed) => act(String(typed)));
  if (optional) input.addEventListener("change", () => input.value === "" && act(""));
  return field(name, input, "small");
}

/**
 * The position of a cell of a table, as it is typed.
 * @param {Listing[]} games
 * @param {string} table a game, or a game with letters for its coordinates
 * @param {number} a
 * @param {number} b
 */
export function cellText(games, table, a, b) {
  const given = table.includes(" ");
  const slice = given ? "" : ` ${games.find(({ name }) => name === spec(table).name)?.plane ?? "a,b"}`;
  const [game = "", position = ""] = (table + slice).split(/ (.*)/s);
  return `${game} ${position.replace(/\ba\b/, String(a)).replace(/\bb\b/, String(b))}`;
}
