// What a person finds on the page: each question typed into the search, each answer looked at. Facts to
// forget are forgotten by hand. Writes what came of it to SEEN, by the facts' marks.

import test from "node:test";
import { writeFile } from "node:fs/promises";
import { open } from "../../viewer/tests/page.mjs";

const { find = [], forget = [] } = JSON.parse(process.env.FACTS);

test("one memory", async () => {
  const { page, finish } = await open("dashboard");
  await page.waitForSelector(".tiles");
  const seen = {};
  for (const fact of find) seen[fact.mark] = await finds(page, fact);
  for (const fact of forget) seen[fact.mark] = await forgets(page, fact);
  await writeFile(process.env.SEEN, JSON.stringify(seen));
  await finish();
});

/** The hit that has the mark, if there is one. The list is hidden while nothing is typed, and drawn before it is shown. */
async function hit(page, { question, mark }) {
  const list = page.locator("#hits");
  await page.fill("#query", "");
  await list.waitFor({ state: "hidden" });
  await page.fill("#query", question);
  await list.waitFor({ state: "visible" });
  const found = list.locator(".hit", { hasText: mark }).first();
  return (await found.count()) ? found : null;
}

/** With its source, where the story knows one. */
async function finds(page, fact) {
  const found = await hit(page, fact);
  if (!found || !fact.source) return Boolean(found);
  await found.click();
  await page.locator(".split-detail", { hasText: fact.mark }).waitFor();
  const source = page.locator(".facts dt:text-is('Source') + dd");
  return (await source.innerText()).includes(fact.source);
}

async function forgets(page, fact) {
  await (await hit(page, fact)).click();
  await page.locator(".split-detail", { hasText: fact.mark }).waitFor();
  await page.click('.split-detail button:has-text("Forget")');
  await page.click('dialog button:has-text("Forget it")');
  await page.waitForSelector('.toast:has-text("Forgotten")');
  return true;
}
