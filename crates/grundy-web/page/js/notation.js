// The text field of a position, with error messages below it.

import { fresh, h } from "./dom.js";
import { Refusal, isUnreachable } from "./api.js";

/**
 * @param {(text: string, how: {replace: boolean}) => void} act called with new text; `replace`: it continues what was typed before, so
 *   that typing adds one entry to the history
 */
export function notation(act) {
  const id = fresh("fault");
  const input = h("input", {
    type: "text",
    class: "notation",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-label": "Game and position, or a sum joined by +",
    "aria-describedby": id,
    enterkeyhint: "go",
  });
  const fault = h("div", { class: "fault", id, role: "alert" });
  let told = "";
  let timer = 0;
  let replace = false;
  const tell = () => {
    clearTimeout(timer);
    const text = input.value.trim();
    if (text === told) return;
    told = text;
    act(text, { replace });
    replace = true;
  };
  input.addEventListener("blur", () => (replace = false));
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(tell, 250);
  });
  const form = h(
    "form",
    {
      class: "typed",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        tell();
        replace = false;
      },
    },
    input,
  );
  return {
    element: h("div", {}, form, fault),
    /** @param {string} text the text to show, unless the field has the focus */
    show(text) {
      told = text;
      if (document.activeElement !== input || input.value.trim() === "") input.value = text;
      this.fault(null);
    },
    /** @param {string} text */
    set(text) {
      clearTimeout(timer);
      told = text;
      replace = false;
      input.value = text;
    },
    /** @param {unknown} error */
    fault(error) {
      fault.replaceChildren(...(error ? problem(error) : []));
      if (error) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    },
  };
}

/**
 * An error message: what is wrong, where, and what to do.
 * @param {unknown} error
 * @returns {HTMLElement[]}
 */
export function problem(error) {
  // The frame of the page says that the program does not answer, once.
  if (isUnreachable(error)) return [];
  if (!(error instanceof Refusal))
    return [h("p", {}, error instanceof Error ? error.message : String(error))];
  const lines = [h("p", { class: "message" }, SAID[error.code] ?? error.message)];
  if (error.at) {
    const { text, start, end } = error.at;
    const stop = Math.max(end, start + 1);
    const mark = h("mark", { title: `character ${start + 1}` }, text.slice(start, stop) || " ");
    lines.push(h("p", { class: "where" }, text.slice(0, start), mark, text.slice(stop)));
  }
  const hint = advice(error);
  if (hint) lines.push(h("p", { class: "hint" }, hint));
  return lines;
}

/** Messages in the words of the page, by the kind of error. @type {Record<string, string>} */
const SAID = {
  busy: "The program is busy with other questions",
  "shutting-down": "The program is ending",
};
/** Hints that name paths of the API, flags or commands. */
const FOREIGN = /(^|\s|`)(\/[a-z]|--[a-z]|grundy [a-z])|command line|`to`/;
/** What to do on the page, by the kind of error. @type {Record<string, string>} */
const ADVICE = {
  "too-many-moves": "The known winning moves are shown.",
  limit: "Try smaller numbers.",
  "time-limit": "Try smaller numbers.",
  "too-long": "Try a shorter text.",
  busy: "Try again in a few seconds.",
  "shutting-down": "Try again when it has been restarted.",
};

/**
 * The hint in the words of the page.
 * @param {Refusal} error
 * @returns {string | null}
 */
function advice({ hint, code }) {
  return hint && !SAID[code] && !FOREIGN.test(hint) ? hint : (ADVICE[code] ?? null);
}
