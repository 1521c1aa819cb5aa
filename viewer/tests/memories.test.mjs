// Memories: found, changed, forgotten.

import test from "node:test";
import assert from "node:assert/strict";
import { open, remember, rest, unique } from "./page.mjs";

const listed = async () => (await rest("GET", "memories?latest=true&limit=20000")).memories;

test("a search finds as one types and says why", async () => {
  const word = unique();
  const memory = await remember(`The lighthouse ${word} ${unique()} blinks twice a minute`);
  const { page, finish } = await open("dashboard");
  await page.waitForSelector(".tiles");
  await page.keyboard.press("/");
  await page.keyboard.type(word);
  const hit = page.locator(".hit", { hasText: word }).first();
  await hit.waitFor();
  assert.match(await hit.innerText(), /Says 1 of 1 words/);
  assert.ok(await hit.locator(".score .bar").count());
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => location.hash.includes(id), memory.id);
  await page.waitForSelector(`.split-detail:has-text("${word}")`);
  await finish();
});

test("an edit makes the next version", async () => {
  const word = unique();
  const memory = await remember(`The harbour ${word} closes at nine`);
  const { page, finish } = await open(`memories/${memory.id}`);
  await page.click('.split-detail button:has-text("Edit")');
  await page.fill("dialog textarea", `The harbour ${word} closes at ten`);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector('.split-detail:has-text("closes at ten")');
  const now = (await listed()).find((each) => each.content.includes(word));
  assert.equal(now.content, `The harbour ${word} closes at ten`);
  assert.equal(now.version, 2);
  await finish();
});

test("n_081 forgetting asks first, then it is gone", async () => {
  const word = unique();
  const memory = await remember(`The cellar ${word} floods in March`);
  await remember(`Another thing is ${unique()}`);
  const { page, finish } = await open(`memories/${memory.id}`);
  await page.click('.split-detail button:has-text("Forget")');
  await page.click('dialog button:has-text("Keep it")');
  assert.ok(
    (await listed()).some((each) => each.id === memory.id),
    "kept",
  );
  await page.click('.split-detail button:has-text("Forget")');
  await page.click('dialog button:has-text("Forget it")');
  await page.waitForSelector('.toast:has-text("Forgotten")');
  assert.ok(!(await listed()).some((each) => each.id === memory.id), "gone");
  await page.fill(".filter input", word);
  await page.waitForSelector(".list-note .none");
  await finish();
});

test("only what is in sight is drawn, and j, k and Enter go through it", async () => {
  const word = unique();
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      remember(`${word} ${n} ${unique()} ${unique()} ${unique()} is a row of its own`),
    ),
  );
  const { page, finish } = await open("memories");
  await page.waitForSelector(".vrow");
  await page.fill(".filter input", word);
  await page.waitForFunction(() => document.querySelector(".tools-count").textContent.startsWith("40"));
  assert.ok((await page.locator(".vrow").count()) < 40);
  await page.locator(".vlist").focus();
  for (const key of ["j", "j", "k", "j", "Enter"]) await page.keyboard.press(key);
  await page.waitForSelector(".detail-head h2");
  assert.equal(await page.locator('.vrow[aria-selected="true"]').count(), 1);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".split-detail").hidden);
  await page.locator(".vlist").evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await page.waitForSelector('.vrow[aria-posinset="40"]');
  await finish();
});

test("looking again in the middle of j and k leaves the choice where it is", async () => {
  const word = unique();
  for (const n of ["first", "second"]) await remember(`${word} ${n} ${unique()} ${unique()} is a row of its own`);
  const { page, finish } = await open("memories");
  await page.fill(".filter input", word);
  await page.waitForFunction(() => document.querySelector(".tools-count").textContent.startsWith("2 "));
  await page.locator(".vlist").focus();
  for (const key of ["j", "j"]) await page.keyboard.press(key);
  await remember(`${word} third ${unique()} ${unique()} is a row of its own`);
  await page.keyboard.press("r");
  await page.waitForFunction(() => document.querySelector(".tools-count").textContent.startsWith("3 "));
  await page.keyboard.press("Enter");
  await page.waitForSelector(`.detail-head:has-text("${word} first")`);
  await finish();
});

test("something new can be remembered by hand", async () => {
  const word = unique();
  const { page, finish } = await open("memories");
  await page.click('.tools button:has-text("Remember")');
  await page.fill("dialog textarea", `The attic ${word} holds the maps`);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector(`.split-detail:has-text("${word}")`);
  assert.ok((await listed()).some((each) => each.content.includes(word)));
  await finish();
});

test("a doubted memory waits for a word, and is believed again", async () => {
  const word = unique();
  const memory = await remember(`The ${word} opens at nine`);
  const { page, finish } = await open(`memories/${memory.id}`);
  await page.click('.split-detail button:has-text("Doubt")');
  await page.waitForSelector('.toast:has-text("Review")');
  await page.goto(page.url().replace(/#.*/, "#/review"));
  const card = page.locator(".card.review", { hasText: word });
  await card.waitFor();
  assert.match(await card.innerText(), /rejected|doubts/);
  await card.locator('button:has-text("Keep it")').click();
  await page.waitForSelector('.toast:has-text("believed")');
  await page.waitForFunction((said) => !document.querySelector("ul.cards")?.innerText.includes(said), word);
  const told = await rest("GET", "review");
  assert.ok(!JSON.stringify(told.items).includes(word));
  await finish();
});
