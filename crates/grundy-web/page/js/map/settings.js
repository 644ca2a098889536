// The settings of the map.

/** @import {Listing, Named, Spec} from "../types.js" */
/** @import {Scale} from "./palette.js" */
/** @import {Seen} from "./export.js" */
/** @import {State} from "./state.js" */
import { announce, field, h, number, select, swap } from "../dom.js";
import { copies, fileName } from "../copies.js";
import { chooser } from "../game.js";
import { bookmark, bookmarks } from "./beside.js";
import { seenCsv, seenJson, seenTex } from "./export.js";
import { PALETTES } from "./palette.js";
import { parameterSliders, threshold } from "./sliders.js";
import { SCALES, SIZES } from "./state.js";

/**
 * What the settings need to know, and what they do. `fits`: the largest table that is offered.
 * @typedef {{games: Listing[], named: Named | null, state: State, fits: number, centre: string, change(next: Partial<State>): void,
 *   setGame(spec: Spec): void, slide(upto: number | null): void, picture(): Promise<Blob | null>, drawing(): string, seen(): Seen, resized(): void}} Reach
 */

// A phone has no room for all settings.
let moreOpen = innerWidth > 720;

/**
 * @param {HTMLElement} element
 * @param {Reach} reach
 */
export function showSettings(element, reach) {
  const { games, named, state, change } = reach;
  const planes = games.filter(({ plane }) => plane);
  const choice = chooser(planes, named?.spec, { choose: ({ game }) => change({ game }), set: reach.setGame });
  const sizes = [...new Set([...SIZES.filter((max) => max <= reach.fits), state.max])];
  const size = select(
    sizes.map((max) => [String(max), `0–${max}`]),
    String(state.max),
    (max) => change({ max: Number(max) }),
  );
  /** @param {string} name @param {boolean} on @param {Partial<State>} next */
  const toggle = (name, on, next) =>
    h("button", { type: "button", class: "toggle", "aria-pressed": String(on), onclick: () => change(next) }, name);
  const listing = games.find((one) => one.name === named?.spec?.name);
  swap(
    element,
    choice,
    field("Table", size),
    toggle("P-positions", state.mark === 0, { mark: state.mark === 0 ? null : 0 }),
    toggle("Lines", state.lines, { lines: !state.lines }),
    toggle("Board", state.board, { board: !state.board }),
    ...(listing?.periods ? [toggle("Periods", state.periods, { periods: !state.periods })] : []),
    moreSettings(listing, reach),
  );
}

/**
 * @param {Listing | undefined} listing
 * @param {Reach} reach
 */
function moreSettings(listing, reach) {
  const { named, state, change } = reach;
  const mark = number({ value: state.mark ?? "", min: 0, max: 1_000_000 }, (value) => change({ mark: value }));
  mark.addEventListener("input", () => mark.value === "" && change({ mark: null }));
  mark.placeholder = "–";
  /** @param {string} ending @param {string} type @param {() => string} made */
  const file = (ending, type, made) => ({ file: `${fileName(state.game)}.${ending}`, blob: () => new Blob([made()], { type }) });
  const more = h(
    "details",
    { class: "more", open: moreOpen },
    h("summary", {}, "More settings"),
    h(
      "div",
      {},
      field("Palette", select(PALETTES, state.palette, (name) => change({ palette: name }))),
      field("Colour by", select(SCALES, state.scale, (name) => change({ scale: /** @type {Scale} */ (name) }))),
      field("Highlight", mark, "small"),
      threshold(state.upto, state.max, reach.slide),
      parameterSliders(listing, named?.spec, reach.setGame),
      marks(reach),
      copies(
        [
          ["link", () => location.href],
          ["Markdown", () => `[${state.game}, values of a,b](${location.href})`],
          ["LaTeX, a table (booktabs)", () => seenTex(state.game, reach.seen())],
          ["values in view, CSV", file("csv", "text/csv", () => seenCsv(state.game, reach.seen()))],
          ["values in view, JSON", file("json", "application/json", () => seenJson(state.game, reach.seen()))],
          ["picture, SVG", file("svg", "image/svg+xml", reach.drawing)],
          ["picture, PNG", { file: `${fileName(state.game)}.png`, blob: reach.picture }],
        ],
        { down: true },
      ),
    ),
  );
  more.addEventListener("toggle", () => {
    moreOpen = more.open;
    reach.resized();
  });
  return more;
}

/** Bookmarks. @param {Reach} reach */
function marks({ state, centre, change }) {
  const kept = bookmarks().map(({ name, hash }) => /** @type {[string, string]} */ ([hash, name]));
  const element = select([["", "Bookmarks"], ["+", "+ this view"], ...kept], "", (hash) => {
    if (hash !== "+") return void (hash && (location.hash = hash));
    bookmark(`${state.game}, ${centre}`, location.hash);
    announce("View kept");
    change({});
  });
  element.setAttribute("aria-label", "Bookmarks");
  element.className = "add";
  return element;
}
