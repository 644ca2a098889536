// Positions: dragging, typing, links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drag, params, shared, square, token } from "./bench.js";

const bench = shared();

/** @param {import("playwright-core").Page} page @param {string} text */
const value = (page, text) =>
  page.locator(`.headline:not(.preview) .numeral[data-value="${text}"]`).waitFor();

test("a Sharing Nim move by dragging", async () => {
  const page = await bench.open("#/position?at=sharing-nim%200,5,8");
  const { value: before } = await bench.ask("value", { at: "sharing-nim 0,5,8" });
  await value(page, String(before));
  await drag(
    page,
    page.locator('.disc[aria-label="4 of 8 from pile 3"]'),
    page.locator('.plate[data-pile="1"] .foot'),
    async () => {
      assert.equal(await page.locator(".headline.preview .caption").textContent(), "4,5,4");
    },
  );
  await value(page, "0");
  assert.equal(params(page).get("at"), "sharing-nim 4,5,4");
  assert.equal(await page.locator(".outcome b").textContent(), "P");
  assert.equal(await page.locator(".notation").inputValue(), "sharing-nim 4,5,4");
});

test("a counter that would make the receiver larger is not taken", async () => {
  const page = await bench.open("#/position?at=sharing-nim%200,5,8");
  await value(page, "5");
  await drag(
    page,
    page.locator('.disc[aria-label="6 of 8 from pile 3"]'),
    page.locator('.plate[data-pile="1"] .foot'),
  );
  assert.equal(params(page).get("at"), "sharing-nim 0,5,8");
});

test("value and outcome follow a dragged token, winning moves are on the board", async () => {
  const page = await bench.open("#/position?at=star-silver-dollar%20[2,5],[3],[1,4]");
  await value(page, "2");
  assert.equal(await page.locator(".arrow").count(), 1);
  const options = (await bench.ask("moves", { at: "star-silver-dollar [2,5],[3],[1,4]" })).moves;
  const worth = options.find((/** @type {{to: string}} */ { to }) => to === "[2,4],[3],[1,4]").value;
  await drag(page, token(page, 1, 5), square(page, 1, 4), async () => {
    assert.equal(await page.locator(".headline.preview .numeral").textContent(), String(worth));
    assert.equal(await page.locator(".target").count(), 2, "squares 3 and 4");
  });
  await value(page, String(worth));
  await page.goBack();
  await value(page, "2");
  await token(page, 1, 5).waitFor();
});

test("a wrong position is answered under its character", async () => {
  const page = await bench.open("#/position?at=star-nim%203,7");
  await value(page, "5");
  await page.locator(".notation").fill("star-silver-dollar [1,3,3],[2]");
  const fault = page.locator(".fault .message");
  await fault.waitFor();
  assert.match((await fault.textContent()) ?? "", /square 3 holds two tokens/);
  const where = await page.locator(".fault .where").evaluate((line) => {
    const mark = line.querySelector("mark");
    return { before: mark?.previousSibling?.textContent?.length, marked: mark?.textContent };
  });
  assert.deepEqual(where, { before: "star-silver-dollar [1,3,".length, marked: "3" });
  assert.equal(await page.locator(".notation").getAttribute("aria-invalid"), "true");
  await page.locator(".notation").fill("star-silver-dollar [1,3,4],[2]");
  await page.waitForFunction(() => !document.querySelector(".fault .message"));
  const { value: right } = await bench.ask("value", { at: "star-silver-dollar [1,3,4],[2]" });
  await value(page, String(right));
});

test("a link opens what it was copied from", async () => {
  const page = await bench.open("#/position");
  await page.locator(".notation").fill("star-nim 3,7 + wythoff 2,5");
  await page.locator(".nimsum").waitFor();
  const seen = await page.locator("main").innerText();
  const again = await bench.open(new URL(page.url()).hash);
  await again.locator(".argument li").first().waitFor();
  await page.locator(".argument li").first().waitFor();
  await again.locator(".nimsum").waitFor();
  assert.equal(await again.locator(".notation").inputValue(), "star-nim 3,7 + wythoff 2,5");
  assert.equal(await again.locator(".board").count(), 2);
  assert.ok(seen.includes("nim-sum"));
  const bits = await again.locator(".nimsum tfoot .bit").allTextContents();
  assert.deepEqual(bits, ["0", "0", "1"], "5 and 4 make 1");
});

test("a move by keys alone", async () => {
  const page = await bench.open("#/position?at=star-silver-dollar%20[2,5],[3],[1,4]");
  await value(page, "2");
  await token(page, 2, 3).focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  assert.match((await page.locator("#announce").textContent()) ?? "", /strip 2: square 3 to 0.*wins/);
  await page.keyboard.press("Enter");
  await value(page, "0");
});

test("a move by taps on a phone", async () => {
  const page = await bench.open("#/position?at=star-silver-dollar%20[2,5],[3],[1,4]", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await value(page, "2");
  await token(page, 2, 3).tap();
  assert.equal(await page.locator(".target").count(), 3, "squares 0, 1 and 2");
  await page.locator(".target.winning").tap();
  await value(page, "0");
  assert.equal(params(page).get("at"), "star-silver-dollar [2,5],[0],[1,4]");
});

test("positions of any length are drawn and answered", async () => {
  const far = "star-nim 7,1000000000000000000000000000000";
  const page = await bench.open(`#/position?at=${encodeURIComponent(far)}`);
  await value(page, "1000000000000000000000000000004");
  await page.locator(".wins .move").click();
  await value(page, "0");
  assert.equal(params(page).get("at"), "star-nim 7,7");
});

test("setting up: a token is dragged away from square 0", async () => {
  const page = await bench.open("#/position?at=star-nim%203,7&mode=set-up");
  await value(page, "5");
  await drag(page, token(page, 1, 3), square(page, 1, 5));
  await page.waitForFunction(() => location.hash.includes("star-nim%205,7"));
  const { value: right } = await bench.ask("value", { at: "star-nim 5,7" });
  await value(page, String(right));
});

test("a wrong number in a field is answered under its character", async () => {
  const page = await bench.open("#/position?at=star-silver-dollar%20[1,3],[2]&mode=set-up");
  await page.getByLabel("strip 1, token 2").fill("1");
  await page.getByLabel("strip 1, token 2").press("Enter");
  const mark = page.locator(".fault mark");
  await mark.waitFor();
  assert.equal(await page.locator(".notation").inputValue(), "star-silver-dollar [1,1],[2]");
  assert.equal(await mark.textContent(), "1");
  assert.match((await page.locator(".fault .message").textContent()) ?? "", /square 1 holds two tokens/);
  assert.equal(params(page).get("at"), "star-silver-dollar [1,3],[2]", "what is open stays open");
});

test("another setting of a game keeps its position, or says why it cannot", async () => {
  const page = await bench.open("#/position?at=graph-nim:edges%3D0-1,1-2%200,5,8");
  const edges = page.getByLabel("edges", { exact: true });
  await edges.fill("0-1,2>1");
  await edges.press("Enter");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("edges=0-1,2>1 0,5,8"));
  await edges.fill("0-4");
  await edges.press("Enter");
  assert.match((await page.locator(".fault .message").textContent()) ?? "", /vertex 4/);
});

test("what is typed while a position is loaded stays, and is entered", async () => {
  const page = await bench.open("#/position?at=graph-nim:edges%3D0-1,1-2%200,5,8");
  const edges = page.getByLabel("edges", { exact: true });
  await edges.waitFor();
  let load = () => {};
  await page.route(/api\/v1\/position\?/, async (route) => {
    await new Promise((done) => void (load = () => done(undefined)));
    await route.continue();
  });
  /** Enters what has been typed, types more before the position is there, and waits until the field is drawn anew. */
  const enter = async (/** @type {string} */ typed, /** @type {() => Promise<void>} */ more) => {
    const asked = page.waitForRequest((request) => request.url().includes("/position?at="));
    await page.keyboard.press("Enter");
    await asked;
    await more();
    load();
    await page.waitForFunction((text) => document.activeElement?.getAttribute("value") === text, typed);
  };
  await edges.fill("0-1,2>1");
  await enter("0-1,2>1", () => page.keyboard.type(",0-"));
  await page.keyboard.type("2");
  assert.equal(await edges.inputValue(), "0-1,2>1,0-2");
  await enter("0-1,2>1,0-2", () => edges.selectText());
  await page.keyboard.type("0-1,0-2");
  await enter("0-1,0-2", () => page.keyboard.type(",1-2"));
  // Nothing more is typed.
  await enter("0-1,0-2,1-2", () => edges.selectText());
  await page.keyboard.type("0-2");
  await enter("0-2", () => page.keyboard.type(",1-2"));
  // The field is left.
  const at = () => page.evaluate(() => decodeURIComponent(location.hash));
  assert.match(await at(), /edges=0-2 /);
  const asked = page.waitForRequest((request) => request.url().includes("/position?at="));
  await page.keyboard.press("Tab");
  await asked;
  load();
  assert.match(await at(), /edges=0-2,1-2 /);
  await edges.fill("0-4");
  await page.keyboard.press("Enter");
  assert.match((await page.locator(".fault .message").textContent()) ?? "", /vertex 4/);
});

test("a long strip with many tokens has each of them on its square", async () => {
  const squares = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 60];
  const page = await bench.open(`#/position?at=silver-dollar%20[${squares.join()}]`);
  await page.locator('.disc[aria-label="Token on square 60"]').waitFor();
  const places = await page.locator(".token .disc").evaluateAll((all) => all.map((one) => one.getAttribute("cx")));
  assert.equal(places.length, squares.length);
  assert.equal(new Set(places).size, squares.length);
  // Its moves are known too.
  await page.waitForFunction(() => document.querySelectorAll(".token.movable").length === 15);
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
