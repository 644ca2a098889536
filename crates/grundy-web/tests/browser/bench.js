// What the tests share: the program, the browser, and hands.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** The program under test. */
export const BINARY = process.env["GRUNDY_BIN"] ?? here("../../../../target/release/grundy");

/** Chromium, Debian's if there is none. */
function browserPath() {
  const names = process.env["CHROMIUM"]
    ? [process.env["CHROMIUM"]]
    : ["chromium", "chromium-browser", "google-chrome"];
  const find = () => {
    const folders = (process.env["PATH"] ?? "").split(":");
    return names
      .flatMap((name) => folders.map((folder) => resolve(folder, name)))
      .find((path) => existsSync(path));
  };
  const found = find();
  if (found) return found;
  execFileSync("apt-get", ["install", "-y", "chromium"], { stdio: "inherit" });
  return find() ?? "chromium";
}

/** Starts `grundy serve` on a free port, and tells its address. */
export async function serve() {
  const started = performance.now();
  const child = spawn(BINARY, ["serve", "--port", "0"], {
    env: { ...process.env, GRUNDY_STORE: "", GRUNDY_CONFIG: "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise((told, reject) => {
    let text = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`grundy serve ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = text.match(/http:\/\/\S+/);
      if (found) told(found[0].replace(/\/$/, ""));
    });
  });
  return { url, started, stop: () => child.kill("SIGINT") };
}

export function launch() {
  return chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--force-color-profile=srgb"],
  });
}

/** A workbench for a test file: server and browser, and pages that complain. */
export async function workbench() {
  const [server, browser] = await Promise.all([serve(), launch()]);
  /** @type {string[]} */
  const faults = [];
  return {
    url: server.url,
    browser,
    /** Errors of scripts, and what the content security policy forbade. */
    faults,
    /**
     * @param {string} hash
     * @param {import("playwright-core").BrowserContextOptions} [options]
     */
    async open(hash, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        acceptDownloads: true,
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on("pageerror", (error) => faults.push(error.message));
      page.on(
        "console",
        (message) => /Content Security Policy|Refused to/.test(message.text()) && faults.push(message.text()),
      );
      await page.goto(`${server.url}/${hash}`);
      return page;
    },
    /** @param {string} path @param {Record<string, string | number>} params */
    async ask(path, params) {
      const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]));
      const response = await fetch(`${server.url}/api/v1/${path}?${query}`);
      if (!response.ok) throw new Error(`${path}?${query}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
}

/** The workbench of a test file: there when its tests run, and closed after them. */
export function shared() {
  const bench = /** @type {Awaited<ReturnType<typeof workbench>>} */ ({});
  before(async () => void Object.assign(bench, await workbench()));
  after(() => bench.close?.());
  return bench;
}

/** Waits until the game says this. @param {Page} page @param {string} text */
export function status(page, text) {
  return page.waitForFunction((wanted) => document.querySelector(".status strong")?.textContent === wanted, text);
}

/**
 * Waits until the clipboard holds such a text. A copy may need an answer of the program first, and the
 * clipboard can be read only while the page has the focus: so it is read until it matches.
 * @param {Page} page
 * @param {RegExp} wanted
 */
export async function pasted(page, wanted) {
  const end = performance.now() + 20_000;
  for (;;) {
    const text = await page.evaluate(() => navigator.clipboard.readText().catch(() => ""));
    if (wanted.test(text)) return;
    if (performance.now() > end) assert.match(text, wanted, page.url());
    await page.waitForTimeout(50);
  }
}

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/** @param {Locator} locator */
async function middle(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`nothing to be seen: ${locator}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Drags with the mouse, as a hand does: not in one jump.
 * @param {Page} page
 * @param {Locator} from
 * @param {Locator} to
 * @param {() => Promise<void>} [before] looked at before letting go
 */
export async function drag(page, from, to, before) {
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i += 1)
    await page.mouse.move(start.x + ((end.x - start.x) * i) / 8, start.y + ((end.y - start.y) * i) / 8);
  await before?.();
  await page.mouse.up();
}

/**
 * @param {Page} page
 * @param {number} strip
 * @param {number} square
 */
export function token(page, strip, square) {
  return page.locator(`.stage .disc[aria-label="Token on strip ${strip}, square ${square}"]`);
}

/**
 * @param {Page} page
 * @param {number} strip
 * @param {number} square
 */
export function square(page, strip, square) {
  return page.locator(square === 0 ? '.stage [data-cell="0"]' : `.stage [data-cell="${strip}/${square}"]`);
}

/** What the address says. @param {Page} page */
export function params(page) {
  const query = new URL(page.url()).hash.split(/\?(.*)/s)[1] ?? "";
  return new URLSearchParams(query.replaceAll("+", "%2B"));
}

/**
 * Makes a move by keys, once all moves are known: picks what a handle moves, aims, and takes.
 * @param {Page} page
 * @param {Locator} handle
 * @param {string} [key]
 */
export async function byKeys(page, handle, key = "ArrowRight") {
  await page.waitForLoadState("networkidle");
  await handle.press(key);
  await page.keyboard.press("Enter");
}

/** The views that tests go through, with something to see in each. */
export const VIEWS = {
  position: "#/position?at=star-silver-dollar%20[2,5],[3],[1,4]",
  sum: "#/position?at=star-nim%203,7%20+%20wythoff%202,5",
  compound: "#/position?at=nearly(nim%203%20+%20nim%204)%20+%20wythoff%202,5",
  misere: "#/position?at=misere(nim%203,4,5)",
  sharing: "#/position?at=sharing-nim%200,5,8",
  play: "#/play?start=wythoff@block=2%203,5",
  review: "#/play?start=nim%203,4,5&moves=3,4,4~3,4,3~3,3,3~0,3,3~0,2,3~0,2,2~0,1,2~0,1,1~0,0,1~0,0,0",
  puzzles: "#/puzzles?set=wythoff%205,8~nim%203,4,5",
  map: "#/map?game=wythoff",
  rules: "#/rules?game=%7Bx,y:%20x-i,y;%20x,y-i;%20x-i,y-2i%7D&at=5,8",
  sequences: "#/sequences?game=star-nim&row=3",
  audit: "#/audit?verdict=contradicted",
};

/**
 * Waits until a view has said what it has to say.
 * @param {Page} page
 */
export async function settled(page) {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    const canvas = document.querySelector("canvas");
    if (canvas) return canvas.dataset["busy"] === "false";
    return main?.querySelector(".numeral, .status strong, .claims li");
  });
  await page.waitForLoadState("networkidle");
}

export const axeSource = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
