// The claims of the papers and their verdicts.

/** @import {Recorded, Told, View} from "../types.js" */
import * as api from "../api.js";
import { announce, booked, copy, field, h, select, swap } from "../dom.js";
import { copies } from "../copies.js";
import { problem } from "../notation.js";
import { link, note, started } from "../route.js";
import { csv } from "../written.js";

/** @type {Record<string, string>} */
const PAPERS = { "farr-ho": "Farr & Ho", ho: "Ho", gu: "Gu", gurvich: "Gurvich", octal: "Octal games" };
/** Their titles, and the pages of the book about their games. @type {Record<string, [string, string]>} */
const TITLES = {
  "farr-ho": ["The Sprague-Grundy function for some nearly disjunctive sums of Nim and Silver Dollar games", "star-nim"],
  ho: ["Three-pile Sharing Nim and the quadratic time winning strategy", "sharing-nim"],
  gu: ["Sprague-Grundy values of the R-Wythoff game", "r-wythoff"],
  gurvich: ["A four parametric generalization of the Wythoff Nim and its recursive solution", "limits"],
  octal: ["published periods and values of octal games", "heaps"],
};

/** What a witness shows: a position, or a row or diagonal of a table. @typedef {{name: string, text: string, href: string}} Shown */

/** @param {string} at @returns {Shown} */
const position = (at) => ({ name: "position", text: at, href: link("position", { at }) });
/** @param {string} game @param {string} kind @param {string} of @returns {Shown} */
const line = (game, kind, of) => ({ name: kind, text: `${game}, ${kind} ${of}`, href: link("sequences", { game, [kind]: of }) });

/** The game of Gurvich with these parameters. @param {(string | undefined)[]} found */
const gurvich = ([, a, b, p, q]) => `gurvich:a=${a},b=${b},p=${p},q=${q}`;

/**
 * The forms of witnesses, by paper; those of all papers come last.
 * @type {[string | null, RegExp, (found: string[], id: string) => Shown][]}
 */
const WITNESSES = [
  ["farr-ho", /^(\d+,\d+)$/, ([, at]) => position(`star-nim ${at}`)],
  ["farr-ho", /^a=(\d+), b=(\d+)$/, ([, a, b]) => position(`star-nim ${a},${b}`)],
  ["farr-ho", /^row (\d+)$/, ([, row = ""]) => line("star-nim", "row", row)],
  ["farr-ho", /^(\d+,\d+) to \d+,\d+$/, ([, at]) => position(`wythoff ${at}`)],
  ["ho", /^(\d+,\d+,\d+)$/, ([, at]) => position(`sharing-nim ${at}`)],
  ["ho", /^\[(\d+), (\d+), (\d+)\] to /, ([, a, b, c]) => position(`sharing-nim ${a},${b},${c}`)],
  ["gurvich", /^a=(\d+) b=(\d+) p=(\d+) q=(\d+): (\d+,\d+)$/, (found) => position(`${gurvich(found)} ${found[5]}`)],
  ["gurvich", /^a=(\d+) b=(\d+) p=(\d+) q=(\d+), (row|diagonal) (\d+)$/, (found) => line(gurvich(found), found[5] ?? "", found[6] ?? "")],
  ["octal", /^G\((\d+)\)$/, ([, heap], id) => position(`octal:0.${/-(\d+)-\d+$/.exec(id)?.[1] ?? ""} ${heap}`)],
  [null, /^([a-z-]+ \d+,\d+)$/, ([, at = ""]) => position(at)],
];

/** Where the witness of a claim can be seen. @param {Recorded} claim @returns {Shown | null} */
function shownBy({ paper, witness, id }) {
  for (const [of, pattern, made] of WITNESSES) {
    const found = of === null || of === paper ? pattern.exec(witness ?? "") : null;
    if (found) return made([...found], id);
  }
  return null;
}

/** The erratum of a claim in the book: headings have ids of letters, digits and hyphens. @param {string} id */
function erratum(id) {
  return `/book/errata.html#${id.toLowerCase().replace(/[^\p{L}\p{N}_-]/gu, "")}`;
}

/** Copies the record of the paper, with the place. @param {Recorded} claim */
function record({ paper, place }) {
  const act = async () => copy((await api.papers(`${PAPERS[paper]}, ${place}`)).map(({ bibtex }) => bibtex).join(""), "BibTeX");
  return h("button", { type: "button", class: "tiny", onclick: () => void act() }, "BibTeX");
}
const VERDICTS = ["holds", "contradicted", "refuted", "open", "uncheckable"];
/** Grades of contradicted claims, and the name of what holds instead. @type {Record<string, string>} */
const GRADES = { false: "Holds instead", slip: "Intended", reading: "Reading that holds" };

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @returns {View}
 */
export function mount(root, params) {
  let state = { paper: "", verdict: "", grade: "", kind: "", find: "", claim: "" };
  /** @type {Recorded[]} */
  let claims = [];
  let turn = 0;
  let stop = new AbortController();

  const counts = h("ul", { class: "counts" });
  const filters = h("div", { class: "pickers" });
  const summary = h("p", { class: "aside", role: "status" });
  const kept = h("div");
  const list = h("ul", { class: "claims" });
  const search = h("input", {
    type: "search",
    placeholder: "words in a claim",
    oninput: () => change({ find: search.value }, true),
  });
  root.append(
    h("h1", { class: "unseen" }, "Audit"),
    h(
      "p",
      { class: "intro" },
      "Every claim that four papers make about these games, and published periods of octal games, checked by computing from the rules. A claim ",
      h("b", {}, "holds"),
      " as far as it was checked or proved; it is ",
      h("b", {}, "contradicted"),
      " by a witness that can be checked by hand, and then graded: false, a slip of the pen, or a matter of reading. Conjectures are ",
      h("b", {}, "refuted"),
      " or ",
      h("b", {}, "open"),
      ". Open a claim to see its witness on the board and to check it again. ",
      h("a", { href: "/book/errata.html" }, "All errata"),
      " and ",
      h("a", { href: "/book/introduction.html" }, "what was checked"),
      " are in the book.",
    ),
    counts,
    h("div", { class: "bar" }, filters, h("div", { class: "tools" }, summary, kept)),
    list,
  );

  /** @param {URLSearchParams} next */
  function read(next) {
    // What no list offers is left out, so that the lists say what is shown.
    const one = (/** @type {string} */ key, /** @type {string[]} */ all) => all.find((name) => name === next.get(key)) ?? "";
    state = {
      paper: one("paper", Object.keys(PAPERS)),
      verdict: one("verdict", VERDICTS),
      grade: one("grade", Object.keys(GRADES)),
      kind: next.get("kind") ?? "",
      find: next.get("find") ?? "",
      claim: next.get("claim") ?? "",
    };
    search.value = state.find;
    void show();
  }

  /**
   * @param {Partial<typeof state>} next
   * @param {boolean} [replace]
   */
  function change(next, replace = false) {
    state = { ...state, ...next };
    note("audit", state, { replace });
    draw();
  }

  async function show() {
    turn += 1;
    const mine = turn;
    if (claims.length === 0) summary.textContent = "Loading claims …";
    try {
      if (claims.length === 0) claims = await api.claims();
      if (mine === turn) draw();
    } catch (error) {
      if (mine === turn) list.replaceChildren(h("li", { class: "fault" }, problem(error)));
    }
  }

  function draw() {
    const kinds = [...new Set(claims.map(({ kind }) => kind))].toSorted();
    /** @param {string} name @param {string} now @param {(string | [string, string])[]} choices @param {(value: string) => void} act */
    const filter = (name, now, choices, act) => field(name, select([["", "all"], ...choices], now, act));
    swap(
      filters,
      filter("Paper", state.paper, Object.entries(PAPERS), (paper) => change({ paper })),
      filter("Verdict", state.verdict, VERDICTS, (verdict) => change({ verdict, grade: "" })),
      filter("Grade", state.grade, Object.keys(GRADES), (grade) => change(graded(grade))),
      filter("Kind", state.kind, kinds, (kind) => change({ kind })),
      field("Search", search, "wide"),
    );
    tally();
    const words = state.find.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = claims.filter((claim) => {
      const text = `${claim.id} ${claim.place} ${claim.statement}`.toLowerCase();
      return (
        (!state.paper || claim.paper === state.paper) &&
        (!state.verdict || claim.expected === state.verdict) &&
        (!state.grade || claim.grade === state.grade) &&
        (!state.kind || claim.kind === state.kind) &&
        words.every((word) => text.includes(word))
      );
    });
    summary.textContent = `${shown.length} of ${claims.length} claims`;
    kept.replaceChildren(exports(shown));
    list.replaceChildren(...shown.map(row));
    if (state.claim)
      list.querySelector(`[data-id="${CSS.escape(state.claim)}"]`)?.scrollIntoView({ block: "nearest" });
  }

  /** What can be copied and saved of the claims that are shown. @param {Recorded[]} shown */
  function exports(shown) {
    const head = /** @type {(keyof Recorded)[]} */ (["id", "paper", "place", "kind", "statement", "expected", "grade", "witness", "published", "computed", "instead"]);
    const rows = shown.map((claim) => head.map((key) => claim[key]));
    const cell = (/** @type {string | null} */ text) => (text ?? "").replaceAll("|", "\\|");
    const markdown = () => `| verdict | claim | place |\n|---|---|---|\n${shown.map((one) => `| ${one.grade ?? one.expected} | ${cell(one.statement)} | ${PAPERS[one.paper] ?? one.paper}, ${cell(one.place)} |`).join("\n")}\n`;
    return copies(
      [
        ["link", () => location.href],
        ["Markdown", markdown],
        ["CSV", { file: "claims.csv", blob: () => new Blob([csv(head, rows)], { type: "text/csv" }) }],
        ["JSON", { file: "claims.json", blob: () => new Blob([JSON.stringify(shown, null, 1)], { type: "application/json" }) }],
      ],
      { down: true },
    );
  }

  /** Only contradicted claims have a grade. @param {string} grade */
  const graded = (grade) => (grade ? { verdict: "contradicted", grade } : { grade });

  function tally() {
    /** @param {string} name @param {number} count @param {boolean} pressed @param {() => void} act */
    const button = (name, count, pressed, act) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(pressed), onclick: act },
        h("b", {}, String(count)),
        ` ${name}`,
      );
    const grades = Object.keys(GRADES).map((grade) => {
      const pressed = state.grade === grade;
      const count = claims.filter((claim) => claim.grade === grade).length;
      return h(
        "li",
        { class: "grade" },
        button(grade, count, pressed, () => change(graded(pressed ? "" : grade))),
      );
    });
    const verdicts = VERDICTS.map((verdict) => {
      const pressed = state.verdict === verdict;
      const count = claims.filter((claim) => claim.expected === verdict).length;
      return h(
        "li",
        { class: verdict },
        button(verdict, count, pressed, () => change({ verdict: pressed ? "" : verdict, grade: "" })),
      );
    });
    const after = VERDICTS.indexOf("contradicted") + 1;
    swap(counts, ...verdicts.slice(0, after), ...grades, ...verdicts.slice(after));
  }

  /** @param {Recorded} claim */
  function row(claim) {
    const body = h("div", { class: "claim-body" });
    const item = h("details", { open: state.claim === claim.id });
    const fill = () => {
      if (item.open && body.childElementCount === 0) body.replaceChildren(...details(claim));
    };
    item.addEventListener("toggle", () => {
      fill();
      if (item.open && state.claim !== claim.id) {
        state.claim = claim.id;
        note("audit", state, { replace: true });
      }
    });
    item.append(
      h(
        "summary",
        {},
        h("span", { class: `chip ${claim.grade ?? claim.expected}` }, claim.grade ?? claim.expected),
        h("span", { class: "statement" }, claim.statement),
        h("span", { class: "source" }, `${PAPERS[claim.paper] ?? claim.paper}, ${claim.place}`),
      ),
      body,
    );
    fill();
    return h("li", { "data-id": claim.id }, item);
  }

  /** @param {Recorded} claim */
  function details(claim) {
    /** @param {string} name @param {(string | HTMLElement)[]} value */
    const entry = (name, ...value) => h("div", {}, h("dt", {}, name), h("dd", {}, ...value));
    /** @param {string} name @param {string | number | null} value */
    const line = (name, value) => (value === null || value === "" ? null : entry(name, ...booked(String(value))));
    const at = shownBy(claim);
    const [paper, page] = TITLES[claim.paper] ?? ["", "introduction"];
    const facts = [
      entry("claim", h("a", { href: link("audit", { claim: claim.id }) }, claim.id)),
      entry("paper", `${PAPERS[claim.paper] ?? claim.paper}, ${paper}, ${claim.place} `, record(claim), " ", h("a", { href: `/book/${page}.html` }, "About its games")),
      claim.grade === null ? null : entry("erratum", h("a", { href: erratum(claim.id) }, "In the book")),
      line("kind", claim.kind),
      line("at", claim.witness),
      at === null ? null : entry(at.name, h("a", { href: at.href }, at.text)),
      line("published", claim.published),
      line("computed", claim.computed),
      line("grade", claim.grade && `${claim.grade}: ${claim.why}`),
      line((GRADES[claim.grade ?? ""] ?? "").toLowerCase(), claim.instead),
    ];
    const result = h("div", { class: "result", "aria-live": "polite" });
    /** @param {string} effort @param {string} name */
    const run = (effort, name) =>
      h("button", { type: "button", onclick: () => void again(claim, effort, result) }, name);
    const buttons =
      claim.expected === "uncheckable"
        ? []
        : [h("div", { class: "tools" }, run("quick", "Check again"), run("full", "Check further"))];
    return [h("dl", { class: "facts" }, ...facts.filter((one) => one !== null)), ...buttons, result];
  }

  /**
   * @param {Recorded} claim
   * @param {string} effort
   * @param {HTMLElement} result
   */
  async function again(claim, effort, result) {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const bar = h("progress", { max: 1, "aria-label": `Check of ${claim.id}` });
    const words = h("span", { class: "aside" }, "working …");
    result.replaceChildren(
      bar,
      h(
        "p",
        {},
        words,
        " ",
        h("button", { type: "button", class: "quiet", onclick: () => stop.abort() }, "Stop"),
      ),
    );
    try {
      const told = /** @type {Told} */ (
        await api.stream(
          "claims/run",
          { id: claim.id, effort },
          ({ done, total, place }) => {
            if (total) bar.value = done / total;
            words.textContent = `${done}${total ? ` of ${total}` : ""} ${place ?? ""}`;
          },
          signal,
        )
      );
      const agrees = told.on_record ? "as recorded" : `recorded: ${told.expected}`;
      const found = told.witness
        ? `. At ${told.witness}: published ${told.published}, computed ${told.computed}; ${told.differences} in all`
        : "";
      const instead = told.instead
        ? ` ${GRADES[told.grade ?? ""]}: ${told.instead_verdict} (${told.instead_checked_to}).`
        : "";
      result.replaceChildren(
        h(
          "p",
          {},
          h("span", { class: `chip ${told.verdict}` }, told.verdict),
          ` ${agrees}. Checked: ${told.checked_to}${found}.${instead}`,
        ),
      );
      announce(`${claim.id}: ${told.verdict}`);
    } catch (error) {
      const stopped = error instanceof DOMException && error.name === "AbortError";
      result.replaceChildren(
        h("div", { class: stopped ? "aside" : "fault" }, stopped ? "Stopped." : problem(error)),
      );
    }
  }

  return started(read, params, {
    leave() {
      turn += 1;
      stop.abort();
    },
  });
}
