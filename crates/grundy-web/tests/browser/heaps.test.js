// Boards of heap games.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { params, workbench } from "./bench.js";

/** @type {Awaited<ReturnType<typeof workbench>>} */
let bench;
before(async () => {
  bench = await workbench();
});
after(() => bench?.close());

test("a pin of Kayles is knocked down on the board, and the program answers by a legal move", async () => {
  const page = await bench.open("#/play?start=kayles%203,5");
  await page.waitForFunction(() => document.querySelector(".status strong")?.textContent === "Your move");
  await page.locator(".stage .plate").first().waitFor();
  assert.equal(await page.locator(".stage .plate").count(), 2, "two rows");
  assert.equal(await page.locator(".stage .disc").count(), 8, "of three and five pins");
  await page.locator('.disc[aria-label="1 of 5 from pile 2"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
  const [mine, answer] = params(page).get("moves")?.split("~") ?? [];
  assert.equal(mine, "3,4");
  const { moves } = await bench.ask("moves", { at: `kayles ${mine}` });
  assert.ok(
    moves.some((/** @type {{to: string}} */ move) => move.to === answer),
    `3,4 to ${answer}`,
  );
  assert.deepEqual(bench.faults, []);
});

test("a whole row is taken, after which the other one comes first", async () => {
  const page = await bench.open("#/play?start=kayles%201,3&opponent=person");
  await page.locator('.disc[aria-label="1 of 1 from pile 1"]').waitFor();
  await page.locator('.disc[aria-label="1 of 1 from pile 1"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 2);
  assert.equal(params(page).get("moves")?.split("~")[0], "3");
});

test("the board of a heap game shows its heaps and the value", async () => {
  const page = await bench.open("#/position?at=kayles%202,3,5");
  await page.locator(".numeral").first().waitFor();
  const { value } = await bench.ask("value", { at: "kayles 2,3,5" });
  assert.equal(await page.locator(".numeral").first().textContent(), String(value));
  assert.equal(await page.locator(".stage .plate").count(), 3);
});
