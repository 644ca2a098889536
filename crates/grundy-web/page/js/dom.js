// Helpers that create elements.

/** @typedef {string | number | bigint | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | null | undefined | false | (Node | string | null | undefined | false)[]} Child */

/**
 * @param {Element} element
 * @param {Record<string, Attribute>} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * An HTML element: `h("button", {class: "quiet", onclick: act}, "Undo")`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/**
 * The element with this id, which must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  byId("announce").textContent = text;
}

/**
 * Names the page after what it shows.
 * @param {string} text
 */
export function title(text) {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  document.title = `${short} · grundy`;
}

/**
 * Copies a text, and says so.
 * @param {string} text
 * @param {string} name what it is
 */
export async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without permission for the clipboard: the old way.
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(`${name} copied`);
}

let last = 0;

/** @param {string} stem */
export function fresh(stem) {
  last += 1;
  return `${stem}-${last}`;
}

/**
 * A control with a label.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [kind]
 */
export function field(text, control, kind = "") {
  control.id ||= fresh("field");
  return h("div", { class: `field ${kind}`.trim() }, h("label", { for: control.id }, text), control);
}

/**
 * A list to choose from.
 * @param {(string | [string, string])[]} choices values, or pairs of value and label
 * @param {string} chosen
 * @param {(value: string) => void} act
 */
export function select(choices, chosen, act) {
  return grouped([["", choices]], chosen, act);
}

/**
 * A list to choose from, under headings.
 * @param {[string, (string | [string, string])[]][]} groups a heading and its choices; without a heading, choices come alone
 * @param {string} chosen
 * @param {(value: string) => void} act
 */
export function grouped(groups, chosen, act) {
  const list = h("select", {
    onchange: (/** @type {Event} */ event) => act(/** @type {HTMLSelectElement} */ (event.target).value),
  });
  for (const [heading, choices] of groups) {
    const options = choices.map((choice) => {
      const [value, shown] = typeof choice === "string" ? [choice, choice] : choice;
      return h("option", { value, selected: value === chosen }, shown);
    });
    if (heading === "") list.append(...options);
    else if (options.length > 0) list.append(h("optgroup", { label: heading }, options));
  }
  return list;
}

/**
 * A field for an integer. `act` is called with valid numbers only.
 * @param {{value: number | string, min?: number, max?: number}} bounds
 * @param {(value: number) => void} act
 */
export function number({ value, min = 0, max }, act) {
  const input = h("input", { type: "number", inputmode: "numeric", value, min, max, step: 1 });
  input.addEventListener("change", () => {
    if (input.reportValidity() && input.value !== "") act(input.valueAsNumber);
  });
  return input;
}

/** Fields with a text that has been typed, but not entered yet. */
const unfinished = new WeakSet();
/** Is a field with such a text being replaced? A browser takes its text for entered. */
let replacing = false;
document.addEventListener("input", ({ target }) => target && unfinished.add(target), true);
document.addEventListener(
  "change",
  (event) => {
    if (replacing) event.stopImmediatePropagation();
    else if (event.target) unfinished.delete(event.target);
  },
  true,
);

/**
 * Replaces the children of an element and restores the focus. The same field keeps what is being typed into it, and the selection.
 * @param {HTMLElement} element
 * @param {...(Node | string)} children
 */
export function swap(element, ...children) {
  const controls = () => [...element.querySelectorAll("input, select, button, a, summary, .disc")];
  const old = document.activeElement;
  const place = controls().findIndex((control) => control === old);
  const name = isField(old) && caption(old);
  const typing = place !== -1 && old !== null && unfinished.has(old);
  const [start, end] = isField(old) ? [old.selectionStart, old.selectionEnd] : [null, null];
  replacing = typing;
  element.replaceChildren(...children);
  replacing = false;
  const control = controls()[place];
  if (control instanceof HTMLElement || control instanceof SVGElement) control.focus({ preventScroll: true });
  if (!isField(old) || !isField(control) || caption(control) !== name) return;
  const all = start === 0 && end === old.value.length;
  if (typing) goOn(control, old.value);
  // A number has no selection.
  if (start !== null) control.setSelectionRange(all ? 0 : start, all ? control.value.length : end);
}

/**
 * @param {Element | null | undefined} control
 * @returns {control is HTMLInputElement}
 */
const isField = (control) => control instanceof HTMLInputElement && ["text", "number"].includes(control.type);

/** @param {HTMLInputElement} field */
const caption = (field) => field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent;

/**
 * Puts a text into a field that is not entered yet. A browser would take it for entered.
 * @param {HTMLInputElement} field
 * @param {string} text
 */
function goOn(field, text) {
  field.value = text;
  unfinished.add(field);
  const enter = () => {
    if (field.value === text && unfinished.has(field)) field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  field.addEventListener("keydown", ({ key }) => key === "Enter" && enter());
  // A field also loses the focus when it is replaced, or when another window is in front.
  field.addEventListener("blur", () => setTimeout(() => field.isConnected && document.activeElement !== field && enter()));
}

/**
 * Saves a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * A text in which pages of the book are links: `docs/automata.md` is its page on automata.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function booked(text) {
  return text.split(/(docs\/[a-z-]+\.md)/).map((piece) => {
    const name = /^docs\/([a-z-]+)\.md$/.exec(piece)?.[1];
    return name === undefined ? piece : h("a", { href: `/book/${name}.html` }, `the book on ${name.replaceAll("-", " ")}`);
  });
}
