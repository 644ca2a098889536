// The board comes first, play needs no values, games are reviewed, and the page goes on when the program does.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, params, serve, workbench } from "./bench.js";

/** @type {Awaited<ReturnType<typeof workbench>>} */
let bench;
before(async () => {
  bench = await workbench();
});
after(() => bench?.close());

/** @param {import("playwright-core").Page} page @param {string} text */
const status = (page, text) =>
  page.waitForFunction((wanted) => document.querySelector(".status strong")?.textContent === wanted, text);

test("the board comes before the value, which can be cancelled", async () => {
  const page = await bench.open("");
  await page.locator(".numeral").waitFor();
  await page.route(/api\/v1\/(value|moves)/, () => undefined);
  await page.goto(`${bench.url}/#/position?at=wythoff%205,8`);
  await page.locator('.disc[aria-label="Piece on 5,8"]').waitFor();
  await page.getByText("Computing …").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled.").waitFor();
  await page.unroute(/api\/v1\/(value|moves)/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".numeral").waitFor();
});

test("what is no longer wanted is aborted", async () => {
  const page = await bench.open("");
  await page.locator(".numeral").waitFor();
  /** @type {string[]} */
  const failed = [];
  page.on("requestfailed", (request) => failed.push(request.url()));
  await page.goto(`${bench.url}/#/position?at=sharing-nim%20150,160,170,180,190`);
  await page.getByText("Computing …").waitFor();
  await page.goto(`${bench.url}/#/position?at=nim%203`);
  await page.locator('.numeral[data-value="3"]').waitFor();
  assert.ok(failed.some((url) => url.includes("/value?at=sharing-nim")), failed.join());
});

test("moves with unknown values are listed, and can be made", async () => {
  const page = await bench.open("#/position?at=sharing-nim%2050,60,70,80,90");
  await page.getByText(/^All \d+ moves$/).waitFor();
  assert.ok((await page.locator(".disc").count()) >= 0);
});

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

test("typing adds one entry to the history", async () => {
  const page = await bench.open("#/position?at=nim%203");
  await page.locator('.numeral[data-value="3"]').waitFor();
  const start = await page.evaluate(() => history.length);
  const field = page.getByLabel("Game and position, or a sum joined by +");
  await field.focus();
  for (const digit of [",4", ",5", ",6"]) {
    await page.keyboard.type(digit);
    await page.waitForTimeout(350);
  }
  assert.equal(params(page).get("at"), "nim 3,4,5,6");
  assert.equal((await page.evaluate(() => history.length)) - start, 1);
  await page.goBack();
  await page.waitForFunction(() => location.hash.endsWith("nim%203"));
});

test("a program that is restarted: one message, nothing typed is lost, and the page goes on by itself", async () => {
  const [server, browser] = await Promise.all([serve(), launch()]);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}/#/position?at=nim%203`);
  await page.locator('.numeral[data-value="3"]').waitFor();
  await page.context().setOffline(true);
  const field = page.getByLabel("Game and position, or a sum joined by +");
  await field.fill("nim 4");
  await page.locator("#down").getByRole("button", { name: "Retry" }).waitFor();
  assert.equal(await page.getByText("The program does not answer").count(), 1);
  await page.context().setOffline(false);
  await page.locator('.numeral[data-value="4"]').waitFor();
  assert.equal(await field.inputValue(), "nim 4");
  assert.ok(await page.locator("#down").isHidden());
  await browser.close();
  server.stop();
});

test("an unknown game is not shown as another one", async () => {
  const page = await bench.open("#/map?game=foo");
  await page.locator(".fault .message").waitFor();
  const chosen = await page.getByLabel("Game", { exact: true }).evaluate((list) => /** @type {HTMLSelectElement} */ (list).selectedOptions[0]?.textContent);
  assert.equal(chosen, "choose a game");
});

test("messages use the words of the page", async () => {
  const page = await bench.open("#/position?at=nim%20123456");
  await page.getByText("Moves are not listed").waitFor();
  for (const hash of ["#/map?game=wythoff&max=60000", "#/position?at=sharing-nim%20150,160,170,180,190"]) {
    await page.goto(`${bench.url}/${hash}`);
    await page.locator(".fault .message").first().waitFor();
    const text = (await page.locator(".fault").allTextContents()).join(" ");
    assert.doesNotMatch(text, /--[a-z]|\/api|\/value|command line|grundy /, text);
  }
});

test("numbers of 400 digits wrap on a phone", async () => {
  const page = await bench.open(`#/position?at=nim%20${"9".repeat(400)}`, { viewport: { width: 390, height: 844 } });
  await page.locator(".numeral").waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
});

test("targets on a phone have 44 pixels", async () => {
  const page = await bench.open("#/play?start=nim%203,5", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await status(page, "Your move");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, nav a, a.quiet, summary")]
      .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 43.5)
      .map((one) => `${one.tagName} ${one.textContent}`),
  );
  assert.deepEqual(small, []);
});

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
    await page.getByRole("button", { name }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied(/^Copy: position$/), "star-nim 3,7");
  assert.match(await copied(/TikZ/), /\\begin\{tikzpicture\}[^]*\\fill \(7,-1\.2\)/);
  assert.match(await copied(/Markdown/), /has value 5 .*Proposition 4[^]*\| 0 \| \*\*3,3\*\* \|/);
  assert.match(await copied(/BibTeX/), /author = \{Farr and Ho\}[^]*Proposition 4/);
  assert.match(await copied(/booktabs/), /\\toprule/);
  for (const kind of ["SVG", "PNG", "CSV", "JSON"]) {
    await page.locator(".copies > summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: new RegExp(`, ${kind}$`) }).click()]);
    assert.equal(download.suggestedFilename(), `star-nim-3-7.${kind.toLowerCase()}`);
  }
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
