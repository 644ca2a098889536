// Games made of games: a board for every one of them, and moves in each.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeys, drag, params, shared } from "./bench.js";

const SUM = "nearly(nim 3 + nim 4) + wythoff 2,5";
const HASH = `#/position?at=${encodeURIComponent(SUM)}`;

const bench = shared();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} text */
const value = (page, text) =>
  page.locator(`.headline:not(.preview) .numeral[data-value="${text}"]`).waitFor();

/** The board of a part. @param {Page} page @param {string} text */
const boardOf = (page, text) => page.locator(`.stage svg[aria-label="Board of ${text}"]`);

/** Waits until a position is open, and its value is shown. @param {Page} page @param {string} text */
async function opened(page, text) {
  await page.waitForFunction((wanted) => decodeURIComponent(location.hash).includes(`at=${wanted}`), text);
  assert.equal(params(page).get("at"), text);
  assert.equal(await page.locator(".notation").inputValue(), text);
  const { value: known } = await bench.ask("value", { at: text });
  await value(page, String(known));
}

test("every game has its board, and every winning move its arrow", async () => {
  const page = await bench.open(HASH);
  await value(page, "5");
  assert.equal(await page.locator(".stage svg").count(), 3);
  const { winning_moves: winning } = await bench.ask("value", { at: SUM });
  assert.equal(winning.length, 3, "one move wins in each game");
  for (const part of ["nim 3", "nim 4", "wythoff 2,5"])
    assert.equal(await boardOf(page, part).locator(".arrow").count(), 1, part);
  await page.getByText("Open: no game has been moved").waitFor();
  const names = await page.locator(".nimsum tbody th").allTextContents();
  assert.deepEqual(names, ["nearly(nim 3 + nim 4)", "wythoff 2,5"]);
});

test("a move by keys in each game", async () => {
  for (const [part, disc, key, to] of /** @type {[string, string, string, string][]} */ ([
    ["nim 3", "2 of 3 from pile 1", "ArrowRight", "nearly(nim 1 + nim 4) + wythoff 2,5"],
    ["nim 4", "2 of 4 from pile 1", "ArrowRight", "nearly(nim 3 + nim 2) + wythoff 2,5"],
    ["wythoff 2,5", "Piece on 2,5", "ArrowLeft", "nearly(nim 3 + nim 4) + wythoff 2,0"],
  ])) {
    const page = await bench.open(HASH);
    await value(page, "5");
    await byKeys(page, boardOf(page, part).locator(`.disc[aria-label="${disc}"]`), key);
    await opened(page, to);
    await page.context().close();
  }
});

test("a move by dragging in each game, and the sum that it closes", async () => {
  const page = await bench.open(HASH);
  await value(page, "5");
  const { moves } = await bench.ask("moves", { at: SUM });
  const closing = "nearly(nim 3 + nim 0; closed) + wythoff 2,5";
  const worth = moves.find((/** @type {{to: string}} */ { to }) => to === closing).value;
  const four = boardOf(page, "nim 4");
  await drag(
    page,
    four.locator('.disc[aria-label="4 of 4 from pile 1"]'),
    four.locator(".well rect"),
    async () => {
      assert.equal(await page.locator(".headline.preview .caption").textContent(), closing);
      assert.equal(await page.locator(".headline.preview .numeral").textContent(), String(worth));
    },
  );
  await opened(page, closing);
  await page.getByText("Closed: no game may be moved").waitFor();
  // 3 counters would be a second move into a P-position.
  const three = boardOf(page, "nim 3");
  assert.equal(
    await three.locator('.disc[aria-label="3 of 3 from pile 1"]').getAttribute("aria-disabled"),
    "true",
  );
  await drag(page, three.locator('.disc[aria-label="1 of 3 from pile 1"]'), three.locator(".well rect"));
  await opened(page, "nearly(nim 2 + nim 0; closed) + wythoff 2,5");
  const field = boardOf(page, "wythoff 2,5");
  // The board has rows 0 to 5 and columns 0 to 6, row by row from the bottom.
  await drag(page, field.locator(".disc"), field.locator(".ground rect").nth(1 * 7 + 4));
  await opened(page, "nearly(nim 2 + nim 0; closed) + wythoff 1,4");
});

test("setting up a game inside another: by its field, and by dragging", async () => {
  const page = await bench.open(`${HASH}&mode=set-up`);
  await value(page, "5");
  const fields = page.locator(".tools .numbers");
  assert.equal(await fields.count(), 3);
  await fields.nth(1).getByLabel("pile 1").fill("7");
  await fields.nth(1).getByLabel("pile 1").press("Enter");
  await opened(page, "nearly(nim 3 + nim 7) + wythoff 2,5");
  const field = boardOf(page, "wythoff 2,5");
  await drag(page, field.locator(".disc"), field.locator(".ground rect").nth(4 * 9 + 7));
  await opened(page, "nearly(nim 3 + nim 7) + wythoff 4,7");
});

test("games of a sum are exchanged, added and removed", async () => {
  const page = await bench.open(HASH);
  await value(page, "5");
  await page.getByLabel("Game 2", { exact: true }).selectOption("fraenkel");
  await opened(page, "nearly(nim 3 + nim 4) + fraenkel:a=2 3,8");
  await page.getByLabel("a", { exact: true }).fill("3");
  await page.getByLabel("a", { exact: true }).press("Enter");
  await opened(page, "nearly(nim 3 + nim 4) + fraenkel:a=3 3,8");
  await page.getByLabel("Add a game to the sum").selectOption("star-nim");
  await opened(page, "nearly(nim 3 + nim 4) + fraenkel:a=3 3,8 + star-nim 3,7");
  await page.getByRole("button", { name: "Remove game 2" }).click();
  await opened(page, "nearly(nim 3 + nim 4) + star-nim 3,7");
  await page.getByRole("button", { name: "Remove game 1" }).click();
  await opened(page, "star-nim 3,7");
});

test("a board that is drawn anew keeps what was picked, and where it was aimed at", async () => {
  const page = await bench.open("#/play?start=nim%203%20+%20nim%203&opponent=person");
  const handle = page.locator('.board >> nth=1 >> .disc[aria-label="2 of 3 from pile 1"]:not([aria-disabled])');
  await handle.waitFor();
  /** @type {() => void} */
  let answer = () => {};
  const late = new Promise((done) => (answer = () => done(null)));
  await page.route(/api\/v1\/moves/, async (route) => {
    await late;
    await route.continue();
  });
  await page.getByRole("button", { name: "Colour the moves" }).click();
  await handle.press("ArrowRight");
  const old = await page.locator(".stage svg").first().elementHandle();
  answer();
  await page.waitForFunction((svg) => svg?.isConnected === false, old);
  assert.equal(await page.locator(".stage .picked").count(), 1);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 2);
  assert.equal(params(page).get("moves"), "nim 3 + nim 1");
});

test("a game of the sum against the program", async () => {
  const page = await bench.open(`#/play?start=${encodeURIComponent(SUM)}`);
  const yours = () =>
    page.waitForFunction(() => document.querySelector(".status strong")?.textContent === "Your move");
  await yours();
  await byKeys(page, boardOf(page, "nim 3").locator('.disc[aria-label="2 of 3 from pile 1"]'));
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 3);
  await yours();
  const [first, second] = params(page).get("moves")?.split("~") ?? [];
  assert.equal(first, "nearly(nim 1 + nim 4) + wythoff 2,5");
  const { moves } = await bench.ask("moves", { at: first ?? "" });
  assert.ok(
    moves.some((/** @type {{to: string}} */ { to }) => to === second),
    second,
  );
  assert.equal((await page.locator(".stage .last, .stage .changed").count()) > 0, true, "the move is marked");
  const { winning_moves: winning } = await bench.ask("value", { at: second ?? "" });
  assert.ok(winning.length > 0, "right play keeps the sum won");
});

test("a nearly disjunctive sum with blocking", async () => {
  const page = await bench.open(`#/position?at=${encodeURIComponent("nearly(nim 3 + nim 4)@block=2")}`);
  await value(page, "3");
  assert.equal(await page.locator(".arrow").count(), 2);
  await byKeys(page, boardOf(page, "nim 4").locator('.disc[aria-label="4 of 4 from pile 1"]'));
  await opened(page, "nearly(nim 3 + nim 0; closed)@block=2");
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
