// The frame of the page: views and themes.

/** @import {View} from "./types.js" */
import { announce, byId, h, title } from "./dom.js";
import { follow, here } from "./route.js";

/** @type {Record<string, {title: string, open: () => Promise<{mount: (root: HTMLElement, params: URLSearchParams) => View}>}>} */
const VIEWS = {
  position: { title: "Position", open: () => import("./views/position.js") },
  play: { title: "Play", open: () => import("./views/play.js") },
  puzzles: { title: "Puzzles", open: () => import("./views/puzzles.js") },
  map: { title: "Map", open: () => import("./views/map.js") },
  rules: { title: "Rules", open: () => import("./views/rules.js") },
  sequences: { title: "Sequences", open: () => import("./views/sequences.js") },
  audit: { title: "Audit", open: () => import("./views/audit.js") },
};

/** @type {{name: string, view: View} | null} */
let shown = null;
let turn = 0;
/** Whether a module of a view is missing. */
let incomplete = false;

async function show() {
  const { view: name, params } = here();
  const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
  turn += 1;
  if (shown && shown.name === name) return shown.view.update(params);
  shown?.view.leave();
  shown = null;
  const root = byId("view");
  for (const link of document.querySelectorAll("#views a")) {
    if (link.getAttribute("data-view") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!view)
    return root.replaceChildren(
      h("p", { class: "lost" }, "View not found. ", h("a", { href: "#/position" }, "Go to Position")),
    );
  title(view.title);
  const mine = turn;
  /** @type {{mount: (root: HTMLElement, params: URLSearchParams) => View}} */
  let opened;
  try {
    opened = await view.open();
  } catch {
    // A module that could not be fetched. The browser does not fetch it again until the page is loaded anew.
    incomplete = true;
    dispatchEvent(new Event("unreachable"));
    return;
  }
  const { mount } = opened;
  if (mine !== turn) return;
  root.replaceChildren();
  root.className = `view-${name}`;
  shown = { name, view: mount(root, params) };
}

const THEMES = ["auto", "light", "dark"];
const CALLED = { auto: "system", light: "light", dark: "dark" };
const SIGNS = { auto: "◐", light: "○", dark: "●" };

/** @param {string} theme */
function paint(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const button = byId("theme");
  const key = /** @type {keyof typeof CALLED} */ (theme);
  button.textContent = SIGNS[key];
  button.title = `Theme: ${CALLED[key]}`;
  button.setAttribute("aria-label", button.title);
  dispatchEvent(new Event("theme"));
}

byId("theme").addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? "auto";
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "auto";
  try {
    localStorage.setItem("theme", next);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  paint(next);
  announce(byId("theme").title);
});
paint(document.documentElement.dataset.theme ?? "auto");
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  dispatchEvent(new Event("theme")),
);

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("view").focus();
});

/** Milliseconds between attempts to reach the program. */
const RETRY = 2000;
const down = byId("down");
let timer = 0;

/** Asks whether the program answers again, and if so, lets the view go on. */
async function retry() {
  clearTimeout(timer);
  try {
    const response = await fetch("icon.svg", { cache: "no-store" });
    if (!response.ok) throw new Error(response.statusText);
  } catch {
    timer = window.setTimeout(() => void retry(), RETRY);
    return;
  }
  // The address says what is shown, so nothing is lost.
  if (incomplete) return location.reload();
  down.hidden = true;
  announce("The program answers again");
  if (shown?.view.again) shown.view.again();
  else if (shown) shown.view.update(here().params);
  else void show();
}

addEventListener("unreachable", () => {
  if (!down.hidden) return;
  down.hidden = false;
  down.replaceChildren(
    h("span", {}, "The program does not answer. This page goes on by itself when it does."),
    h("button", { type: "button", onclick: () => void retry() }, "Retry"),
  );
  clearTimeout(timer);
  timer = window.setTimeout(() => void retry(), RETRY);
});

follow(() => void show());
