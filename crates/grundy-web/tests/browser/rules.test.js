// Games by their rules: typing, errors, saving, links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { params, shared } from "./bench.js";

const bench = shared();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string | number} text */
const value = (page, text) => page.locator(`.headline .numeral[data-value="${text}"]`).waitFor();

/** @param {string} game @param {string} at */
const link = (game, at) => `#/rules?game=${encodeURIComponent(game)}&at=${at}`;

test("board, value, moves and map follow the rules", async () => {
  const page = await bench.open("#/rules");
  const { value: first } = await bench.ask("value", { at: "{x,y: x-i,y; x,y-i; x-i,y-2i} 5,8" });
  await value(page, first);
  await page.locator('.disc[aria-label="Piece on 5,8"]').waitFor();
  await page.locator('canvas[data-busy="false"]').waitFor();
  const before = await page.locator("canvas").evaluate((canvas) => /** @type {any} */ (canvas).toDataURL());
  await page.locator(".rule-text").fill("{x,y where x+y > 0: x-i,y; x,y-i; x-i,y-i}");
  const { value: second } = await bench.ask("value", {
    at: "{x,y where x+y > 0: x-i,y; x,y-i; x-i,y-i} 5,8",
  });
  await page.locator('canvas[data-game^="{x, y where"][data-busy="false"]').waitFor();
  await value(page, second);
  await page.getByText("0,0", { exact: true }).first().waitFor();
  const after = await page.locator("canvas").evaluate((canvas) => /** @type {any} */ (canvas).toDataURL());
  assert.notEqual(before, after);
  assert.match(params(page).get("game") ?? "", /^\{x, y where x \+ y > 0/);
  await page.locator(".all > summary").click();
  await page.getByRole("button", { name: "5,0", exact: true }).first().click();
  await page.waitForFunction(() => location.hash.includes("at=5,0"));
  await page.locator('.disc[aria-label="Piece on 5,0"]').waitFor();
});

test("wrong rules are answered under their character", async () => {
  const page = await bench.open("#/rules");
  await page.locator(".numeral").waitFor();
  await page.locator(".rule-text").fill("{x,y: x-i,y+j}");
  await page.getByText("the position does not bound `j`").waitFor();
  const where = await page.locator(".bar .fault .where").evaluate((line) => {
    const mark = line.querySelector("mark");
    return { before: mark?.previousSibling?.textContent?.length, marked: mark?.textContent };
  });
  assert.deepEqual(where, { before: "{x,y: x-i,y+".length, marked: "j" });
  assert.equal(await page.locator(".rule-text").getAttribute("aria-invalid"), "true");
  await page.locator(".rule-text").fill("{x,y: x-i,y+j where j < i}");
  await page.waitForFunction(() => !document.querySelector(".bar .fault .message"));
  await page.getByText("every move lowers").waitFor();
});

test("files have parameters", async () => {
  const page = await bench.open("#/rules");
  await page.locator(".numeral").waitFor();
  await page.getByLabel("Start from").selectOption("=gdwn");
  await page.getByLabel("q", { exact: true }).fill("2");
  await page.getByLabel("q", { exact: true }).press("Enter");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("x - i, y - 2i"));
  const { value: right } = await bench.ask("value", { at: "gdwn:p=1,q=2 5,8" });
  await value(page, right);
});

test("rules are saved in the browser, and forgotten", async () => {
  const page = await bench.open(link("{x: x-i where i in {1,3,4}}", "9"));
  await value(page, 0);
  await page.getByLabel("Name").fill("mine");
  await page.getByRole("button", { name: "Save in this browser" }).click();
  await page.locator(".rule-text").fill("{x: x-i}");
  await value(page, 9);
  await page.reload();
  await value(page, 9);
  await page.getByLabel("Start from").selectOption("+mine");
  await value(page, 0);
  await page.getByRole("button", { name: "Forget mine" }).click();
  assert.equal(await page.evaluate(() => localStorage.getItem("rules")), "[]");
});

test("what is stored or linked is text", async () => {
  const evil = '<img src=x onerror="window.hit=1">';
  const page = await bench.open(link(evil, evil));
  await page.locator(".bar .fault .message").waitFor();
  assert.equal(await page.locator(".rule-text").inputValue(), evil);
  await page.evaluate((text) => {
    localStorage.setItem("rules", JSON.stringify([{ name: text, text, parameters: { [text]: 3 } }, 7, null, { name: 3 }]));
  }, evil);
  await page.goto(`${bench.url}/${link("{x: x-i}", evil)}`);
  await page.reload();
  await value(page, 9);
  await page.getByLabel("Start from").selectOption(`+${evil}`);
  await page.locator(".bar .fault .message").waitFor();
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).hit), undefined);
});

test("a game of rules has the other views", async () => {
  const game = "{x, y: x - i, y; x, y - i; x - i, y - 2i}";
  const page = await bench.open(`#/position?at=${encodeURIComponent(`${game} 5,8`)}`);
  await page.locator(".numeral").waitFor();
  assert.equal(await page.getByLabel("Game", { exact: true }).inputValue(), game);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("pile 1").fill("4");
  await page.getByLabel("pile 1").press("Enter");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("4,8"));
  await page.getByRole("link", { name: "Change the rules" }).click();
  await page.locator(".rule-text").waitFor();
  assert.equal(params(page).get("at"), "4,8");
  await page.goto(`${bench.url}/#/map?game=${encodeURIComponent(game)}`);
  await page.locator('canvas[data-busy="false"]').waitFor();
  await page.goto(`${bench.url}/#/play?start=${encodeURIComponent(`${game} 3,4`)}`);
  await page.locator(".status strong").waitFor();
  await page.goto(`${bench.url}/#/sequences?game=${encodeURIComponent(game)}&row=2`);
  await page.locator(".plot .dots").first().waitFor();
});

test("the library is in the list of games under a heading", async () => {
  const page = await bench.open("#/position?at=nim%203");
  await page.locator(".numeral").waitFor();
  const labels = await page.locator("select optgroup").evaluateAll((all) => all.map((one) => /** @type {any} */ (one).label));
  assert.ok(labels.includes("Library of rules"), labels.join());
  await page.getByLabel("Game", { exact: true }).selectOption("exile");
  await page.waitForFunction(() => location.hash.includes("exile"));
  await page.getByLabel("Game", { exact: true }).selectOption("gdwn");
  await page.getByLabel("q", { exact: true }).fill("3");
  await page.getByLabel("q", { exact: true }).press("Enter");
  await page.waitForFunction(() => location.hash.includes("q=3"));
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
