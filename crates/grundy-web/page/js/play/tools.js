// The buttons under the board.

/** @import {Place} from "../types.js" */
/** @import {Game} from "./record.js" */
import { h, swap } from "../dom.js";
import { lookButton } from "../boards/board.js";
import { copies, fileName } from "../copies.js";
import { link } from "../route.js";
import { boardEntries } from "../written.js";
import { recordJson, recordMarkdown } from "./records.js";
import { undone } from "./record.js";

/**
 * @param {HTMLElement} element
 * @param {Place} place
 * @param {Game} game
 * @param {{waits: boolean, hint(): void, why(): void, undo(): void, anew(): void, review(): void, colour(): void,
 *   look(wanted: string | null): void, stage: HTMLElement}} act `waits`: the program moves
 */
export function playTools(element, place, game, act) {
  /** @param {string} name @param {() => void} act2 @param {boolean} usable */
  const button = (name, act2, usable) => h("button", { type: "button", onclick: act2, disabled: !usable }, name);
  const look = lookButton(place, game.draw, act.look);
  const colours = { type: /** @type {const} */ ("button"), class: "toggle", "aria-pressed": String(game.colours), onclick: act.colour };
  swap(
    element,
    button("Hint", act.hint, !act.waits),
    button("Why", act.why, !act.waits),
    button("Undo", act.undo, undone(game) !== null),
    button("New game", act.anew, game.moves.length > 0),
    button("Review", act.review, game.moves.length > 0),
    h("button", colours, "Colour the moves"),
    h("a", { class: "quiet", href: link("position", { at: place.text }) }, "Analyse"),
    ...(look ? [look] : []),
    copies([
      ["Link to this game", () => location.href],
      ["Position", () => place.text],
      ["Record", () => [game.start, ...game.moves].join("\n")],
      ["Markdown, the record with values", () => recordMarkdown(game)],
      ["record, JSON", { file: `${fileName(game.start)}.json`, blob: async () => new Blob([await recordJson(game)], { type: "application/json" }) }],
      ...boardEntries(place, act.stage, place.text),
    ]),
  );
}
