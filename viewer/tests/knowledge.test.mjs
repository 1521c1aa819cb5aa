// Slots, lessons and the graph.

import test from "node:test";
import assert from "node:assert/strict";
import { open, remember, rest, unique } from "./page.mjs";

test("n_081 a slot is edited in place, and never beyond its size", async () => {
  const label = unique();
  await rest("POST", "slot", { label, content: "old", sizeLimit: 20 });
  const { page, finish } = await open("slots");
  const card = page.locator(`.slot[data-label="${label}"]`);
  await card.locator("textarea").fill("twenty-one characters");
  assert.match(await card.innerText(), /1 characters? too many/);
  assert.ok(await card.locator('button:has-text("Save")').isDisabled());
  await card.locator("textarea").fill("new text");
  await card.locator('button:has-text("Save")').click();
  await page.waitForSelector('.toast:has-text("Saved")');
  const { slot } = await rest("GET", `slot?label=${label}`);
  assert.equal(slot.content, "new text");
  await page.locator(`.slot[data-label="${label}"] button[aria-label^="Delete"]`).click();
  await page.click('dialog button:has-text("Delete it")');
  await page.waitForFunction((name) => !document.querySelector(`.slot[data-label="${name}"]`), label);
  await finish();
});

test("a lesson is found and grows surer", async () => {
  const word = unique();
  const { lesson } = await rest("POST", "lessons", { content: `Always oil the hinge ${word}` });
  const { page, finish } = await open("lessons");
  await page.fill(".filter input", word);
  await page.waitForFunction(() => document.querySelectorAll(".vrow").length === 1);
  await page.click(".vrow");
  await page.click('.split-detail button:has-text("strengthen")');
  await page.waitForSelector('.toast:has-text("sure")');
  const after = (await rest("GET", "lessons?limit=1000")).lessons.find((each) => each.id === lesson.id);
  assert.ok(after.confidence > lesson.confidence);
  await finish();
});

test("n_082 folders that share a concept are joined, others are not", async () => {
  const [one, two, three] = [`/${unique()}/one`, `/${unique()}/two`, `/${unique()}/three`];
  const concept = unique();
  await remember(`Something about ${unique()} in the first folder`, { project: one, concepts: [concept] });
  await remember(`Another thing ${unique()} that the second folder has`, { project: two, concepts: [concept] });
  await remember(`Nothing ${unique()} to do with either of those`, { project: three, concepts: [unique()] });
  const { page, finish } = await open("graph");
  await page.waitForSelector(".graph-canvas");
  await page.fill(".graph-side .filter input", one);
  await page.click(`.row-button[title="${one}"]`);
  const nearest = page.locator(".graph-side .detail-part .row-button");
  await nearest.first().waitFor();
  const titles = await nearest.evaluateAll((rows) => rows.map((row) => row.title));
  assert.ok(titles.includes(two));
  assert.ok(!titles.includes(three));
  await page.keyboard.press("Escape");
  await page.waitForSelector(".graph-side .filter");
  await finish();
});
