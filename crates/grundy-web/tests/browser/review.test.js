// Play without values, the review of a game, and puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { params, shared, status } from "./bench.js";

const bench = shared();

test("a game with more than 5000 moves is played by changing numbers", async () => {
  const page = await bench.open("#/play?start=nim%209000,7000");
  await status(page, "Your move");
  const field = page.getByLabel("pile 1", { exact: true });
  await field.fill("9001");
  await field.press("Tab");
  await page.getByText("9001,7000 cannot be reached by a move.").waitFor();
  await page.getByLabel("pile 1", { exact: true }).fill("7000");
  await page.getByLabel("pile 1", { exact: true }).press("Tab");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
  assert.match(params(page).get("moves") ?? "", /^7000,7000~/);
});

test("games with too many moves to list are played: blocking, rules as text, nearly disjunctive sums", async () => {
  for (const [start, to] of [
    ["wythoff@block=2 3000,4000", "2999"],
    ["{x: x-i} 6000", "5999"],
    ["nearly(nim 4000 + nim 3000)", "3999"],
  ]) {
    const page = await bench.open(`#/play?start=${encodeURIComponent(start ?? "")}&opponent=random`);
    await page.waitForFunction(() => document.querySelector(".status strong")?.textContent === "Your move", null, { timeout: 60_000 });
    const field = page.locator(".stage input").first();
    await field.fill(to ?? "");
    await field.press("Tab");
    await page.waitForFunction(() => /moves=/.test(location.hash), null, { timeout: 60_000 });
    if (!start?.includes("block")) {
      await page.waitForFunction(() => location.hash.includes("~"), null, { timeout: 60_000 });
    } else {
      // The reply may be blocked before, by its numbers.
      await status(page, "You may block");
      await page.locator(".stage input").first().fill("2000");
      await page.locator(".stage input").first().press("Tab");
      await page.getByRole("button", { name: "Block this move" }).click({ timeout: 60_000 });
      await page.waitForFunction(() => location.hash.includes("~"), null, { timeout: 60_000 });
    }
    await page.context().close();
  }
});

test("a game whose values are not known is played", async () => {
  const page = await bench.open("#/play?start=sharing-nim%2050,60,70,80,90&opponent=random");
  await status(page, "Your move");
});

const LOST = "#/play?start=nim%203,4,5&moves=3,4,4~3,4,3~3,3,3~0,3,3~0,2,3~0,2,2~0,1,2~0,1,1~0,0,1~0,0,0";

test("a lost game is reviewed: the move that threw the win, and another try", async () => {
  const page = await bench.open(LOST);
  await status(page, "The program wins");
  await page.locator(".step").first().waitFor();
  assert.equal(await page.locator(".step").count(), 11);
  assert.equal(await page.locator(".step.threw").count(), 3);
  await page.getByRole("button", { name: "Why did I lose?" }).click();
  await page.getByText("Move 1, to 3,4,4, threw the win: 1,4,5 would have won.").waitFor();
  assert.equal(await page.locator(".stage .arrow").count(), 1);
  await page.getByRole("button", { name: "Try another move there" }).click();
  await status(page, "Your move");
  assert.equal(params(page).get("moves"), null);
  // The line that was left is kept, also in the address.
  assert.equal(params(page).get("also")?.split("~").length, 10);
  await page.reload();
  await status(page, "Your move");
});

test("any record is opened and reviewed; what is not legal in it is told", async () => {
  const page = await bench.open("#/play");
  await status(page, "Your move");
  await page.getByText("Open a record").click();
  const field = page.getByLabel("Record: the start, then a move a line");
  await field.fill("nim 3,5\n3,4\n3,3\n\n0,3\n0,0\n");
  await page.getByRole("button", { name: "Review it" }).click();
  await status(page, "The second player wins");
  await page.waitForFunction(() => document.querySelectorAll(".step").length === 5);
  assert.equal(await page.locator(".step.threw").count(), 1);
  assert.equal(params(page).get("moves"), "3,4~3,3~0,3~0,0");
  await field.fill("nim 3,5\n3,4\n9,9");
  await page.getByRole("button", { name: "Review it" }).click();
  await page.getByText("Move 2 of this address, 9,9, is not legal. The move before it is kept.").waitFor();
});

test("two persons play, and a hint is an arrow", async () => {
  const page = await bench.open("#/play?start=nim%201,2&opponent=person");
  await status(page, "The first player moves");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".stage .arrow").waitFor();
  await page.locator('.disc[aria-label="1 of 2 from pile 2"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await status(page, "The second player moves");
  assert.equal(await page.locator(".stage .arrow").count(), 0);
});

test("moves are coloured by outcome on request", async () => {
  const page = await bench.open("#/play?start=wythoff%205,8");
  await status(page, "Your move");
  assert.equal(await page.locator(".tints circle").count(), 0);
  await page.getByRole("button", { name: "Colour the moves" }).click();
  await page.locator(".tints .win").first().waitFor();
  const { moves } = await bench.ask("moves", { at: "wythoff 5,8" });
  const winning = moves.filter((/** @type {{winning: boolean}} */ move) => move.winning);
  assert.equal(await page.locator(".tints .win").count(), winning.length);
  assert.equal(await page.locator(".tints .lose").count(), moves.length - winning.length);
});

test("screen readers hear the program's move, and the title names the position", async () => {
  const page = await bench.open("#/play?start=nim%203,5");
  await status(page, "Your move");
  assert.equal(await page.title(), "Play nim 3,5 · grundy");
  await page.evaluate(() => {
    const said = /** @type {string[]} */ ([]);
    Object.assign(window, { said });
    new MutationObserver(() => said.push(document.querySelector("#announce")?.textContent ?? "")).observe(
      /** @type {Element} */ (document.querySelector("#announce")),
      { childList: true },
    );
  });
  await page.locator('.disc[aria-label="1 of 5 from pile 2"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
  // @ts-ignore put there above
  assert.ok((await page.evaluate(() => window.said)).some((/** @type {string} */ text) => text.startsWith("The program: take")));
});

test("a puzzle has one winning move, which is told right; another is refuted", async () => {
  const page = await bench.open("#/puzzles?game=wythoff&level=1&day=a-day");
  await status(page, "Only one move wins. Which?");
  const at = (await page.locator(".status span").textContent()) ?? "";
  const { winning_moves: winning } = await bench.ask("value", { at });
  assert.equal(winning.length, 1);
  const { moves } = await bench.ask("moves", { at });
  const aim = async (/** @type {string} */ to) => {
    const wanted = moves.find((/** @type {{to: string}} */ move) => move.to === to).description;
    await page.locator(".stage .disc").first().focus();
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press("ArrowRight");
      if ((await page.locator("#announce").textContent()) === wanted) break;
    }
    await page.keyboard.press("Enter");
  };
  await aim(moves.find((/** @type {{to: string}} */ move) => move.to !== winning[0]).to);
  await status(page, "Not this one");
  await page.getByText(/the answer is/).waitFor();
  await aim(winning[0]);
  await status(page, "Right!");
  // The same day has the same puzzle for everybody.
  const other = await bench.open("#/puzzles?game=wythoff&level=1&day=a-day");
  await status(other, "Only one move wins. Which?");
  assert.equal(await other.locator(".status span").textContent(), at);
});

test("the puzzle of today counts for the streak", async () => {
  const page = await bench.open("#/puzzles?game=nim");
  await status(page, "Only one move wins. Which?");
  await page.getByText("begin a streak").waitFor();
  const yesterday = new Date(Date.now() - 864e5);
  const last = `${yesterday.getFullYear()}-${String(yesterday.getMonth() + 1).padStart(2, "0")}-${String(yesterday.getDate()).padStart(2, "0")}`;
  await page.evaluate((day) => localStorage.setItem("streak", JSON.stringify({ days: 3, last: day })), last);
  await page.reload();
  await page.getByText("3 days in a row.").waitFor();
});

test("a collection of puzzles is a link", async () => {
  const page = await bench.open("#/puzzles?set=wythoff%205,8~nim%203,4,5");
  await page.getByText("Puzzle 1 of 2").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Puzzle 2 of 2").waitFor();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText("1,4,5: take 2 from pile 1").waitFor();
});

test("the solution is the one of the puzzle that is told, however late it comes", async () => {
  const page = await bench.open("#/puzzles?set=wythoff%205,8~nim%203,4,5");
  await page.getByRole("button", { name: "Show the solution", disabled: false }).waitFor();
  /** @type {() => void} */
  let answer = () => {};
  const late = new Promise((done) => (answer = () => done(null)));
  await page.route(/api\/v1\/.*nim/, async (route) => {
    await late;
    await route.continue();
  });
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Puzzle 2 of 2").waitFor();
  assert.ok(await page.getByRole("button", { name: "Show the solution" }).isDisabled());
  answer();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText("1,4,5: take 2 from pile 1").waitFor();
});

test("a collection goes on after a position that cannot be read", async () => {
  const page = await bench.open("#/puzzles?set=wythoff%205,8~nim%203,,5~nim%203,4,5");
  await page.getByRole("button", { name: "Show the solution", disabled: false }).waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await status(page, "No puzzle");
  assert.equal(await page.locator(".stage .disc").count(), 0);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Puzzle 3 of 3").waitFor();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText("1,4,5: take 2 from pile 1").waitFor();
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
