// The map: its pixels are the values.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Camera } from "../../page/js/map/camera.js";
import { NONE, colour } from "../../page/js/map/palette.js";
import { BINARY, params, settled, shared } from "./bench.js";

const bench = shared();

/** @param {string} game @param {number} max @returns {(number | null)[][]} */
function table(game, max) {
  return JSON.parse(
    execFileSync(BINARY, ["table", game, "--max", String(max), "--format", "json"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      timeout: 60_000,
    }),
  ).rows;
}

/**
 * What stands for a square of cells: the highlighted value, if it has it, else the largest.
 * @param {(number | null)[][]} rows
 * @param {number} a
 * @param {number} b
 * @param {number} step
 * @param {number | null} mark
 */
function pooled(rows, a, b, step, mark) {
  const values = rows.slice(a, a + step).flatMap((row) => row.slice(b, b + step)).filter((value) => value !== null);
  if (mark !== null && values.includes(mark)) return mark;
  return values.length > 0 ? Math.max(...values) : NONE;
}

/**
 * Compares pixels of sampled cells with the values of the command line.
 * @param {import("playwright-core").Page} page
 * @param {(number | null)[][]} rows
 */
async function compare(page, rows) {
  await settled(page);
  await page.waitForTimeout(300);
  const asked = params(page);
  const seen = await page.locator("canvas").evaluate((/** @type {HTMLCanvasElement} */ canvas) => ({
    width: canvas.width,
    height: canvas.height,
    look: JSON.parse(canvas.dataset["look"] ?? ""),
  }));
  const camera = new Camera(Number(asked.get("a")), Number(asked.get("b")), Number(asked.get("s")));
  [camera.width, camera.height] = [seen.width, seen.height];
  const cells = sample(camera, rows.length);
  assert.ok(cells.length >= 150, `${cells.length} cells to compare`);
  const shown = await page.locator("canvas").evaluate((/** @type {HTMLCanvasElement} */ canvas, points) => {
    const context = canvas.getContext("2d");
    return points.map(({ x, y }) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3));
  }, cells);
  const step = 2 ** camera.zoom;
  for (const [i, { a, b }] of cells.entries()) {
    const value = pooled(rows, a, b, step, seen.look.mark);
    assert.deepEqual(
      shown[i],
      colour(value, a + step - 1, b + step - 1, seen.look),
      `cell ${a},${b} of value ${value} at scale ${camera.scale}`,
    );
  }
  return new Set(shown.map(String)).size;
}

/**
 * Cells all over what is seen, each with a pixel of it.
 * @param {Camera} camera
 * @param {number} side of the table
 */
function sample(camera, side) {
  const step = 2 ** camera.zoom;
  const { left, right, low, high } = camera.edges;
  // Beside the number, where cells are large enough to have one.
  const beside = camera.scale >= 8 ? 0.12 : 0.5;
  const cells = [];
  for (let i = 0; i < 4000 && cells.length < 300; i += 1) {
    // A low-discrepancy walk.
    const a = Math.floor((low + ((i * 0.7548776662) % 1) * (high - low)) / step) * step;
    const b = Math.floor((left + ((i * 0.5698402909) % 1) * (right - left)) / step) * step;
    if (a < 0 || b < 0 || a >= side || b >= side) continue;
    const [x, y] = [Math.floor(camera.x(b + step * beside)), Math.floor(camera.y(a + step * (1 - beside)))];
    if (x < 60 || y < 10 || x > camera.width - 80 || y > camera.height - 40) continue;
    cells.push({ a, b, x, y });
  }
  return cells;
}

test("pixels agree with the values, before and after zooming", async () => {
  const rows = table("wythoff", 1023);
  const page = await bench.open("#/map?game=wythoff&a=60.5&b=90.5&s=6");
  await page.mouse.move(2, 2);
  assert.ok((await compare(page, rows)) > 20, "many colours");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => location.hash.includes("s=12"));
  await compare(page, rows);
  for (const scale of ["6", "3", "1.5", "0.75"]) {
    await page.getByRole("button", { name: "Zoom out" }).click();
    await page.waitForFunction((wanted) => new RegExp(`s=${wanted}(&|$)`).test(location.hash), scale);
  }
  await compare(page, rows);
});

test("Star Nim, with a highlighted value, other palettes and scales", async () => {
  const rows = table("star-nim", 255);
  for (const [palette, scale] of [
    ["cividis", "linear"],
    ["magma", "log"],
    ["paper", "bits"],
  ]) {
    const page = await bench.open(
      `#/map?game=star-nim&max=255&a=40.5&b=60.5&s=8&mark=3&palette=${palette}&scale=${scale}`,
    );
    await page.mouse.move(2, 2);
    await compare(page, rows);
    await page.context().close();
  }
});

test("hover tells the value, a click opens the position", async () => {
  const page = await bench.open("#/map?game=wythoff&a=8&b=12&s=32");
  await settled(page);
  const camera = new Camera(8, 12, 32);
  const box = await page.locator("canvas").boundingBox();
  assert.ok(box);
  [camera.width, camera.height] = [box.width, box.height];
  const at = { x: box.x + camera.x(13.5), y: box.y + camera.y(8.5) };
  await page.mouse.move(at.x, at.y);
  await page.getByText("wythoff 8,13").waitFor();
  assert.match(await page.locator(".readout").innerText(), /value 0, a P-position/);
  await page.getByRole("button", { name: "Lines" }).click();
  await page.mouse.move(at.x + 1, at.y);
  await page.getByText("diagonal (8)").waitFor();
  await page.mouse.click(at.x, at.y);
  await page.waitForFunction(() => location.hash.startsWith("#/position"));
  assert.equal(params(page).get("at"), "wythoff 8,13");
});

test("the map by keys, and saved as a picture", async () => {
  const page = await bench.open("#/map?game=wythoff&a=8&b=12&s=32");
  await settled(page);
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  assert.match((await page.locator("#announce").textContent()) ?? "", /^18, 13: /);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the view" }).click();
  assert.equal((await saved).suggestedFilename(), "wythoff.png");
  await page.locator("canvas").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.startsWith("#/position?at=wythoff%2018,13"));
});

test("a table whose cells do not fit is pooled, and zooming in shows them", async () => {
  const page = await bench.open("#/map?game=wythoff&max=16383&s=0.04");
  /** @type {string[]} */
  const early = [];
  page.on("request", (request) => request.url().includes("so_far") && early.push(request.url()));
  await page.waitForFunction(() => document.querySelector("canvas")?.dataset["busy"] === "false", null, { timeout: 100_000 });
  assert.equal(await page.locator(".fault").innerText(), "");
  assert.match(await page.locator(".readout").innerText(), /one point for 32 × 32 cells/);
  const sizes = await page.getByLabel("Table", { exact: true }).locator("option").allTextContents();
  assert.deepEqual(sizes, ["0–255", "0–1023", "0–4095", "0–8191", "0–16383"]);
  assert.ok(early.length > 0, "what is known is shown before the table is complete");
  // The P-positions of Wythoff's game, to the end of the table.
  const phi = (1 + Math.sqrt(5)) / 2;
  const n = Math.floor(16_000 / phi / phi);
  const [a, b] = [Math.floor(n * phi), Math.floor(n * phi) + n];
  await page.goto(`${bench.url}/#/map?game=wythoff&max=16383&a=${a + 0.5}&b=${b + 0.5}&s=32`);
  await page.waitForFunction(() => document.querySelector("canvas")?.dataset["busy"] === "false", null, { timeout: 100_000 });
  const box = await page.locator("canvas").boundingBox();
  assert.ok(box);
  const camera = new Camera(a + 0.5, b + 0.5, 32);
  [camera.width, camera.height] = [box.width, box.height];
  await page.mouse.move(box.x + camera.x(b + 0.5), box.y + camera.y(a + 0.5));
  await page.getByText(`wythoff ${a},${b}`).waitFor();
  // The cells come a moment later.
  await page.locator(".readout").getByText("value 0, a P-position").waitFor({ timeout: 100_000 });
});

test("a highlighted value is seen from afar", async () => {
  const rows = table("star-nim", 1023);
  const page = await bench.open("#/map?game=star-nim&max=1023&a=500&b=500&s=0.5&mark=3");
  await page.mouse.move(2, 2);
  await compare(page, rows);
  await page.getByRole("button", { name: "P-positions" }).click();
  await page.waitForFunction(() => location.hash.includes("mark=0"));
  await compare(page, rows);
});

test("only sizes that can be made in time are offered", async () => {
  const page = await bench.open("#/map?game=star-silver-dollar%20[a],[b,9]&max=255");
  await page.route(/api\/v1\/table/, async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), accept: "application/json" } });
    const body = JSON.stringify({ ...(await response.json()), fits: 1023 });
    await route.fulfill({ headers: { "content-type": "text/event-stream" }, body: `event: result\ndata: ${body}\n\n` });
  });
  await page.goto(`${bench.url}/#/map?game=wythoff&max=255`);
  await settled(page);
  await page.waitForFunction(() => document.querySelectorAll(".pickers option[value='4095']").length === 0);
  const sizes = await page.getByLabel("Table", { exact: true }).locator("option").allTextContents();
  assert.deepEqual(sizes, ["0–255", "0–1023"]);
});

test("small parts of a large table come first", async () => {
  const page = await bench.open("");
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/table")) asked.push(url.searchParams.get("max") ?? "");
  });
  await page.goto(`${bench.url}/#/map?game=fraenkel:a%3D3&max=4095`);
  await settled(page);
  assert.deepEqual(asked.slice(0, 3), ["255", "1023", "4095"]);
});

test("legend, threshold, sliders, periods, board and bookmarks", async () => {
  const page = await bench.open("#/map?game=fraenkel:a%3D2&max=255");
  await settled(page);
  await page.getByRole("img", { name: "Colours from value 0 to a + b" }).waitFor();
  const shot = () => page.locator("canvas").evaluate((/** @type {HTMLCanvasElement} */ canvas) => canvas.toDataURL().length);
  const before = await shot();
  await page.getByLabel("Values up to").fill("40");
  await page.waitForFunction(() => location.hash.includes("upto="));
  assert.notEqual(await shot(), before);
  // A parameter slides, and the map follows.
  await page.locator(".slider").getByLabel("a", { exact: true }).fill("4");
  await page.waitForFunction(() => location.hash.includes("fraenkel:a=4"));
  await settled(page);
  await page.getByRole("button", { name: "Board", exact: true }).click();
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".beside .numeral").waitFor();
  await page.getByLabel("Bookmarks").selectOption("+");
  await page.waitForFunction(() => document.querySelectorAll(".more select.add option").length === 3);
  await page.getByRole("button", { name: "Show the whole table" }).click();
  await page.waitForTimeout(400);
  await settled(page);
  assert.ok(Number(params(page).get("s")) < 6);
});

test("board and map are linked both ways", async () => {
  const page = await bench.open("#/map?game=wythoff&max=255&at=3,5&board=yes");
  await settled(page);
  await page.locator('.beside .disc[aria-label="1 of 5 from pile 2"]').waitFor();
  assert.equal(await page.getByLabel("Table", { exact: true }).inputValue(), "255", "as the address says");
  const counter = page.locator('.beside .disc[aria-label="1 of 5 from pile 2"]');
  await page.waitForFunction(() => document.querySelector('.beside .disc[aria-label="1 of 5 from pile 2"]')?.getAttribute("aria-disabled") !== "true");
  await counter.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("canvas")?.dataset["aimed"] === "3,4");
  await page.keyboard.press("Enter");
  await page.locator(".readout").getByText("wythoff 3,4").waitFor();
  await page.locator(".beside").getByText("wythoff 3,4").waitFor();
  // The map leads the board.
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowUp");
  await page.locator(".beside").getByText("wythoff 4,4").waitFor();
});

test("proved periods of rows are marked on the map", async () => {
  const page = await bench.open("#/map?game=star-nim&max=255");
  await settled(page);
  const shot = () => page.locator("canvas").evaluate((/** @type {HTMLCanvasElement} */ canvas) => canvas.toDataURL());
  const before = await shot();
  const answered = page.waitForResponse(/period\?game=star-nim&row=3/);
  await page.getByRole("button", { name: "Periods" }).click();
  await answered;
  await page.getByRole("img", { name: "a tick where each period begins" }).waitFor();
  await page.waitForTimeout(300);
  assert.notEqual(await shot(), before);
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
