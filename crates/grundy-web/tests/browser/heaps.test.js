// Boards of heap games.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { byKeys, params, workbench } from "./bench.js";

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
  await byKeys(page, page.locator('.disc[aria-label="1 of 5 from pile 2"]'));
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
  await byKeys(page, page.locator('.disc[aria-label="1 of 1 from pile 1"]'));
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

test("moves that the board does not show are in a list: splits, and several piles at once", async () => {
  for (const [start, to] of [
    ["grundy-game 5,7", "2,3,7"],
    ["kayles 5", "2,2"],
    ["wythoff-3-all 2,5,8", "1,4,7"],
  ]) {
    const page = await bench.open(`#/play?start=${encodeURIComponent(start ?? "")}&opponent=person`);
    const list = page.getByLabel("Moves that the board does not show");
    await list.waitFor();
    // A hint that the board cannot show is chosen in the list.
    if (start === "kayles 5") {
      await page.getByRole("button", { name: "Hint" }).click();
      await page.waitForFunction(() => /** @type {HTMLSelectElement | null} */ (document.querySelector(".others select"))?.value === "2,2");
    } else await list.selectOption(to ?? "");
    await page.getByRole("button", { name: "Make this move" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".log li").length === 2);
    assert.equal(params(page).get("moves"), to);
    await page.context().close();
  }
  // All that the rules allow, on the board or in the list.
  const page = await bench.open("#/puzzles?set=kayles%205,7");
  await page.getByLabel("Moves that the board does not show").waitFor();
  const { winning_moves: winning } = await bench.ask("value", { at: "kayles 5,7" });
  const list = page.getByLabel("Moves that the board does not show");
  const known = await list.locator("option").evaluateAll((all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value));
  const hidden = winning.find((/** @type {string} */ one) => known.includes(one));
  if (hidden) {
    await list.selectOption(hidden);
    await page.getByRole("button", { name: "Make this move" }).click();
    await page.getByText("Right!").waitFor();
  }
  // A game whose board has every move has no list.
  const nim = await bench.open("#/play?start=nim%203,5");
  await nim.getByText("Your move").waitFor();
  assert.equal(await nim.locator(".others").count(), 0);
});
