// The claims of the papers and their verdicts.

/** @import {Recorded, Told, View} from "../types.js" */
import * as api from "../api.js";
import { announce, copy, field, h, select, swap } from "../dom.js";
import { problem } from "../notation.js";
import { link, note, started } from "../route.js";

/** @type {Record<string, string>} */
const PAPERS = { "farr-ho": "Farr & Ho", ho: "Ho", gu: "Gu", gurvich: "Gurvich" };
/** The games of the papers, in which their witnesses are positions. @type {Record<string, [RegExp, (found: string[]) => string]>} */
const WITNESSES = {
  "farr-ho": [/^(\d+,\d+)$/, ([, at]) => `star-nim ${at}`],
  ho: [/^(\d+,\d+,\d+)$/, ([, at]) => `sharing-nim ${at}`],
  gurvich: [/^a=(\d+) b=(\d+) p=(\d+) q=(\d+): (\d+,\d+)$/, ([, a, b, p, q, at]) => `gurvich:a=${a},b=${b},p=${p},q=${q} ${at}`],
};

/** The position of a witness. @param {Recorded} claim */
function positionOf({ paper, witness }) {
  const [pattern, text] = WITNESSES[paper] ?? [];
  const found = witness && pattern?.exec(witness);
  return found && text ? text(found) : null;
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
      "Every claim that four papers make about these games, checked by computing from the rules. A claim ",
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
    h("div", { class: "bar" }, filters, summary),
    list,
  );

  /** @param {URLSearchParams} next */
  function read(next) {
    state = {
      paper: next.get("paper") ?? "",
      verdict: next.get("verdict") ?? "",
      grade: next.get("grade") ?? "",
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
    list.replaceChildren(...shown.map(row));
    if (state.claim)
      list.querySelector(`[data-id="${CSS.escape(state.claim)}"]`)?.scrollIntoView({ block: "nearest" });
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
    const line = (name, value) => (value === null || value === "" ? null : entry(name, String(value)));
    const at = positionOf(claim);
    const facts = [
      line("claim", claim.id),
      entry("paper", `${PAPERS[claim.paper] ?? claim.paper}, ${claim.place} `, record(claim)),
      claim.grade === null ? null : entry("erratum", h("a", { href: erratum(claim.id) }, "In the book")),
      line("kind", claim.kind),
      line("at", claim.witness),
      at === null ? null : entry("position", h("a", { href: link("position", { at }) }, at)),
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
