// What the page teaches and gives away: rules, proofs, copies, the audit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shared } from "./bench.js";

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
});

test("positions are copied as LaTeX, Markdown and BibTeX, and saved as SVG and PNG", async () => {
  const page = await bench.open("#/position?at=star-nim%203,7", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".numeral").waitFor();
  const copied = async (/** @type {RegExp} */ name) => {
    await page.locator(".copies > summary").click();
    // A source is asked for first: the clipboard changes a moment later.
    const before = await page.evaluate(() => navigator.clipboard.readText().catch(() => ""));
    await page.getByRole("button", { name }).click();
    await page.waitForFunction(async (old) => (await navigator.clipboard.readText()) !== old, before);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied(/^Copy: position$/), "star-nim 3,7");
  assert.match(await copied(/TikZ/), /\\begin\{tikzpicture\}[^]*\\fill \(7,-1\.2\)/);
  assert.match(await copied(/Markdown/), /has value 5 .*Proposition 4[^]*\| 0 \| \*\*3,3\*\* \|/);
  assert.match(await copied(/BibTeX/), /^@article\{farr-ho,[^]*author = \{Farr, Graham and Ho, Nhan Bao\}[^]*note = \{Proposition 4/);
  assert.match(await copied(/booktabs/), /\\toprule/);
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
  for (const [kind, ending] of [["b-file", "txt"], ["CSV", "csv"], ["JSON", "json"], ["SVG", "svg"], ["PNG", "png"]]) {
    await page.locator(".copies > summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Save: ${kind}` }).click()]);
    assert.ok(download.suggestedFilename().endsWith(`.${ending}`), download.suggestedFilename());
  }
  await page.getByText("On-Line Encyclopedia").click();
  const href = await page.getByRole("link", { name: "Search for x" }).getAttribute("href");
  assert.match(href ?? "", /^https:\/\/oeis\.org\/search\?q=0%2C1%2C3%2C4%2C6%2C8/);
  assert.equal(await page.getByRole("link", { name: "A000201" }).first().getAttribute("href"), "https://oeis.org/A000201");
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
  const page = await bench.open("#/sequences?game=star-nim&value=1");
  await page.locator(".automaton > summary").click();
  await page.getByText("No automaton is known for these positions.").waitFor();
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
