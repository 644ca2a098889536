// The board comes first, and the page stays usable: slow answers, a program that ends, wrong addresses, phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { VIEWS, launch, params, serve, settled, shared } from "./bench.js";

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
  // Never answered, so that it is still wanted on a quick machine.
  await page.route(/api\/v1\/value\?at=sharing-nim/, () => undefined);
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

/** @type {[string, string, (page: import("playwright-core").Page) => Promise<unknown>, string][]} */
const DOWN = [
  ["a hint", "#/play?start=nim%203,5", (page) => page.getByRole("button", { name: "Hint" }).click(), ".status strong"],
  ["puzzles", "#/puzzles?game=nim&day=7", (page) => page.getByRole("button", { name: "Another" }).click(), ".status strong"],
  ["sequences", "#/sequences?game=star-nim&row=3", (page) => page.getByLabel("What").selectOption("diagonal"), ".numeral"],
  ["a claim", "#/audit?claim=gurvich/sec-2-mex-1", (page) => page.getByRole("button", { name: "Check again" }).click(), ".claims li"],
  ["another view", "#/position?at=nim%203", (page) => page.getByRole("link", { name: "Audit" }).click(), ".numeral"],
];
for (const [name, hash, act, there] of DOWN) {
  test(`a program that does not answer is told once, and not for longer than that: ${name}`, async () => {
    const page = await bench.open(hash);
    await page.locator(there).first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await act(page);
    await page.locator("#down").getByRole("button", { name: "Retry" }).waitFor();
    await page.waitForTimeout(300);
    assert.equal(await page.getByText("does not answer").count(), 1);
    await page.context().setOffline(false);
    await page.waitForFunction(() => !document.body.innerText.includes("does not answer"));
    if (name === "another view") await page.locator(".claims li").first().waitFor();
    await page.context().close();
  });
}

test("misère is chosen, kept when a position is set up, and has no value", async () => {
  const page = await bench.open("#/position?at=nim%203,4,5");
  await page.locator('.numeral[data-value="2"]').waitFor();
  await page.getByRole("button", { name: "Misère" }).click();
  await page.locator('.numeral[data-value="N"]').waitFor();
  assert.equal(params(page).get("at"), "misere(nim 3,4,5)");
  assert.equal(await page.getByText("≠").count(), 0);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("pile 1", { exact: true }).fill("1");
  await page.getByLabel("pile 1", { exact: true }).press("Enter");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("misere(nim 1,4,5)"));
  await page.getByLabel("Add a game to the sum").selectOption("wythoff");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("misere(nim 1,4,5 + wythoff 4,9)"));
  await page.getByLabel("Game 2", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Misère" }).click();
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("at=nim 1,4,5 + wythoff 4,9"));
});

test("a number that is being typed stays when the value arrives", async () => {
  for (const hash of ["#/position?at=nim%203,4,5&mode=set-up", "#/rules?game=%7Bx,y:%20x-i,y;%20x,y-i%7D&at=3,5"]) {
    const page = await bench.open("");
    await page.locator(".numeral").waitFor();
    /** @type {(() => void)[]} */
    const held = [];
    await page.route(/api\/v1\/(value|moves)/, (route) => void held.push(() => void route.continue()));
    await page.goto(`${bench.url}/${hash}`);
    const field = page.getByLabel("pile 1", { exact: true });
    await field.fill("17");
    await page.waitForTimeout(300);
    for (const go of held) go();
    await page.unroute(/api\/v1\/(value|moves)/);
    await page.locator(".numeral").waitFor();
    await page.waitForTimeout(200);
    assert.equal(await field.inputValue(), "17");
    assert.doesNotMatch(decodeURIComponent(page.url()), /17,/, "and is not taken before it is complete");
    await field.press("Enter");
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes("17,"));
    await page.context().close();
  }
});

test("the board of rules comes before the value, which can be cancelled", async () => {
  const page = await bench.open("#/rules");
  await page.locator(".numeral").waitFor();
  await page.route(/api\/v1\/(value|moves)/, () => undefined);
  await page.goto(`${bench.url}/#/rules?game=%7Bx,y:%20x-i,y;%20x,y-i%7D&at=3,5`);
  await page.locator('.disc[aria-label="Piece on 3,5"]').waitFor();
  await page.getByText("Computing …").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled.").waitFor();
  await page.unroute(/api\/v1\/(value|moves)/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator('.numeral[data-value="6"]').waitFor();
});

test("a hint that takes long can be cancelled, and is when the position is left", async () => {
  const page = await bench.open("#/play?start=nim%203,5");
  await page.getByText("Your move").waitFor();
  const ended = (/** @type {string} */ what) => page.waitForEvent("requestfailed", (request) => request.url().endsWith(what));
  await page.route(/play\/(hint|reply)/, () => undefined);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Computing …").waitFor();
  await Promise.all([ended("play/hint"), page.getByRole("button", { name: "Cancel" }).click()]);
  await page.getByText("Cancelled.").waitFor();
  // So is the reply of the program.
  await page.locator('.disc[aria-label="1 of 5 from pile 2"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("It is computing; Undo stops it.").waitFor();
  await Promise.all([ended("play/reply"), page.getByRole("button", { name: "Undo" }).click()]);
  await page.getByText("Your move").waitFor();
});

test("the board beside the map comes before its value", async () => {
  const page = await bench.open("#/map?game=wythoff&max=255");
  await page.route(/api\/v1\/value/, () => undefined);
  await page.goto(`${bench.url}/#/map?game=wythoff&max=255&at=3,5&board=yes`);
  await page.locator(".beside svg").waitFor();
  await page.locator(".beside").getByText("Computing …").waitFor();
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

test("a busy or ending program is told in the words of the page", async () => {
  const page = await bench.open("#/position?at=nim%203");
  await page.locator(".numeral").waitFor();
  for (const [status, code, text] of /** @type {[number, string, string][]} */ ([
    [429, "busy", "The program is busy with other questions"],
    [503, "shutting-down", "The program is ending"],
  ])) {
    await page.route(/api\/v1\/value/, (route) => route.fulfill({ status, json: { status, code, message: "the server", hint: "ask again" } }));
    await page.goto(`${bench.url}/#/position?at=nim%20${status}`);
    await page.locator(".fault .message").getByText(text).waitFor();
    await page.unroute(/api\/v1\/value/);
  }
});

test("numbers of 400 digits wrap on a phone", async () => {
  const page = await bench.open(`#/position?at=nim%20${"9".repeat(400)}`, { viewport: { width: 390, height: 844 } });
  await page.locator(".numeral").waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
});

for (const [name, hash] of Object.entries(VIEWS)) {
  test(`targets on a phone have 44 pixels: ${name}`, async () => {
    const page = await bench.open(hash, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await settled(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("header :is(a, button), main :is(button, select, input, textarea, a, summary)")]
        .filter((one) => one.getClientRects().length > 0 && !one.matches(".unseen, [type=checkbox]"))
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43 || box.width < 41.5)
        .map(({ one, box }) => `${one.tagName} ${one.textContent} ${Math.round(box.width)} x ${Math.round(box.height)}`),
    );
    assert.deepEqual(small, []);
    await page.context().close();
  });
}

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
