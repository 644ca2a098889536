// Plots of rows, diagonals and g-sequences, with their periods.

/** @import {Known, Listing, Spec, View} from "../types.js" */
import * as api from "../api.js";
import { field, h, number, select, swap, title } from "../dom.js";
import { copies, fileName, pngFile, svgFile } from "../copies.js";
import { chooser } from "../game.js";
import { checker, proof } from "../certificate.js";
import { problem } from "../notation.js";
import { automatonOf } from "../automaton.js";
import { lawBar, numbers, plotted } from "../plot.js";
import { link, note, started } from "../route.js";
import { bFile, csv, tableTex } from "../written.js";

/** @typedef {"value" | "row" | "diagonal"} Kind */
/** @type {Record<Kind, {name: string, across: string, up: (n: number) => string, letter: string}>} */
const KINDS = {
  value: { name: "positions of value", across: "index n of the position", up: () => "y − x", letter: "g" },
  row: { name: "row", across: "b", up: (n) => `G(${n},b)`, letter: "a" },
  diagonal: { name: "diagonal", across: "a", up: (n) => `G(a,a+${n})`, letter: "d" },
};

/** The largest number of a row, diagonal or value. */
const LARGEST = 1_000_000;

/** A number of an address, within the limits of its field. @param {string | null} text */
function whole(text) {
  const value = Math.round(Number(text));
  return Number.isFinite(value) ? Math.min(LARGEST, Math.max(0, value)) : 0;
}

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  /** @type {{game: string, kind: Kind, of: number, count: number, flat: boolean}} */
  let state = { game: "star-nim", kind: "row", of: 3, count: 120, flat: true };
  /** @type {Listing[]} */
  let games = [];
  let turn = 0;
  let stop = new AbortController();
  /** @type {{values: (number | null)[], positions: [number, number][] | null} | null} */
  let data = null;
  /** @type {Known | null} */
  let known = null;
  /** @type {{name: string, element: HTMLElement} | null} */
  let drawnAutomaton = null;

  const settings = h("div", { class: "pickers" });
  const stage = h("div", { class: "stage plain-stage" });
  const list = h("div", { class: "lists" });
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  root.append(
    h("h1", { class: "unseen" }, "Sequences and periods"),
    h("div", { class: "bar" }, settings),
    h(
      "div",
      { class: "split" },
      h("div", { class: "left" }, stage, list),
      h("aside", { class: "panel", "aria-label": "The period" }, verdict, checker()),
    ),
  );

  /** @param {URLSearchParams} next */
  function read(next) {
    const kind = /** @type {Kind | undefined} */ (Object.keys(KINDS).find((name) => next.has(name)));
    state = {
      game: next.get("game") ?? "star-nim",
      kind: kind ?? "row",
      of: kind ? whole(next.get(kind)) : 3,
      count: Math.min(20_000, Math.max(2, whole(next.get("count")) || 120)),
      flat: next.get("plot") !== "values",
    };
    void show();
  }

  /** @param {Partial<typeof state>} next */
  function change(next) {
    state = { ...state, ...next };
    const { game, kind, of, count, flat } = state;
    note("sequences", {
      game,
      [kind]: of,
      count: count === 120 ? null : count,
      plot: flat ? null : "values",
    });
    void show();
  }

  /** @param {Spec} spec */
  async function setGame(spec) {
    try {
      change({ game: (await api.gameOf(spec)).game });
    } catch (error) {
      verdict.replaceChildren(h("div", { class: "fault" }, problem(error)));
    }
  }

  /** @param {Spec | undefined} spec the parts of the game */
  function choose(spec) {
    const { kind, of, count } = state;
    const what = select(
      /** @type {[string, string][]} */ (Object.entries(KINDS).map(([name, one]) => [name, one.name])),
      kind,
      (name) => change({ kind: /** @type {Kind} */ (name) }),
    );
    const which = number({ value: of, min: 0, max: LARGEST }, (value) => change({ of: value }));
    const many = number({ value: count, min: 2, max: 20_000 }, (value) => change({ count: value }));
    swap(
      settings,
      chooser(
        games.filter(({ plane, sequences }) => (kind === "value" ? sequences : plane)),
        spec,
        { choose: ({ game }) => change({ game }), set: (wanted) => void setGame(wanted) },
      ),
      field("What", what),
      field(KINDS[kind].letter, which, "small"),
      field("Count", many, "small"),
    );
  }

  async function show() {
    turn += 1;
    const mine = turn;
    stop.abort();
    stop = new AbortController();
    [data, known] = [null, null];
    if (games.length === 0) games = await api.games().catch(() => []);
    const named = await api.game(state.game).catch(() => null);
    if (mine !== turn) return;
    choose(named?.spec);
    const { game, kind, of, count } = state;
    const { signal } = stop;
    title(`${game}, ${KINDS[kind].name} ${of}`);
    const fetched =
      kind === "value"
        ? api.get("sequence", { game, value: of, count }, signal)
        : api.get(kind, { game, [kind]: of, columns: count }, signal);
    verdict.replaceChildren(h("p", { class: "aside" }, "Looking for a period …"));
    void fetched.then(
      (found) => {
        if (mine !== turn) return;
        data =
          kind === "value"
            ? {
                values: found.positions.map((/** @type {[number, number]} */ [x, y]) => y - x),
                positions: found.positions,
              }
            : { values: found.values, positions: null };
        draw();
      },
      (error) => mine === turn && stage.replaceChildren(h("div", { class: "fault" }, problem(error))),
    );
    await period(mine, signal);
  }

  /**
   * @param {number} mine
   * @param {AbortSignal} signal
   */
  async function period(mine, signal) {
    const { game, kind, of } = state;
    const bar = h("progress", { "aria-label": "Search for a period", max: 1 });
    const words = h("p", { class: "aside" });
    try {
      const found = await api.stream(
        "period",
        { game, [kind]: of },
        ({ done, total, place }) => {
          if (mine !== turn) return;
          if (total) bar.value = done / total;
          words.textContent =
            place ?? `${done.toLocaleString("en")}${total ? ` of ${total.toLocaleString("en")}` : ""} cells`;
          if (!bar.isConnected)
            verdict.replaceChildren(
              h("h2", {}, "Looking for a period"),
              bar,
              words,
              h("button", { type: "button", onclick: () => stop.abort() }, "Stop"),
            );
        },
        signal,
      );
      if (mine !== turn) return;
      known = found;
      tell(found);
      draw();
    } catch (error) {
      if (mine !== turn) return;
      const stopped = error instanceof DOMException && error.name === "AbortError";
      verdict.replaceChildren(
        h("h2", {}, "Period"),
        h("div", { class: "neutral" }, stopped ? "Stopped." : problem(error)),
      );
    }
  }

  /** @param {Known} found */
  function tell(found) {
    const { kind, of, game } = state;
    const p = found.period;
    const seen = found.candidate;
    const plus = (/** @type {number | null} */ saltus) => (saltus ? ` + ${saltus}` : "");
    /** @param {number} period @param {number | null} saltus @param {number} from */
    const law = (period, saltus, from) =>
      ({
        row: `G(${of}, b+${period}) = G(${of}, b)${plus(saltus)} for all b ≥ ${from}`,
        diagonal: `G(a+${period}, a+${period}+${of}) = G(a, a+${of})${plus(saltus)} for all a ≥ ${from}`,
        value: `the differences y − x repeat every ${period} positions, from index ${from} on`,
      })[kind];
    /** @param {string} name @param {string | number | null | undefined} value */
    const line = (name, value) =>
      value === null || value === undefined
        ? null
        : h("div", {}, h("dt", {}, name), h("dd", {}, String(value)));
    const title = { row: `Row ${of}`, diagonal: `Diagonal ${of}`, value: `Value ${of}` }[kind];
    verdict.replaceChildren(
      h(
        "div",
        { class: `headline ${found.verdict}` },
        h(
          "p",
          { class: "worth" },
          h("span", { class: "caption" }, "period"),
          h(
            "output",
            { class: `numeral ${String(p ?? "").length > 5 ? "long" : ""}` },
            p === null ? (seen ? `${seen.period}?` : "–") : String(p),
          ),
        ),
        h(
          "p",
          { class: "outcome" },
          h("b", { class: found.verdict }, found.verdict),
          ` ${game}, ${title.toLowerCase()}`,
        ),
      ),
      h(
        "p",
        { class: "law" },
        p !== null
          ? law(p, found.saltus, found.preperiod ?? 0)
          : seen
            ? `Observed, not proved: ${law(seen.period, seen.saltus, seen.preperiod)}`
            : "No period found.",
      ),
      ...(p !== null
        ? [lawBar({ preperiod: found.preperiod ?? 0, period: p, saltus: found.saltus ?? 0, proved: found.verdict === "proved" })]
        : seen
          ? [lawBar({ ...seen, proved: false })]
          : []),
      h(
        "dl",
        { class: "facts" },
        ...[
          line("preperiod", found.preperiod),
          line("state repeats every", found.state_period),
          line("searched to", found.searched_to),
        ].filter((one) => one !== null),
      ),
      ...(found.certificate ? [proof(found.certificate, `${fileName(game)}-${kind}-${of}.cert`)] : []),
    );
  }

  function draw() {
    if (!data) return;
    const { kind, of, game, flat } = state;
    const period = known?.period ?? known?.candidate?.period ?? null;
    const preperiod = known?.preperiod ?? known?.candidate?.preperiod ?? 0;
    const saltus = known?.saltus ?? known?.candidate?.saltus ?? 0;
    const level = flat && period !== null && saltus !== 0;
    const rises = kind === "row" && flat && saltus !== 0 && saltus === period;
    const values = level
      ? data.values.map((value, i) =>
          value === null ? null : value - (rises ? i : Math.round((i * saltus) / period)),
        )
      : data.values;
    const up = KINDS[kind].up(of) + (level ? (rises ? " − b" : " − trend") : "");
    const shade = period !== null ? { preperiod, period } : null;
    const width = Math.max(320, stage.clientWidth - 20);
    const label = `${game}: ${up} for ${data.values.length} values of ${KINDS[kind].across}`;
    stage.replaceChildren(
      plotted(
        {
          values,
          from: 0,
          across: KINDS[kind].across,
          up,
          shade,
          proved: known?.verdict === "proved",
          label,
        },
        width,
      ),
    );
    const toggle =
      saltus !== 0 &&
      period !== null &&
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => change({ flat: !flat }) },
        flat ? "Show values" : "Subtract the trend",
      );
    const shown = data.positions ? data.positions.map(([x, y]) => `(${x},${y})`) : data.values;
    const map = h(
      "a",
      { class: "quiet", href: link("map", kind === "value" ? { game, mark: of } : { game }) },
      "Show on the map",
    );
    // What is open stays open when the period arrives.
    const open = [...list.querySelectorAll("details")].map((one) => one.open);
    swap(
      list,
      h("div", { class: "tools" }, ...(toggle ? [toggle] : []), map, exports()),
      numbers(shown, data.positions ? `The ${shown.length} positions` : `The ${shown.length} values`),
      oeis(),
      // Automata are known for small values only.
      kind === "value" && of <= 3 ? automaton(game, of) : "",
    );
    list.querySelectorAll("details").forEach((one, i) => (one.open = open[i] ?? false));
  }

  /** The same control as long as the positions are the same, so that what is drawn stays. @param {string} game @param {number} of */
  function automaton(game, of) {
    const name = `${game} ${of}`;
    if (drawnAutomaton?.name !== name) drawnAutomaton = { name, element: automatonOf(game, of) };
    return drawnAutomaton.element;
  }

  /** What can be copied and saved. */
  function exports() {
    if (!data) return "";
    const { kind, of, game } = state;
    const { values, positions } = data;
    const name = `${game}, ${KINDS[kind].name} ${of}`;
    const file = fileName(`${game}-${kind}-${of}`);
    const text = positions ? positions.map(([x, y]) => `(${x},${y})`).join(", ") : values.map((value) => value ?? "-").join(", ");
    const rows = positions ? positions.map(([x, y], i) => [i, x, y, y - x]) : values.map((value, i) => [i, value]);
    const head = positions ? ["n", "x", "y", "difference"] : [KINDS[kind].across, "value"];
    const drawing = () => /** @type {SVGSVGElement | null} */ (stage.querySelector("svg"));
    const law = verdict.querySelector(".law")?.textContent ?? "";
    const caption = law ? `${name}: ${law}` : name;
    /** The numbers of each b-file. @type {[string, (number | null)[]][]} */
    const columns = positions ? [["x", positions.map(([x]) => x)], ["y", positions.map(([, y]) => y)], ["y − x", values]] : [["", values]];
    /** @type {Parameters<typeof copies>[0]} */
    const bFiles = columns.map(([column, all]) => [`b-file${column && ` of ${column}`}`, { file: `b-${fileName(`${file}-${column}`)}.txt`, blob: () => blob(bFile(all), "text/plain") }]);
    /** @param {string} made @param {string} type */
    const blob = (made, type) => new Blob([made], { type });
    return copies([
      ["link", () => location.href],
      ["values", () => text],
      ["LaTeX", () => `% ${name}\n$${text.replaceAll(", ", ",\\ ")}$\n`],
      ["LaTeX, a table (booktabs)", () => tableTex(name, head, rows)],
      ["Markdown", () => `**${name}**: ${text}${law ? `\n\n${law}` : ""}\n`],
      ...bFiles,
      ["CSV", { file: `${file}.csv`, blob: () => blob(csv(head, rows), "text/csv") }],
      ["JSON", { file: `${file}.json`, blob: () => blob(JSON.stringify({ game, [kind]: of, values, positions, period: known }, null, 1), "application/json") }],
      ["SVG", { file: `${file}.svg`, blob: () => { const svg = drawing(); return svg && blob(svgFile([svg], caption), "image/svg+xml"); } }],
      ["PNG", { file: `${file}.png`, blob: () => { const svg = drawing(); return svg && pngFile([svg], caption); } }],
    ]);
  }

  /** The terms as one would search for them in the OEIS. */
  function oeis() {
    if (!data) return "";
    /** @param {string} name @param {(number | null)[]} values */
    const line = (name, values) => {
      const known = values.filter((value) => value !== null);
      const terms = known.slice(0, 24);
      if (terms.length < 6) return null;
      const url = `https://oeis.org/search?q=${terms.join("%2C")}`;
      const numbers = h("span", { class: "words" });
      const away = { target: "_blank", rel: "noreferrer" };
      // The A-number, where the program computes the sequence.
      void api.oeis(known.slice(0, 60)).then(
        (found) => numbers.replaceChildren(...found.flatMap((one) => [" ", h("a", { href: `https://oeis.org/${one.number}`, ...away }, one.number), ` ${one.name}${one.form.endsWith("as it is") ? "" : ` (${one.form.replace(/^.*?, /, "")})`}.`])),
        () => {},
      );
      return h("li", {}, h("span", { class: "words" }, `${name} `), h("span", { class: "to" }, terms.join(", ")), numbers, " ", h("a", { href: url, ...away }, `Search for ${name}`));
    };
    const { positions, values } = data;
    const lines = positions
      ? [line("x", positions.map(([x]) => x)), line("y", positions.map(([, y]) => y)), line("y − x", values)]
      : [line("the values", values)];
    return h("details", { class: "values oeis" }, h("summary", {}, "On-Line Encyclopedia of Integer Sequences"), h("ul", {}, lines.filter((one) => one !== null)), h("p", { class: "aside" }, "The links lead to oeis.org; this page itself contacts no other server."));
  }

  const watch = new ResizeObserver(draw);
  watch.observe(root);
  return started(read, params, {
    leave() {
      turn += 1;
      stop.abort();
      watch.disconnect();
    },
  });
}
