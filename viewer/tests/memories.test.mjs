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

for (const [size, viewport] of [
  ["a desk", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 780 }],
])
  test(`back closes a window and leaves the memory open, on ${size}`, async () => {
    const word = unique();
    const [first, second] = [await remember(`The first ${word} is a pier`), await remember(`The second ${unique()} is a mole`)];
    const { page, finish } = await open(`memories/${first.id}`, { viewport });
    await page.waitForSelector('.split-detail:has-text("The first")');
    await page.evaluate((id) => (location.hash = `/memories/${id}`), second.id);
    await page.waitForSelector('.split-detail:has-text("The second")');
    for (const [act, name] of [["Edit", "Edit this memory"], ["Forget", "Forget this memory?"]]) {
      await page.click(`.split-detail button:has-text("${act}")`);
      await page.waitForSelector(`dialog[open]:has-text("${name}")`);
      await page.goBack();
      await page.waitForFunction(() => !document.querySelector("dialog"));
      assert.ok(page.url().endsWith(second.id), `${act}: ${page.url()}`);
    }
    await page.click('.split-detail button:has-text("Forget")');
    await page.click('dialog button:has-text("Keep it")');
    await page.waitForFunction(() => !document.querySelector("dialog"));
    await page.goBack();
    await page.waitForSelector('.split-detail:has-text("The first")');
    assert.ok(page.url().endsWith(first.id), "a window that was closed is no step back");
    await finish();
  });

test("back asks once before it throws away what was typed, and no window stays over another thing", async () => {
  const [first, second] = [await remember(`One ${unique()} is a pier`), await remember(`Two ${unique()} is a mole`)];
  const { page, finish } = await open(`memories/${first.id}`);
  await page.click('.split-detail button:has-text("Edit")');
  await page.fill("dialog textarea", "half a sentence");
  await page.goBack();
  await page.waitForSelector('.toast:has-text("Back once more")');
  assert.equal(await page.inputValue("dialog textarea"), "half a sentence");
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector("dialog"));
  await page.click('.split-detail button:has-text("Edit")');
  await page.fill("dialog textarea", "half a sentence");
  await page.evaluate((id) => (location.hash = `/memories/${id}`), second.id);
  await page.waitForSelector('.split-detail:has-text("Two")');
  await page.waitForFunction(() => !document.querySelector("dialog"));
  await finish();
});

test("a blank edit is refused in the page's words, before it is sent", async () => {
  const memory = await remember(`The quay ${unique()} is made of oak`);
  const { page, finish } = await open(`memories/${memory.id}`);
  await page.click('.split-detail button:has-text("Edit")');
  for (const blank of ["", "  \n "]) {
    await page.fill("dialog textarea", blank);
    await page.click("dialog button[type=submit]");
    await page.waitForSelector('dialog .wrong:has-text("Nothing is written under “Content”")');
  }
  await finish();
});

test("a long memory has a short title, its buttons on top, and its text when it is asked for", async () => {
  const word = unique();
  const memory = await remember(`${"a very long walk along the shore, ".repeat(4_000)} ${word}`);
  const { page, finish } = await open(`memories/${memory.id}`);
  await page.waitForSelector(".prose-turn button");
  assert.ok((await page.innerText(".detail-head h2")).length < 200);
  assert.ok((await page.locator('.split-detail button:has-text("Forget")').boundingBox()).y < 400, "in sight");
  assert.ok((await page.innerText(".prose-long .prose")).length < 2_000);
  await page.click('.prose-turn button:has-text("Show all")');
  await page.waitForSelector(`.prose-long:has-text("${word}")`);
  await page.click('.prose-turn button:has-text("Show less")');
  assert.ok((await page.innerText(".prose-long .prose")).length < 2_000);
  await page.click('.split-detail button:has-text("Forget")');
  assert.ok((await page.innerText("dialog blockquote")).length < 700);
  await finish();
});

test("a doubt is called a doubt", async () => {
  const memory = await remember(`The ${unique()} closes at noon`);
  const { page, finish } = await open(`memories/${memory.id}`);
  await page.click('.split-detail button:has-text("Doubt")');
  await page.waitForSelector('.doubted:has-text("Somebody doubts it")');
  await finish();
});

/** A page whose search finds these. */
const finding = (hits) => ({
  prepare: (page) =>
    page.route("**/agentmemory/search", (route) =>
      route.fulfill({ json: hits.map((hit, n) => ({ obsId: `o${n}`, sessionId: "s", bm25Score: 0, vectorScore: 0.1, ...hit })) }),
    ),
});

test("a search marks whole words only, and calls the nearest the nearest", async () => {
  const { page, finish } = await open("dashboard", finding([{ title: "Bash", content: "the order of the door or the notes, not more" }]));
  await page.waitForSelector(".tiles");
  await page.fill("#query", '"""((( OR NOT *');
  await page.waitForSelector(".hit mark");
  assert.deepEqual(await page.locator(".hit mark").allInnerTexts(), ["or", "not"]);
  await page.fill("#query", "porpoise walrus not");
  await page.waitForSelector('.hits-note:has-text("Nothing close to “porpoise walrus not”; the nearest are:")');
  assert.doesNotMatch(await page.innerText(".hits"), /Nothing found/);
  await finish();
});

test("a search names a prompt as the timeline does, and shows the marked word on a phone", async () => {
  const far = `${"so many words before it ".repeat(12)} a lighthouse ${"and after it ".repeat(12)}`;
  const { page, finish } = await open("dashboard", {
    viewport: { width: 360, height: 740 },
    ...finding([
      { title: "prompt_submit", content: far, bm25Score: 3 },
      { sessionId: "memory", title: far.slice(0, 80), content: far, bm25Score: 3 },
    ]),
  });
  await page.waitForSelector(".tiles");
  await page.fill("#query", "lighthouses");
  await page.waitForSelector(".hit mark");
  assert.equal(await page.locator(".hit strong").first().innerText(), "Prompt");
  const unseen = await page.locator(".hit").evaluateAll((hits) =>
    hits.filter(
      (hit) =>
        ![...hit.querySelectorAll("mark")].some((mark) => {
          const [own, box] = [mark, mark.closest("p, strong")].map((node) => node.getBoundingClientRect());
          return own.bottom <= box.bottom + 1 && own.right <= box.right + 1;
        }),
    ).length,
  );
  assert.equal(unseen, 0, "each shows its word");
  await finish();
});

test("what was found and is forgotten elsewhere is no longer found", async () => {
  const word = unique();
  const memory = await remember(`The ferry ${word} leaves at dawn`);
  const { page, finish } = await open("dashboard");
  await page.waitForSelector(".tiles");
  await page.fill("#query", "the ferry leaves at dawn");
  await page.waitForSelector(`.hit strong:has-text("${word}")`);
  await rest("POST", "forget", { memoryId: memory.id });
  await page.waitForFunction((said) => !document.querySelector(".hits").textContent.includes(said), word);
  await finish();
});

test("what is remembered has a kind, and Ctrl and Enter send it", async () => {
  const word = unique();
  const { page, finish } = await open("memories");
  await page.click('.tools button:has-text("Remember")');
  await page.fill("dialog textarea", `Releases ${word} go out on Tuesdays`);
  const kinds = await page.locator('dialog select[name="type"] option').evaluateAll((all) => all.map((each) => each.value));
  assert.deepEqual(kinds, ["fact", "preference", "pattern", "architecture", "bug", "workflow"]);
  await page.selectOption('dialog select[name="type"]', "workflow");
  await page.focus("dialog textarea");
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(`.split-detail:has-text("${word}") .kind[data-kind="workflow"]`);
  await finish();
});

test("the list beside what a search found goes to it", async () => {
  const list = Array.from({ length: 200 }, (_, n) => ({ id: `m${n}`, title: `Note ${n}`, content: `Note ${n}`, type: "fact" }));
  const { page, finish } = await open("memories", {
    prepare: async (page) => {
      await page.route("**/agentmemory/memories**", (route) => route.fulfill({ json: { memories: list, total: 200 } }));
      await page.route("**/agentmemory/search", (route) =>
        route.fulfill({ json: [{ obsId: "m150", sessionId: "memory", bm25Score: 3, vectorScore: 0.9, combinedScore: 1, title: "Note 150", content: "Note 150", type: "fact" }] }),
      );
    },
  });
  const inSight = () =>
    page.evaluate(() => {
      const [row, place] = [document.getElementById("row-m150"), document.querySelector(".vlist")].map((each) => each?.getBoundingClientRect());
      return Boolean(row && row.top >= place.top && row.bottom <= place.bottom);
    });
  await page.waitForSelector(".vrow");
  assert.equal(await inSight(), false);
  await page.fill("#query", "note 150");
  await page.click(".hit");
  await page.waitForSelector('.vrow[aria-selected="true"]:has-text("Note 150")');
  assert.ok(await inSight());
  // The same where the tab is opened by it.
  await page.reload();
  await page.waitForSelector('.vrow[aria-selected="true"]:has-text("Note 150")');
  assert.ok(await inSight());
  await finish();
});
