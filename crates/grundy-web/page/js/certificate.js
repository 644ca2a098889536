// Saving and checking certificates.

import * as api from "./api.js";
import { announce, h, save } from "./dom.js";
import { problem } from "./notation.js";

/**
 * @param {string} text
 * @param {string} name
 */
function saveButton(text, name) {
  const size = text.length < 2000 ? `${text.length} bytes` : `${Math.round(text.length / 1000)} kB`;
  return h(
    "button",
    { type: "button", onclick: () => save(new Blob([text], { type: "text/plain" }), name) },
    `Save the certificate (${size})`,
  );
}

/**
 * Checks a certificate and shows the result.
 * @param {string} text
 * @param {HTMLElement} result
 */
async function judge(text, result) {
  const started = performance.now();
  try {
    const told = await api.check(text);
    const took = Math.max(1, Math.round(performance.now() - started));
    const words = told.verified
      ? h("p", { class: "good" }, h("b", {}, "verified"), ` ${told.claim ?? ""}`, h("span", { class: "aside" }, ` (in ${took} ms, from the rules, by code of its own)`))
      : h(
          "p",
          { class: "bad" },
          h("b", {}, told.verdict),
          ` ${told.line ? `line ${told.line}: ` : ""}${told.reason ?? ""}`,
        );
    result.replaceChildren(words);
    announce(words.textContent ?? "");
  } catch (error) {
    result.replaceChildren(h("div", { class: "fault" }, problem(error)));
  }
}

/**
 * A proof: the certificate to save, to read, and to check at once.
 * @param {string} text
 * @param {string} name of the file
 */
export function proof(text, name) {
  const result = h("div", { class: "checked", "aria-live": "polite" });
  const check = () => {
    result.replaceChildren(h("p", { class: "aside" }, "Checking …"));
    void judge(text, result);
  };
  const shown = text.length > 4000 ? `${text.slice(0, 4000)}\n…` : text;
  return h(
    "section",
    { class: "proof" },
    h("h2", {}, "Proof"),
    h("div", { class: "tools" }, h("button", { type: "button", class: "primary", onclick: check }, "Check it now"), saveButton(text, name)),
    result,
    h("details", {}, h("summary", {}, "The certificate"), h("pre", { class: "digits", tabindex: "0", role: "region", "aria-label": "The certificate" }, shown)),
  );
}

/** A control that checks certificates. */
export function checker() {
  const result = h("div", { class: "checked", "aria-live": "polite" });
  /** @param {File | undefined} file */
  const check = async (file) => {
    if (!file) return;
    result.replaceChildren(h("p", { class: "aside" }, `Checking ${file.name} …`));
    await judge(await file.text(), result);
  };
  const input = h("input", {
    type: "file",
    class: "unseen",
    onchange: () => {
      void check(input.files?.[0]);
      input.value = "";
    },
  });
  const zone = h(
    "label",
    { class: "drop" },
    input,
    h("span", {}, h("b", {}, "Check a certificate: "), "drop a file here, or choose one"),
  );
  const lift = (/** @type {boolean} */ on) => zone.classList.toggle("lit", on);
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    lift(true);
  });
  zone.addEventListener("dragleave", () => lift(false));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    lift(false);
    void check(event.dataTransfer?.files[0]);
  });
  return h("section", { class: "checker" }, zone, result);
}
