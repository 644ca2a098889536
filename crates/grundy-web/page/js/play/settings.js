// The settings of a game: which one, against whom, and from where.

/** @import {Listing, Place, Spec} from "../types.js" */
/** @import {Game} from "./record.js" */
import * as api from "../api.js";
import { field, h, select, swap } from "../dom.js";
import { numbersOf, sent } from "../boards/options.js";
import { chooser } from "../game.js";
import { OPPONENTS } from "./record.js";

/**
 * What the settings do. `at`: begins at another position; `refused`: other parameters do not fit the position.
 * @typedef {{begin(change: Partial<Game>): void, at(start: string): void, refused(error: unknown): void, fail(error: unknown): void}} Reach
 */

/**
 * @param {HTMLElement} element
 * @param {Listing[]} games
 * @param {Place} start
 * @param {Game} game
 * @param {Reach} reach
 */
export function playSettings(element, games, start, game, reach) {
  const single = start.parts.length === 1;
  const choice = () =>
    chooser(games, start.spec, { choose: ({ example }) => reach.at(example), set: (spec) => void with_(start, spec, reach) }, { blocks: true });
  const opponent = select(OPPONENTS, game.opponent, (value) => reach.begin({ opponent: value }));
  /** @type {[string, string][]} */
  const players = [
    ["you", "you"],
    ["program", "the program"],
  ];
  const first = select(players, game.first, (value) => reach.begin({ first: value === "program" ? "program" : "you" }));
  const random = () => h("button", { type: "button", class: "quiet", onclick: () => void drawn(start.game, reach) }, "Random position");
  swap(
    element,
    ...(single ? [choice()] : []),
    field("Opponent", opponent),
    ...(game.opponent === "person" ? [] : [field("First to move", first)]),
    ...(single ? [random()] : []),
  );
}

/**
 * Starts from the same position with other parameters of the game.
 * @param {Place} start
 * @param {Spec} spec
 * @param {Reach} reach
 */
async function with_({ parts }, spec, reach) {
  const numbers = parts[0] && numbersOf(parts[0].board);
  if (!numbers) return;
  try {
    reach.at((await api.placeOf({ spec, ...sent(numbers) })).text);
  } catch (error) {
    reach.refused(error);
  }
}

/** @param {string} game @param {Reach} reach */
async function drawn(game, reach) {
  try {
    reach.at((await api.sample(game)).text);
  } catch (error) {
    reach.fail(error);
  }
}
