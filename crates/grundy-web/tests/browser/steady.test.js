// The board comes first, and the page stays usable: slow answers, a program that ends, wrong addresses, phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, params, serve, shared, status } from "./bench.js";

const bench = shared();

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
  await page.goto(`${bench.url}/#/position?at=sharing-nim%200,400,3000,7000,9000`);
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
  for (const hash of ["#/map?game=wythoff&max=60000", "#/position?at=sharing-nim%200,400,3000,7000,9000"]) {
    await page.goto(`${bench.url}/${hash}`);
    await page.locator(".fault .message").first().waitFor({ timeout: 60_000 });
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

test("long sums fold, and long boards can be enlarged on a phone", async () => {
  const page = await bench.open("#/position?at=nim%201%20+%20nim%202%20+%20nim%203%20+%20nim%204%20+%20nim%205%20+%20nim%206%20+%20nim%207%20+%20nim%208");
  await page.locator(".numeral").waitFor();
  await page.getByText("2 more games").click();
  assert.equal(await page.locator(".board svg:visible").count(), 8);
  const phone = await bench.open("#/position?at=silver-dollar%20[2,5,9,14,20]", { viewport: { width: 390, height: 844 } });
  await phone.locator(".numeral").waitFor();
  const wide = () => phone.locator(".board svg").evaluate((svg) => svg.getBoundingClientRect().width);
  const before = await wide();
  await phone.getByRole("button", { name: "Enlarge the board" }).click();
  assert.ok((await wide()) > 2 * before);
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390);
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
