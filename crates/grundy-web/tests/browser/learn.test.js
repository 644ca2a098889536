// What the page teaches and gives away: rules, proofs, copies, the audit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pasted, settled, shared } from "./bench.js";

const bench = shared();

test("the rules of the game are told, with positions to try", async () => {
  const page = await bench.open("");
  await page.getByText("Take any positive number of counters from one pile.").waitFor();
  await page.getByText("Whoever makes the last move wins.").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".card .examples li").length === 3);
  await page.locator(".card .examples button").first().click();
  await page.waitForFunction(() => location.hash.includes("nim%203,5,6"));
  // It stays closed once it has been closed.
  await page.locator(".card > summary").click();
  await page.reload();
  await page.locator(".numeral").waitFor();
  assert.equal(await page.locator(".card[open]").count(), 0);
  // The choice is kept at once: a reload right after the click cannot lose it.
  const kept = await page.evaluate(() => {
    /** @type {HTMLElement | null} */ (document.querySelector(".card > summary"))?.click();
    return localStorage.getItem("card");
  });
  assert.equal(kept, "open");
});

test("rules that name another game come with its rules, and with the parameters", async () => {
  const page = await bench.open("#/position?at=star-silver-dollar%20[2,5],[3],[1,4]");
  await page.locator(".card .rules-of").getByText("Silver Dollar: move a token left to an empty square").waitFor();
  await page.goto(`${bench.url}/#/position?at=fraenkel:a%3D3%203,8`);
  await page.locator(".card .rules-of").getByText("Here A = 3. On the board, the row is the first pile").waitFor();
  // The board has a queen, no counters.
  await page.locator(".card").getByText("Pick up the queen").waitFor();
  await page.goto(`${bench.url}/#/position?at=nim%203%20+%20sharing-nim%200,3,5`);
  await page.locator(".rules-of-parts li").nth(1).waitFor();
  assert.match((await page.locator(".rules-of-parts").innerText()) ?? "", /nim Take any positive number.*sharing-nim Move counters from a pile/s);
  await page.goto(`${bench.url}/#/play?start=wythoff@block=2%204,6`);
  await page.getByText("Before each move, the player who has just moved may forbid some moves: up to 1 option may be blocked.").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".card .examples li").length > 0);
  for (const text of await page.locator(".card .examples").allTextContents()) assert.doesNotMatch(text, /wythoff \d/);
});

test("a puzzle comes with the rules of its game", async () => {
  const page = await bench.open("#/puzzles?set=star-nim%203,7");
  await page.locator(".card").getByText("How to play star-nim").waitFor();
  await page.locator(".card").getByText("Move a token so that your opponent loses").waitFor();
});

test("positions are copied as LaTeX, Markdown and BibTeX, and saved as SVG and PNG", async () => {
  const page = await bench.open("#/position?at=star-nim%203,7", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".numeral").waitFor();
  /** @type {[RegExp, RegExp][]} */
  const copies = [
    [/^Copy: position$/, /^star-nim 3,7$/],
    [/TikZ/, /\\begin\{tikzpicture\}[^]*at \(0,0\) \{\\small 0\}[^]*\\fill \(0:7\)/],
    [/Markdown/, /has value 5 .*Proposition 4[^]*\| 0 \| \*\*3,3\*\* \|/],
    [/BibTeX/, /^@article\{farr-ho,[^]*author = \{Farr, Graham and Ho, Nhan Bao\}[^]*note = \{Proposition 4/],
    [/booktabs/, /\\toprule/],
  ];
  for (const [name, text] of copies) {
    await page.locator(".copies > summary").click();
    await page.getByRole("button", { name }).click();
    await pasted(page, text);
  }
  for (const kind of ["SVG", "PNG", "CSV", "JSON"]) {
    await page.locator(".copies > summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: new RegExp(`, ${kind}$`) }).click()]);
    assert.equal(download.suggestedFilename(), `star-nim-3-7.${kind.toLowerCase()}`);
  }
});

test("a period is drawn, and its certificate checked in the page", async () => {
  const page = await bench.open("#/sequences?game=star-nim&row=4");
  await page.locator(".law-bar").waitFor();
  assert.match((await page.locator(".law-bar").getAttribute("aria-label")) ?? "", /Preperiod of 10, then 36 values that repeat, each time 36 more/);
  await page.getByRole("button", { name: "Check it now" }).click();
  await page.locator(".proof .good").getByText("star-nim: G(4,b+36) = G(4,b)+36 for all b >= 10").waitFor();
});

test("a sequence is saved as b-file, CSV, JSON, SVG and PNG, with its terms ready for the OEIS", async () => {
  const page = await bench.open("#/sequences?game=wythoff&value=0&count=30", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".copies > summary").waitFor();
  for (const [kind, ending] of [["b-file of x", "txt"], ["b-file of y", "txt"], ["CSV", "csv"], ["JSON", "json"], ["SVG", "svg"], ["PNG", "png"]]) {
    await page.locator(".copies > summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Save: ${kind}`, exact: true }).click()]);
    assert.ok(download.suggestedFilename().endsWith(`.${ending}`), download.suggestedFilename());
  }
  await page.getByText("On-Line Encyclopedia").click();
  const href = await page.getByRole("link", { name: "Search for x" }).getAttribute("href");
  assert.match(href ?? "", /^https:\/\/oeis\.org\/search\?q=0%2C1%2C3%2C4%2C6%2C8/);
  assert.equal(await page.getByRole("link", { name: "A000201" }).first().getAttribute("href"), "https://oeis.org/A000201");
});

test("the board of a sum is one picture, and captions are not cut off", async () => {
  const page = await bench.open("#/position?at=nim%203%20+%20wythoff%202,5");
  await page.locator(".numeral").waitFor();
  await page.locator(".copies > summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save: board, SVG" }).click()]);
  const svg = readFileSync(await download.path(), "utf8");
  assert.equal(svg.match(/<svg/g)?.length, 3, "a frame and two boards");
  const width = Number(svg.match(/viewBox="0 0 ([\d.]+)/)?.[1]);
  const size = Number(svg.match(/<text x="[\d.]+" y="[\d.]+" font-family="sans-serif" font-size="([\d.]+)"/)?.[1]);
  const lines = [...svg.matchAll(/text-anchor="middle" fill="[^"]*">([^<]*)<\/text>/g)].map(([, line]) => line ?? "").filter((line) => / /.test(line));
  assert.ok(lines.length > 0 && lines.every((line) => line.length * size * 0.54 <= width), `${width}: ${lines.join("|")}`);
});

test("boards and tables are copied and saved from every view", async () => {
  /** @type {[string, string, RegExp, RegExp][]} */
  const views = [
    ["#/play?start=nim%203,5&moves=3,4~2,4", "Markdown, the record with values", /\| 1 \| you \| 3,4 \| 7 \| threw the win \|/, /3-5|2-4/],
    ["#/puzzles?set=wythoff%205,8", "LaTeX, the board for TikZ", /\\fill \(8,5\) circle/, /wythoff-5-8/],
    ["#/rules?game=%7Bx,y:%20x-i,y;%20x,y-i%7D&at=3,5", "rules, in braces", /^\{x, y: x - i, y; x, y - i\}/, /3-5/],
    ["#/audit?verdict=refuted", "Markdown", /\| refuted \| [^]* \| Farr & Ho, Section 4\.4 \|/, /claims/],
    ["#/map?game=star-nim&max=255&s=32&a=5&b=5", "LaTeX, a table (booktabs)", /\\toprule[^]*\\midrule[^]*\n  0 & /, /star-nim/],
  ];
  for (const [hash, name, text, file] of views) {
    const page = await bench.open(hash, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator(".copies > summary").waitFor();
    await page.waitForLoadState("networkidle");
    await page.locator(".copies > summary").click();
    await page.getByRole("button", { name: `Copy: ${name}`, exact: true }).click();
    await pasted(page, text);
    await page.locator(".copies > summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^Save: .*(SVG|CSV)$/ }).first().click()]);
    assert.match(download.suggestedFilename(), file);
    await page.context().close();
  }
});

test("the values in view are those of the table", async () => {
  const page = await bench.open("#/map?game=wythoff&max=255&s=40&a=4&b=6");
  await settled(page);
  const saved = async (/** @type {string} */ name) => {
    await page.locator(".copies > summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    return readFileSync(await download.path(), "utf8");
  };
  const { rows, columns, step } = JSON.parse(await saved("Save: values in view, JSON"));
  assert.equal(step, 1);
  assert.ok(rows.length > 5 && columns.length > 10);
  for (const { a, values } of rows.slice(0, 4)) {
    const { values: right } = await bench.ask("row", { game: "wythoff", row: a, columns: 256 });
    assert.deepEqual(values, columns.map((/** @type {number} */ b) => right[b]));
  }
  const [head] = (await saved("Save: values in view, CSV")).split("\n");
  assert.equal(head, `"wythoff, values of a,b",${columns.join()}`);
  assert.match(await saved("Save: picture, SVG"), /linearGradient[^]*wythoff, values of a,b/);
});

test("every erratum of the audit is in the book, and the book is a link away", async () => {
  const page = await bench.open("#/audit?verdict=contradicted");
  await page.locator(".claims li").first().waitFor();
  const ids = await page.locator(".claims li").evaluateAll((items) => items.map((item) => item.getAttribute("data-id") ?? ""));
  const book = await (await fetch(`${bench.url}/book/errata.html`)).text();
  assert.ok(ids.length > 30);
  for (const id of ids) assert.ok(book.includes(`id="${id.toLowerCase().replace(/[^\w-]/g, "")}"`), id);
  await page.getByRole("link", { name: "Book", exact: true }).click();
  await page.waitForURL(/\/book\/$/);
});

test("the audit introduces itself, and opens a witness on the board", async () => {
  const page = await bench.open("#/audit?claim=farr-ho/proposition-4-vi");
  await page.getByText("Every claim that four papers make").waitFor();
  // The erratum in the book, at its heading.
  const erratum = page.getByRole("link", { name: "In the book" });
  const address = new URL((await erratum.getAttribute("href")) ?? "", bench.url);
  const book = await (await fetch(address)).text();
  assert.ok(book.includes(`id="${address.hash.slice(1)}"`), address.hash);
  await page.getByRole("link", { name: "star-nim 16,19" }).click();
  await page.locator('.numeral[data-value="10"]').waitFor();
});

test("witnesses that are rows, moves or heaps have links, and pages of the book too", async () => {
  for (const [claim, text] of [
    ["farr-ho/sec-4.4-wythoff-moves", "wythoff 1,1"],
    ["farr-ho/sec-4.4-row-7", "star-nim, row 7"],
    ["ho/theorem-1-move", "sharing-nim 0,2,3"],
    ["gurvich/sec-9-rows", "gurvich:a=1,b=2,p=1,q=1, row 4"],
    ["gurvich/sec-11-n1", "wythoff 1,1"],
    ["octal/same-161-36", "octal:0.161 519"],
  ]) {
    const page = await bench.open(`#/audit?claim=${claim}`);
    const item = page.locator(`[data-id="${claim}"]`);
    await item.getByRole("link", { name: claim }).waitFor();
    await item.getByRole("link", { name: "About its games" }).waitFor();
    await item.getByRole("link", { name: text, exact: true }).click();
    await page.locator(".numeral, .plot .dots").first().waitFor();
    await page.context().close();
  }
  const page = await bench.open("#/audit?claim=farr-ho/counts-4-strips");
  assert.equal(await page.getByRole("link", { name: "the book on errata" }).getAttribute("href"), "/book/errata.html");
});

/** Accepts pairs with as many ones in x as in y, modulo 3, and none in the same place. */
const AUTOMATON = {
  game: "wythoff",
  value: 0,
  numeration: "zeckendorf",
  states: 3,
  transitions: [
    [0, 1, 2, null],
    [1, 2, 0, null],
    [2, 0, 1, null],
  ],
  accepting: [0],
};

test("an automaton is drawn, state by state", async () => {
  const page = await bench.open("");
  await page.route(/api\/v1\/automaton/, (route) => route.fulfill({ json: AUTOMATON }));
  await page.goto(`${bench.url}/#/sequences?game=wythoff&value=0`);
  await page.locator(".automaton > summary").click();
  await page.locator(".states").waitFor();
  assert.equal(await page.locator(".states .state").count(), 3);
  assert.equal(await page.locator(".states .state.accepting").count(), 1);
  // An arrow for each pair of states, labelled with its digits.
  assert.equal(await page.locator(".states .step-of").count(), 9);
  assert.deepEqual([...new Set(await page.locator(".states .step-of text").allTextContents())].toSorted(), ["00", "01", "10"]);
});

test("where there is no automaton, that is said", async () => {
  const page = await bench.open("#/sequences?game=sharing-nim&value=2");
  await page.locator(".automaton > summary").click();
  await page.getByText("no automaton of value 2 of sharing-nim is known").waitFor();
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
