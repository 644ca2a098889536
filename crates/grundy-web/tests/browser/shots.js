// Pictures of every view for docs/workbench, at the size of a desk and of a phone: `npm run shots`.

import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drag, settled, square, token, workbench } from "./bench.js";

const FOLDER = fileURLToPath(new URL("../../../../docs/workbench/", import.meta.url));
/** What a picture may weigh. */
const MOST = 300_000;

/** @typedef {import("playwright-core").Page} Page */
/** `stays`: what was done may have scrolled the page. @type {{name: string, hash: string, dark?: boolean, stays?: boolean, act?: (page: Page) => Promise<unknown>}[]} */
const SHOTS = [
  { name: "first", hash: "" },
  { name: "position", hash: "#/position?at=star-silver-dollar%20[2,5],[3],[1,4]" },
  {
    name: "sum",
    hash: "#/position?at=star-nim%203,7%20+%20wythoff%202,5%20+%20sharing-nim%200,3,5",
    dark: true,
  },
  {
    name: "play",
    hash: "#/play?start=star-silver-dollar%20[2,5],[3],[1,4]&moves=[2,5],[0],[1,4]",
    act: async (page) => {
      await page.getByText("Your move").waitFor();
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".talk .hint").waitFor();
    },
  },
  {
    name: "blocking",
    hash: "#/play?start=wythoff@block=2%204,6",
    dark: true,
    act: async (page) => {
      await page.getByText("Your move").waitFor();
      await page.locator('.disc[aria-label="Piece on 4,6"]').click();
    },
  },
  {
    name: "review",
    stays: true,
    hash: "#/play?start=nim%203,4,5&moves=1,4,5~1,4,4~1,4,3~1,2,3~1,2,2~0,2,2~0,1,2~0,1,1~0,0,1~0,0,0",
    act: async (page) => {
      await page.getByRole("button", { name: "Why did I lose?" }).click();
      await page.locator(".card > summary").click();
    },
  },
  { name: "puzzles", hash: "#/puzzles?game=wythoff&level=1&day=2026-11-16", act: (page) => page.getByText("Only one move wins").waitFor() },
  { name: "map", hash: "#/map?game=star-nim&s=6&palette=viridis" },
  {
    name: "map-board",
    hash: "#/map?game=fraenkel:a=2&max=255&at=21,34&board=yes",
    act: (page) => page.locator(".beside .numeral").waitFor(),
  },
  { name: "map-kernel", hash: "#/map?game=wythoff&s=10&palette=paper&mark=0", dark: true },
  { name: "map-whole", hash: "#/map?game=r-wythoff&max=16383&a=5243&b=13022&s=0.045" },
  {
    name: "rules",
    hash: `#/rules?game=${encodeURIComponent("{x,y where x+y>0: x-i,y; x,y-i; x-i,y-2i}")}&at=5,8`,
    act: (page) => page.locator(".numeral").waitFor(),
  },
  {
    name: "sequences",
    hash: "#/sequences?game=star-nim&row=4&count=140",
    act: async (page) => {
      await page.getByRole("button", { name: "Check it now" }).click();
      await page.locator(".proof .good").waitFor();
    },
  },
  { name: "audit", hash: "#/audit?verdict=contradicted&claim=gurvich/sec-2-mex-1&paper=gurvich" },
];

const bench = await workbench();
mkdirSync(FOLDER, { recursive: true });
for (const { name, hash, dark, stays, act } of SHOTS) {
  for (const [size, viewport] of Object.entries({
    desktop: { width: 1280, height: 800 },
    phone: { width: 390, height: 844 },
  })) {
    const phone = size === "phone";
    const page = await bench.open(hash, { viewport, colorScheme: dark ? "dark" : "light", hasTouch: phone, isMobile: phone });
    // Large tables take a while.
    page.setDefaultTimeout(120_000);
    await settled(page);
    await act?.(page);
    if (!stays) await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(300);
    await shoot(page, `${name}-${size}.png`);
    await page.context().close();
  }
}
// A token in the hand.
const page = await bench.open("#/position?at=star-nim%205,9,6");
await settled(page);
await drag(page, token(page, 2, 9), square(page, 2, 4), () => shoot(page, "dragging-desktop.png"));
await bench.close();

/**
 * @param {Page} shown
 * @param {string} name
 */
async function shoot(shown, name) {
  await shown.screenshot({ path: FOLDER + name });
  const { size } = statSync(FOLDER + name);
  console.log(`${name} ${size}`);
  if (size > MOST) process.exitCode = 1;
}
