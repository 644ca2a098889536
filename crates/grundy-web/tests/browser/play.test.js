// Games played to their end in the browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeys, drag, params, shared, square, token } from "./bench.js";

const bench = shared();

/** @param {string} text `[2,5],[3]` */
const strips = (text) =>
  (text.match(/\[[^\]]*\]/g) ?? []).map((strip) => (strip.match(/\d+/g) ?? []).map(Number));

/**
 * The one token that differs.
 * @param {string} from
 * @param {string} to
 */
function step(from, to) {
  const [old, next] = [strips(from), strips(to)];
  for (const [i, strip] of old.entries()) {
    const left = strip.find((at) => !next[i]?.includes(at));
    const come = next[i]?.find((at) => !strip.includes(at));
    if (left !== undefined && come !== undefined) return { strip: i + 1, from: left, to: come };
  }
  throw new Error(`${from} to ${to} is no move of one token`);
}

test("a game of Star Silver Dollar is won by dragging, from a won position, against perfect play", async () => {
  const page = await bench.open("#/play?start=star-silver-dollar%20[2,5],[3],[1,4]");
  const status = page.locator(".status strong");
  let at = "[2,5],[3],[1,4]";
  let moves = 0;
  for (;;) {
    await page.waitForFunction(() =>
      /Your move|wins?$/.test(document.querySelector(".status strong")?.textContent ?? ""),
    );
    if ((await status.textContent()) !== "Your move") break;
    at = params(page).get("moves")?.split("~").at(-1) ?? at;
    const { winning_moves: winning } = await bench.ask("value", { at: `star-silver-dollar ${at}` });
    assert.ok(winning.length > 0, `${at} is won, as it stays under right play`);
    const move = step(at, winning[0]);
    await drag(page, token(page, move.strip, move.from), square(page, move.strip, move.to), async () => {
      assert.ok((await page.locator(".target").count()) > 0, "legal squares light up");
      assert.equal(await page.locator(".target.winning").count(), 0, "but do not tell which wins");
    });
    moves += 1;
    await page.waitForFunction(
      (made) => (document.querySelectorAll(".log li").length ?? 0) > made,
      2 * moves - 1,
    );
  }
  assert.equal(await status.textContent(), "You win");
  const end = params(page).get("moves")?.split("~").at(-1) ?? "";
  const { moves: left } = await bench.ask("moves", { at: `star-silver-dollar ${end}` });
  assert.equal(left.length, 0, "no move is left at the end");
  assert.ok(moves >= 3);
});

test("a token let go where it may not stand goes back", async () => {
  const page = await bench.open("#/play?start=star-silver-dollar%20[2,5],[3],[1,4]");
  await drag(page, token(page, 1, 5), square(page, 1, 1));
  assert.equal(params(page).get("moves"), null);
  await drag(page, token(page, 1, 5), square(page, 3, 5));
  assert.equal(params(page).get("moves"), null);
  assert.equal(await page.locator(".status strong").textContent(), "Your move");
});

test("hint, why and undo", async () => {
  const page = await bench.open("#/play?start=star-silver-dollar%20[2,5],[3],[1,4]");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("strip 2: square 3 to 0. This wins.").waitFor();
  await page.getByRole("button", { name: "Why" }).click();
  await page.locator(".talk .why p").first().waitFor();
  await drag(page, token(page, 2, 3), square(page, 2, 0));
  await page.waitForFunction(
    () =>
      document.querySelectorAll(".log li").length === 3 &&
      document.querySelector(".status strong")?.textContent === "Your move",
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 1);
  assert.equal(params(page).get("moves"), null);
  await token(page, 2, 3).waitFor();
});

test("a game goes on where its link was made, and back takes moves back", async () => {
  const page = await bench.open("#/play?start=nim%203,5&moves=3,3~2,3");
  await page.waitForFunction(() => document.querySelector(".status strong")?.textContent === "Your move");
  assert.equal(await page.locator(".log li").count(), 3);
  await byKeys(page, page.locator('.disc[aria-label="1 of 3 from pile 2"]'));
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 4);
  assert.match(params(page).get("moves") ?? "", /^3,3~2,3~2,2/);
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 5);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 3);
});

test("two quick moves by keys are one move of yours", async () => {
  const page = await bench.open("#/play?start=star-nim%20300,900");
  await page.waitForFunction(() => document.querySelector(".status strong")?.textContent === "Your move");
  await page.locator('.disc[aria-label="Token on strip 2, square 900"]').focus();
  // The second one comes while the first is on its way.
  await page.evaluate(() => {
    const token = document.activeElement;
    for (const key of ["ArrowRight", "Enter", "ArrowRight", "Enter"])
      token?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
  const moves = params(page).get("moves")?.split("~") ?? [];
  assert.notEqual(moves[0], moves[1]);
  assert.equal(moves.length, 2);
});

test("illegal moves of an address are told, and the legal ones are kept", async () => {
  const page = await bench.open("#/play?start=nim%203,5&moves=3,3~9,9~1,1");
  await page.getByText("Move 2 of this address, 9,9, is not legal. The move before it is kept.").waitFor();
  await page.waitForFunction(() => (new URLSearchParams(location.hash.split("?")[1]).get("moves") ?? "").startsWith("3,3"));
  assert.doesNotMatch(params(page).get("moves") ?? "", /9,9/);
});

test("empty moves of an address are left out", async () => {
  const page = await bench.open("#/play?start=nim%203,5&moves=~3,3~~&also=~|~");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
  assert.match(params(page).get("moves") ?? "", /^3,3~\d/);
  assert.equal(await page.getByText("is not legal").count(), 0);
});

test("a move that could not be sent is offered again", async () => {
  const page = await bench.open("#/play?start=nim%203,5");
  await page.waitForFunction(() => document.querySelector(".status strong")?.textContent === "Your move");
  await page.context().setOffline(true);
  await page.locator('.disc[aria-label="1 of 5 from pile 2"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 3);
});

test("piles that are too large to be drawn are changed by their numbers", async () => {
  const page = await bench.open("#/play?start=nim%20120,300");
  await page.getByText("Large piles: change the numbers below.").waitFor();
  assert.equal(await page.locator(".stage .mass").count(), 2);
  await page.getByLabel("pile 2", { exact: true }).fill("120");
  await page.getByLabel("pile 2", { exact: true }).press("Tab");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
  assert.match(params(page).get("moves") ?? "", /^120,120~/);
});

test("both sides block, visibly", async () => {
  const page = await bench.open("#/play?start=wythoff@block=2%201,3");
  // 1,3 is lost for the player to move: 1,0 is blocked, the only move to value 0.
  await page.getByText("The program has blocked 1,0.").waitFor();
  assert.equal(await page.locator(".stage .cross").count(), 1);
  const piece = page.locator('.disc[aria-label="Piece on 1,3"]');
  await piece.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("You may block").waitFor();
  const first = page.locator(".ticks input").first();
  await first.check();
  await page.waitForFunction(() => document.querySelectorAll(".stage .cross").length === 1);
  await page.locator(".ticks input:not(:checked)").first().click();
  await page.getByText("may not be blocked too").waitFor();
  await page.getByRole("button", { name: "Block this move" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
