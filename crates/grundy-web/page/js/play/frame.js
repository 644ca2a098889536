// The places of the view: board, buttons, and what is said beside them.

/** @import {Player} from "./record.js" */
import { h } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} typed the field for the position
 */
export function playFrame(root, typed) {
  const settings = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage" });
  const status = h("p", { class: "status", role: "status" });
  const talk = h("div", { class: "talk", "aria-live": "polite" });
  const buttons = h("div", { class: "tools" });
  const blocks = h("div");
  const log = h("ol", { class: "log", "aria-label": "Moves so far" });
  const review = h("div");
  const card = h("div");
  const moves = h("section", {}, h("h2", {}, "Moves"), log);
  root.append(
    h("div", { class: "bar" }, h("h1", { class: "unseen" }, "Play"), settings, typed),
    h(
      "div",
      { class: "split" },
      h("div", { class: "left" }, stage, buttons, review, card),
      h("aside", { class: "panel", "aria-label": "The game" }, status, talk, blocks, moves),
    ),
  );
  /**
   * @param {string} text
   * @param {string} more
   * @param {Player | null} [winner]
   */
  function say(text, more, winner = null) {
    status.className = `status ${winner ? `over ${winner}` : ""}`;
    status.replaceChildren(h("strong", {}, text), h("span", {}, more));
  }
  return { settings, stage, talk, buttons, blocks, log, review, card, say };
}
