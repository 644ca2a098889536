// A position and a sequence as LaTeX, Markdown, BibTeX, CSV and b-file.

/** @import {Listed, Part, Place, Valued} from "./types.js" */
import { papers } from "./api.js";
import { leaves } from "./boards/board.js";
import { copies, fileName, pngFile, svgFile, tex } from "./copies.js";

/**
 * The boards of a position for TikZ.
 * @param {Place} place
 */
function tikz(place) {
  const boards = leaves(place.parts).map(({ part }) => `% ${part.text}\n${picture(part)}`);
  return `% needs \\usepackage{tikz}\n${boards.join("\n\\quad\n")}\n`;
}

/** Larger numbers are written, not drawn. */
const MOST = 40;

/** @param {Part} part */
function picture({ board }) {
  const lines = [];
  if (board.strips) {
    for (const [i, strip] of board.strips.entries()) {
      const squares = strip.map(Number);
      const end = Math.max(...squares, Number(board.shared ?? 0), 0) + 1;
      const y = -1.2 * i;
      if (end > MOST) {
        lines.push(`  \\node[anchor=west] at (0,${y}) {tokens on ${strip.join(", ")}};`);
        continue;
      }
      lines.push(`  \\foreach \\x in {0,...,${end}} \\draw (\\x-.5,${y - 0.5}) rectangle +(1,1) node[midway, gray] {\\small\\x};`);
      for (const square of squares) lines.push(`  \\fill (${square},${y}) circle (.38) node[white] {\\small ${square}};`);
    }
  } else {
    for (const [i, pile] of (board.piles ?? []).entries()) {
      const x = 1.2 * i;
      if (Number(pile) > MOST) lines.push(`  \\node at (${x},.5) {\\vdots};`);
      else if (Number(pile) > 0) lines.push(`  \\foreach \\y in {1,...,${pile}} \\fill (${x},.5*\\y) circle (.2);`);
      lines.push(`  \\node at (${x},0) {${pile}};`);
    }
  }
  return `\\begin{tikzpicture}[scale=.7]\n${lines.join("\n")}\n\\end{tikzpicture}`;
}

/**
 * @param {Place} place
 * @param {Valued} valued
 */
function sentence(place, valued) {
  const value = valued.value === null ? `is an ${valued.outcome}-position` : `has value ${valued.value}`;
  const wins = valued.wins.map(({ to }) => to);
  const by = wins.length === 0 ? "" : `; winning moves: ${wins.slice(0, 8).join("; ")}${wins.length > 8 ? " and others" : ""}`;
  return `${place.text} ${value} (${valued.by})${by}.`;
}

/**
 * The moves as a table.
 * @param {Place} place
 * @param {Listed} listed
 */
function movesTex(place, listed) {
  const rows = listed.moves.map(({ to, value, description }) => `  ${value ?? "?"} & ${tex(to)} & ${tex(description)} \\\\`);
  return `% needs \\usepackage{booktabs}\n% ${place.text}\n\\begin{tabular}{rll}\n  \\toprule\n  value & to & move \\\\\n  \\midrule\n${rows.join("\n")}\n  \\bottomrule\n\\end{tabular}\n`;
}

/**
 * @param {Listed} listed
 */
function movesMarkdown(listed) {
  const rows = listed.moves.map(({ to, value, winning, description }) => `| ${value ?? "?"} | ${winning ? `**${to}**` : to} | ${description} |`);
  return `| value | to | move |\n|--:|---|---|\n${rows.join("\n")}\n`;
}

/**
 * The source of an answer: records of the papers that it names, or of the program that computed it.
 * @param {Valued} valued
 */
async function bibtex(valued) {
  const found = await papers(valued.by);
  if (found.length > 0) return found.map((paper) => paper.bibtex).join("");
  return `@misc{grundy,\n  title = {grundy: a workbench for impartial games},\n  note = {${tex(`${valued.game} ${valued.position}: ${valued.by}`)}}\n}\n`;
}

/**
 * What can be copied and saved of a position.
 * @param {Place} place
 * @param {{valued: Valued, listed: Listed | null} | null} known
 * @param {HTMLElement} stage with the board
 */
export function positionCopies(place, known, stage) {
  const valued = known?.valued ?? null;
  const listed = known?.listed ?? null;
  const drawing = () => /** @type {SVGSVGElement | null} */ (stage.querySelector("svg"));
  const caption = valued ? sentence(place, valued) : place.text;
  const file = fileName(place.text);
  /** @param {string} text @param {string} type */
  const blob = (text, type) => new Blob([text], { type });
  /** @type {Parameters<typeof copies>[0]} */
  const entries = [
    ["link", () => location.href],
    ["position", () => place.text],
    ["LaTeX, the board for TikZ", () => tikz(place)],
  ];
  if (valued) {
    const table = listed ? `\n${movesMarkdown(listed)}` : "";
    entries.push(["Markdown, value and moves", () => `${sentence(place, valued)}\n${table}`]);
    entries.push(["BibTeX, the source of the value", () => bibtex(valued)]);
  }
  if (listed) {
    const rows = listed.moves.map(({ value, to, winning, description }) => [value, to, winning === null ? null : winning ? "yes" : "no", description]);
    const all = { ...valued, moves: listed.moves };
    entries.push(
      ["LaTeX, the moves (booktabs)", () => movesTex(place, listed)],
      ["moves, CSV", { file: `${file}.csv`, blob: () => blob(csv(["value", "to", "winning", "move"], rows), "text/csv") }],
      ["moves, JSON", { file: `${file}.json`, blob: () => blob(JSON.stringify(all, null, 1), "application/json") }],
    );
  }
  if (leaves(place.parts).length === 1) {
    const svg = () => {
      const found = drawing();
      return found && blob(svgFile(found, caption), "image/svg+xml");
    };
    const png = () => {
      const found = drawing();
      return found && pngFile(found, caption);
    };
    entries.push(["board, SVG", { file: `${file}.svg`, blob: svg }], ["board, PNG", { file: `${file}.png`, blob: png }]);
  }
  return copies(entries);
}

/**
 * @param {(number | string | null)[]} values
 * @param {number} [from] the first index
 */
export function bFile(values, from = 0) {
  return values.map((value, i) => (value === null ? "" : `${from + i} ${value}\n`)).join("");
}

/**
 * @param {string[]} head
 * @param {(number | string | null)[][]} rows
 */
export function csv(head, rows) {
  const cell = (/** @type {number | string | null} */ value) => {
    const text = value === null ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\n").concat("\n");
}
