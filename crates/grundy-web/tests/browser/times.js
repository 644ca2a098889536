// Measures how long the page takes: first paint, the first value, and what one does with it. `node times.js`; GRUNDY_BIN names the program.

import { launch, serve } from "./bench.js";

const ROUNDS = 5;
/** @type {Map<string, number[]>} */
const took = new Map();

/** @param {string} name @param {number} time in milliseconds */
function add(name, time) {
  took.set(name, [...(took.get(name) ?? []), time]);
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} act
 */
async function measure(name, act) {
  const before = performance.now();
  await act();
  add(name, performance.now() - before);
}

const [server, browser] = await Promise.all([serve(), launch()]);
for (let i = 0; i < ROUNDS; i += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await measure("open the page, to its first value", async () => {
    await page.goto(`${server.url}/`);
    await page.locator(".numeral").waitFor();
  });
  add("first contentful paint", await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN));
  const says = (/** @type {string} */ text) =>
    page.waitForFunction((wanted) => document.querySelector(".status strong")?.textContent === wanted, text);
  await measure("open play, to your move", async () => {
    await page.evaluate(() => void (location.hash = "#/play?start=wythoff%203,5"));
    await says("Your move");
  });
  await measure("make a move, to the program's turn", async () => {
    await page.locator(".disc").first().focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /moves=/.test(location.hash));
    await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 2);
  });
  const idle = () => page.waitForFunction(() => document.querySelector("canvas")?.dataset["busy"] === "false");
  await measure("open the map to 1023, to all tiles", async () => {
    await page.evaluate(() => void (location.hash = "#/map?game=wythoff&max=1023&s=2"));
    await page.locator("canvas").waitFor();
    await idle();
  });
  const box = await page.locator("canvas").boundingBox();
  if (!box) throw new Error("no map");
  // Frames while the map is dragged over 400 pixels.
  const frames = page.evaluate(async () => {
    /** @type {number[]} */
    const gaps = [];
    let last = performance.now();
    for (let i = 0; i < 60; i += 1) {
      await new Promise((next) => requestAnimationFrame(next));
      gaps.push(performance.now() - last);
      last = performance.now();
    }
    return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? NaN;
  });
  await page.mouse.move(box.x + 700, box.y + 300);
  await page.mouse.down();
  for (let step = 0; step <= 40; step += 1) await page.mouse.move(box.x + 700 - 10 * step, box.y + 300 + 5 * step);
  await page.mouse.up();
  add("pan, 95th percentile of a frame", await frames);
  await context.close();
}
await browser.close();
server.stop();
for (const [name, times] of took) {
  const sorted = times.toSorted((a, b) => a - b);
  console.log(`${name}: ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? NaN)} ms (${Math.round(sorted[0] ?? NaN)} to ${Math.round(sorted.at(-1) ?? NaN)})`);
}
