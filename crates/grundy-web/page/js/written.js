// A position and a sequence as LaTeX, Markdown, BibTeX, CSV and b-file.

/** @import {Big, Board, Listed, Part, Place, Valued} from "./types.js" */
import { papers } from "./api.js";
import { leaves } from "./boards/board.js";
import { asPiles } from "./boards/queen.js";
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
function picture(part) {
  const { strips, shared, crossed, edges } = part.board;
  const lines = strips ? (shared === 1 && !crossed ? star(strips) : rows(part.board)) : edges ? graph(part.board) : asPiles(part, null) ? piles(part.board) : queen(part.board);
  return `\\begin{tikzpicture}[scale=.7]\n${lines.join("\n")}\n\\end{tikzpicture}`;
}

/** @param {Big[][]} strips joined at square 0, each in a direction of its own */
function star(strips) {
  const lines = ["  \\node[circle, draw, minimum size=.6cm] at (0,0) {\\small 0};"];
  for (const [i, strip] of strips.entries()) {
    const turn = Math.round((180 - (360 * i) / Math.max(2, strips.length)) * 100) / 100;
    const squares = strip.map(Number);
    const end = Math.max(...squares, 0) + 1;
    if (end > MOST) {
      lines.push(`  \\node at (${turn}:2.5) {strip ${i + 1}: tokens on ${strip.join(", ")}};`);
      continue;
    }
    lines.push(`  \\foreach \\x in {1,...,${end}} \\node[draw, gray, minimum size=.6cm, inner sep=0pt] at (${turn}:\\x) {\\small\\x};`);
    for (const square of squares) lines.push(`  \\fill (${turn}:${square}) circle (.38) node[white] {\\small ${square}};`);
  }
  return lines;
}

/** Strips one below the other; where they share cells, that is written. @param {Board} board */
function rows({ strips = [], shared = 0, crossed }) {
  const lines = [];
  for (const [i, strip] of strips.entries()) {
    const squares = strip.map(Number);
    const end = Math.max(...squares, shared, 0) + 1;
    const y = -1.2 * i;
    if (end > MOST) {
      lines.push(`  \\node[anchor=west] at (0,${y}) {tokens on ${strip.join(", ")}};`);
      continue;
    }
    lines.push(`  \\foreach \\x in {0,...,${end}} \\draw (\\x-.5,${y - 0.5}) rectangle +(1,1) node[midway, gray] {\\small\\x};`);
    for (const square of squares) lines.push(`  \\fill (${square},${y}) circle (.38) node[white] {\\small ${square}};`);
  }
  const note = crossed ? `cells ${crossed.join(", ")} of the first strip are cells 0, 1, \\dots{} of the second` : shared > 0 ? `the strips share their first ${shared} cells` : "";
  if (note) lines.push(`  \\node[anchor=west] at (-.5,${-1.2 * strips.length}) {\\small ${note}};`);
  return lines;
}

/**
 * The counters of a pile, from its foot up.
 * @param {Big} pile
 * @param {number} x
 * @param {number} y
 */
function counters(pile, x, y) {
  const lines = Number(pile) > MOST ? [`  \\node at (${x},${y + 0.5}) {\\vdots};`] : Number(pile) > 0 ? [`  \\foreach \\y in {1,...,${pile}} \\fill (${x},${y}+.5*\\y) circle (.2);`] : [];
  return [...lines, `  \\node at (${x},${y}) {${pile}};`];
}

/** @param {Board} board */
function piles({ piles: all = [] }) {
  return all.flatMap((pile, i) => counters(pile, 1.2 * i, 0));
}

/** Piles on the vertices of a graph. @param {Board} board */
function graph({ piles: all = [], edges = [] }) {
  const radius = Math.max(2.5, all.length);
  const at = (/** @type {number} */ i) => `(${Math.round((90 - (360 * i) / all.length) * 100) / 100}:${radius})`;
  return [
    ...edges.map(([u, v, directed]) => `  \\draw[${directed ? "->, " : ""}shorten >=.5cm, shorten <=.5cm] ${at(u)} -- ${at(v)};`),
    ...all.map((pile, i) => `  \\node[circle, draw, fill=white, minimum size=.8cm] at ${at(i)} {${pile}};`),
  ];
}

/** Two piles as a queen: the row is the first, the column the second. @param {Board} board */
function queen({ piles: all = [] }) {
  const [a, b] = all.map(Number);
  if (a === undefined || b === undefined || Math.max(a, b) >= MOST) return piles({ kind: "piles", piles: all });
  return [
    `  \\foreach \\x in {0,...,${b + 1}} \\foreach \\y in {0,...,${a + 1}} \\draw[gray] (\\x-.5,\\y-.5) rectangle +(1,1);`,
    `  \\foreach \\x in {0,...,${b + 1}} \\node at (\\x,-1) {\\small\\x};`,
    `  \\foreach \\y in {0,...,${a + 1}} \\node at (-1,\\y) {\\small\\y};`,
    `  \\fill (${b},${a}) circle (.38) node[white] {\\small Q};`,
  ];
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
 * The boards as pictures.
 * @param {HTMLElement} stage
 * @param {string} caption
 * @param {string} file
 * @returns {Parameters<typeof copies>[0]}
 */
function pictureEntries(stage, caption, file) {
  const drawings = () => /** @type {SVGSVGElement[]} */ ([...stage.querySelectorAll(".board svg")]);
  return [
    ["board, SVG", { file: `${file}.svg`, blob: () => new Blob([svgFile(drawings(), caption)], { type: "image/svg+xml" }) }],
    ["board, PNG", { file: `${file}.png`, blob: () => pngFile(drawings(), caption) }],
  ];
}

/**
 * A board without its value, for games and puzzles.
 * @param {Place} place
 * @param {HTMLElement} stage
 * @param {string} caption
 * @returns {Parameters<typeof copies>[0]}
 */
export function boardEntries(place, stage, caption) {
  return [["LaTeX, the board for TikZ", () => tikz(place)], ...pictureEntries(stage, caption, fileName(place.text))];
}

/**
 * What can be copied and saved of a position.
 * @param {Place} place
 * @param {{valued: Valued, listed: Listed | null} | null} known
 * @param {HTMLElement} stage with the board
 * @param {Parameters<typeof copies>[0]} [more] other entries
 */
export function positionCopies(place, known, stage, more = []) {
  const valued = known?.valued ?? null;
  const listed = known?.listed ?? null;
  const caption = valued ? sentence(place, valued) : place.text;
  const file = fileName(place.text);
  /** @param {string} text @param {string} type */
  const blob = (text, type) => new Blob([text], { type });
  /** @type {Parameters<typeof copies>[0]} */
  const entries = [
    ["link", () => location.href],
    ["position", () => place.text],
    ["LaTeX, the board for TikZ", () => tikz(place)],
    ...more,
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
  entries.push(...pictureEntries(stage, caption, file));
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

/**
 * A table for LaTeX.
 * @param {string} name
 * @param {string[]} head
 * @param {(number | string | null)[][]} rows
 */
export function tableTex(name, head, rows) {
  const line = (/** @type {(number | string | null)[]} */ cells) => `  ${cells.map((cell) => (cell === null ? "" : tex(String(cell)))).join(" & ")} \\\\`;
  return `% needs \\usepackage{booktabs}\n% ${name}\n\\begin{tabular}{${"r".repeat(head.length)}}\n  \\toprule\n${line(head)}\n  \\midrule\n${rows.map(line).join("\n")}\n  \\bottomrule\n\\end{tabular}\n`;
}
