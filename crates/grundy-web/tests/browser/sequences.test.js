// Periods and their certificates, and the audit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { shared } from "./bench.js";

const bench = shared();

/**
 * Drops a file on the place where certificates are checked.
 * @param {import("playwright-core").Page} page
 * @param {string} text
 */
async function drop(page, text) {
  const files = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "period.cert", { type: "text/plain" }));
    return transfer;
  }, text);
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: files });
}

test("a certificate is saved, and verified when it is dropped back; a changed one is rejected", async () => {
  const page = await bench.open("#/sequences?game=star-nim&row=7&count=200");
  await page.locator(".headline.proved").waitFor();
  assert.equal(await page.locator(".verdict .numeral").textContent(), "5040");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /Save the certificate/ }).click();
  const download = await saving;
  assert.equal(download.suggestedFilename(), "star-nim-row-7.cert");
  const text = readFileSync(await download.path(), "utf8");
  await drop(page, text);
  await page.locator(".checked .good").waitFor();
  assert.match((await page.locator(".checker .checked").textContent()) ?? "", /verified/);
  assert.ok(text.includes("5040"));
  await drop(page, text.replaceAll("5040", "2520"));
  await page.locator(".checked .bad").waitFor();
});

test("the plot shows preperiod and period", async () => {
  const page = await bench.open("#/sequences?game=star-nim&row=3");
  await page.locator(".stage .plot .period.proved").first().waitFor();
  assert.equal(await page.locator(".stage .plot .preperiod").count(), 1);
  const { values } = await bench.ask("row", { game: "star-nim", row: 3, columns: 120 });
  await page.getByText("The 120 values").click();
  assert.equal(
    await page.locator(".lists .digits").innerText(),
    values.map((/** @type {number | null} */ v) => v ?? "–").join(", "),
  );
});

test("the names of the bands do not lie on values", async () => {
  const page = await bench.open("#/sequences?game=star-nim&row=4");
  await page.locator(".plot .band").first().waitFor();
  const { foot, first } = await page.locator(".stage .plot").evaluate((plot) => ({
    foot: Math.max(...[...plot.querySelectorAll("text.band")].map((one) => one.getBoundingClientRect().bottom)),
    first: /** @type {Element} */ (plot.querySelector(".dots")).getBoundingClientRect().top,
  }));
  assert.ok(foot <= first + 3, `${foot} and ${first}`);
});

test("a diagonal of which nothing is proved is called open", async () => {
  const page = await bench.open("#/sequences?game=wythoff&diagonal=3");
  await page.locator(".headline.open").waitFor({ timeout: 60_000 });
  assert.equal(await page.locator(".plot .period.proved").count(), 0);
  assert.equal(await page.getByRole("button", { name: /Save the certificate/ }).count(), 0);
});

test("the audit: filters, details, and a claim checked again", async () => {
  const page = await bench.open("#/audit");
  await page.locator(".claims li").first().waitFor();
  const all = await page.locator(".claims li").count();
  await page.getByLabel("Paper").selectOption("gurvich");
  await page.getByLabel("Verdict").selectOption("contradicted");
  const some = await page.locator(".claims li").count();
  assert.ok(some > 0 && some < all);
  await page.getByLabel("Search").fill("mex_1");
  await page.locator(".claims summary").first().click();
  await page.getByText("gurvich/sec-2-mex-1", { exact: true }).waitFor();
  await page.getByText("mex_1 = mex for sets with 0").waitFor();
  await page.getByRole("button", { name: "Check again" }).click();
  await page.locator(".result .chip.contradicted").waitFor({ timeout: 60_000 });
  await page.getByText("every set S, or S^q, of numbers below 10 with 0").waitFor();
  assert.match(page.url(), /paper=gurvich.*verdict=contradicted/);
});

test("the audit counts contradictions by grade, and a grade filters", async () => {
  const page = await bench.open("#/audit?verdict=contradicted");
  await page.locator(".claims li").first().waitFor();
  const all = await page.locator(".claims li").count();
  let graded = 0;
  for (const grade of ["false", "slip", "reading"]) {
    await page.locator(".counts .grade button", { hasText: grade }).click();
    const count = Number(await page.locator(".counts .grade button[aria-pressed=true] b").textContent());
    assert.equal(await page.locator(".claims li").count(), count);
    assert.match(page.url(), new RegExp(`verdict=contradicted&grade=${grade}`));
    graded += count;
  }
  assert.equal(graded, all);
});

test("nothing went wrong underneath", () => assert.deepEqual(bench.faults, []));
