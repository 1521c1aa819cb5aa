// Lists that are not whole say so, what lies over something leaves room, and what was there stays when the server is gone.

import test from "node:test";
import assert from "node:assert/strict";
import { observe, open, remember, rest, unique } from "./page.mjs";

const PHONE = { width: 390, height: 844 };
const NOW = "2026-01-01T00:00:00Z";
/** As if the server were gone. */
const down = (page) => page.route("**/agentmemory/**", (route) => route.abort());

const action = { id: "act_1", title: "Oil the hinge", status: "pending", priority: 1, createdAt: NOW, updatedAt: NOW };
const lesson = { id: "lsn_1", content: "Oil the hinge", confidence: 0.5, source: "manual", createdAt: NOW, updatedAt: NOW };
const doubt = { review_key: "review:m", queue_kind: "candidate", preview: "The hinge is new", trust_score: 0.5, age_hours: 1 };

test("a list that is not whole says how many more there are", async () => {
  for (const [tab, told] of [
    ["actions", { actions: [action], total: 38 }],
    ["actions", { actions: [action], leftOut: 37 }],
    ["lessons", { lessons: [lesson], total: 38 }],
    ["review", { items: [doubt], summary: { pending: 38 } }],
  ]) {
    const { page, finish } = await open(tab, {
      prepare: (page) => page.route(new RegExp(`agentmemory/${tab}(\\?|$)`), (route) => route.fulfill({ json: told })),
    });
    await page.waitForSelector('.beyond:has-text("and 37 more")');
    await finish();
  }
});

test("a list that is whole says nothing of more", async () => {
  await rest("POST", "actions", { title: `Oil the hinge ${unique()}` });
  const { page, finish } = await open("actions");
  await page.waitForSelector(".action");
  assert.equal(await page.locator(".beyond").count(), 0);
  await finish();
});

test("an import names the files that were left out", async () => {
  const told = { imported: 1, observations: 2, leftOut: [{ file: "/t/broken.jsonl", error: "line 3 is no JSON" }] };
  const { page, finish } = await open("replay", {
    prepare: (page) => page.route("**/replay/import-jsonl", (route) => route.fulfill({ json: told })),
  });
  await page.click('button:has-text("Import JSONL")');
  await page.click("dialog button[type=submit]");
  await page.waitForSelector('.toast:has-text("1 file left out")');
  const window = page.locator("dialog[open]", { hasText: "Left out" });
  await window.waitFor();
  assert.match(await window.innerText(), /broken\.jsonl[\s\S]*line 3 is no JSON/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await finish();
});

test("no folder of the graph lies under the buttons of a phone", async () => {
  for (let n = 0; n < 12; n++) await remember(`Stone ${unique()} number ${n}`, { project: `/${unique()}/stone-${n}` });
  const { page, finish } = await open("graph", {
    viewport: PHONE,
    prepare: async (page) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.addInitScript(() => {
        // Folders in all four corners, as a layout may have them.
        window.Worker = class extends EventTarget {
          postMessage({ act, count }) {
            if (act !== "start") return;
            const corner = (n) => (n % 2 ? 400 : 0);
            const x = Float32Array.from({ length: count }, (_, n) => corner(n));
            const y = Float32Array.from({ length: count }, (_, n) => corner(n >> 1));
            queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: { x, y, calm: true } })));
          }
          terminate() {}
        };
        window.discs = [];
        const [clear, arc] = [CanvasRenderingContext2D.prototype.clearRect, CanvasRenderingContext2D.prototype.arc];
        CanvasRenderingContext2D.prototype.clearRect = function (...area) {
          window.discs = [];
          return clear.apply(this, area);
        };
        CanvasRenderingContext2D.prototype.arc = function (x, y, size, ...more) {
          window.discs.push({ x, y, size });
          return arc.call(this, x, y, size, ...more);
        };
      });
    },
  });
  await page.waitForFunction(() => window.discs.length >= 12);
  await page.click('button[aria-label="See everything"]');
  const covered = await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const field = document.querySelector(".graph-canvas").getBoundingClientRect();
    const over = [".graph-buttons", ".graph-note"].map((name) => document.querySelector(name).getBoundingClientRect());
    const under = ({ x, y, size }) =>
      over.some(
        (box) =>
          field.left + x + size > box.left &&
          field.left + x - size < box.right &&
          field.top + y + size > box.top &&
          field.top + y - size < box.bottom,
      );
    const inside = window.discs.filter(({ x, y }) => x >= 0 && y >= 0 && x <= field.width && y <= field.height);
    return { all: inside.length, under: window.discs.filter(under).length };
  });
  assert.ok(covered.all >= 12, `${covered.all} in sight`);
  assert.equal(covered.under, 0);
  await finish();
});

test("what was there stays in sight when the server is gone", async () => {
  const word = unique();
  await observe(unique(), { hookType: "prompt_submit", project: `/${word}/here`, data: { prompt: `about ${word}` } });
  for (const [tab, there, said] of [
    ["dashboard", ".tiles", ".stale"],
    ["timeline", `.obs:has-text("${word}")`, '.toast:has-text("does not answer")'],
    ["graph", ".graph-canvas", '.toast:has-text("does not answer")'],
  ]) {
    const { page } = await open(tab);
    await page.waitForSelector(there);
    await down(page);
    await page.keyboard.press("r");
    await page.waitForSelector(said);
    assert.equal(await page.locator(".failed").count(), 0, tab);
    assert.ok(await page.locator(there).first().isVisible(), tab);
    await page.context().close();
  }
});

test("contents somebody reads stay when looking again fails", async () => {
  const year = { id: "y", level: "year", title: "The year", events: 2, children: [], bullets: [] };
  let gone = false;
  const { page } = await open("contents", {
    prepare: (page) =>
      page.route(/agentmemory\/toc/, (route) => (gone ? route.abort() : route.fulfill({ json: { nodes: [year] } }))),
  });
  await page.waitForSelector('.tree-line[data-id="y"]');
  gone = true;
  await page.keyboard.press("r");
  await page.waitForSelector(".stale");
  assert.ok(await page.locator('.tree-line[data-id="y"]').isVisible());
  gone = false;
  await page.keyboard.press("r");
  await page.waitForFunction(() => !document.querySelector(".stale"));
  await page.context().close();
});

test("a search that failed leaves nothing behind that Enter would open", async () => {
  const word = unique();
  await remember(`The lighthouse ${word} is white`);
  const { page } = await open("dashboard");
  await page.waitForSelector(".tiles");
  await page.fill("#query", word);
  await page.waitForSelector(".hit");
  await page.route("**/agentmemory/search", (route) => route.abort());
  await page.fill("#query", `${word} white`);
  await page.waitForSelector('.hits-note:has-text("does not answer")');
  await page.keyboard.press("Enter");
  assert.match(await page.evaluate(() => location.hash), /^(#\/dashboard)?$/);
  await page.context().close();
});

test("an action that could not be changed is not shown as changed", async () => {
  const title = `Oil the hinge ${unique()}`;
  await rest("POST", "actions", { title });
  const { page } = await open("actions");
  const choice = page.locator(".action", { hasText: title }).locator("select");
  await choice.waitFor();
  await page.route("**/agentmemory/actions/*", (route) => route.abort());
  await choice.selectOption("completed");
  await page.waitForSelector('.toast:has-text("does not answer")');
  await page.waitForFunction(
    (name) => document.querySelector(`select[aria-label="Status of ${name}"]`).value === "pending",
    title,
  );
  await page.context().close();
});

test("a lesson that was forgotten leaves what a search found", async () => {
  const word = unique();
  const { lesson: made } = await rest("POST", "lessons", { content: `Never swim by ${word} alone` });
  await rest("POST", "lessons", { content: `Always row by ${unique()} together` });
  const { page, finish } = await open("lessons");
  await page.waitForFunction(() => document.querySelectorAll(".vrow").length > 1);
  await page.fill(".filter input", word);
  await page.waitForFunction(() => document.querySelectorAll(".vrow").length === 1);
  await rest("POST", "forget", { memoryId: made.id });
  await page.waitForFunction(() => !document.querySelector(".vrow"), null, { timeout: 15_000 });
  await finish();
});

test("what is older and did not come can be asked for again", async () => {
  const all = Array.from({ length: 250 }, (_, n) => ({
    id: `o${n}`,
    sessionId: "s",
    timestamp: new Date(Date.parse(NOW) - n * 60_000).toISOString(),
    type: "other",
    title: `Step ${n}`,
  }));
  const until = (anchor) => {
    const at = all.findIndex((each) => each.id === anchor);
    return at < 0 ? all.slice(0, 200) : all.slice(at, at + 201);
  };
  let gone = false;
  const { page } = await open("timeline", {
    prepare: (page) =>
      page.route("**/agentmemory/timeline", (route) =>
        gone ? route.abort() : route.fulfill({ json: { observations: until(route.request().postDataJSON().anchor).reverse() } }),
      ),
  });
  await page.click('.stream-more button:has-text("Show older")');
  gone = true;
  await page.click('.stream-more button:has-text("Load older")');
  await page.waitForSelector('.toast:has-text("does not answer")');
  gone = false;
  await page.click('.stream-more button:has-text("Load older")');
  await page.waitForSelector('.obs:has-text("Step 249")');
  assert.equal(await page.locator(".obs").count(), 250, "each once");
  await page.waitForSelector('.stream-more:has-text("where it begins")');
  await page.context().close();
});

test("whoever reads a list is left where they are when it changes", async () => {
  const steps = { name: "Tune the turbine", frequency: 2, steps: ["Listen", "Turn the screw"] };
  const { page, finish } = await open("dashboard", {
    prepare: (page) => page.route("**/agentmemory/procedural", (route) => route.fulfill({ json: { items: [steps], total: 1 } })),
  });
  const summary = page.locator(".steps summary");
  await summary.click();
  const word = unique();
  const before = await page.innerText('.tile a[href="#/memories"] strong');
  await remember(`Something ${word} to count`);
  await page.waitForFunction(
    (count) => document.querySelector('.tile a[href="#/memories"] strong').innerText !== count,
    before,
    { timeout: 15_000 },
  );
  assert.ok(await page.locator(".steps").evaluate((node) => node.open), "still open");
  assert.ok(await summary.evaluate((node) => node === document.activeElement), "and where one was");
  await finish();
});

test("what was found closes when the keyboard goes on", async () => {
  const word = unique();
  await remember(`The windmill ${word} turns`);
  const { page, finish } = await open("dashboard");
  await page.waitForSelector(".tiles");
  await page.fill("#query", word);
  await page.waitForSelector(".hit");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector("#hits").hidden);
  // A hit is still opened by a click.
  await page.focus("#query");
  await page.click(".hit");
  await page.waitForSelector(`.split-detail:has-text("${word}")`);
  await finish();
});

test("what was found closes also where it is more than fits", async () => {
  const hits = Array.from({ length: 20 }, (_, n) => ({ obsId: `o${n}`, sessionId: "s", bm25Score: 2, vectorScore: 0.8, combinedScore: 1, title: "Edit", content: `windmill ${n}` }));
  const { page, finish } = await open("dashboard", {
    prepare: (page) => page.route("**/agentmemory/search", (route) => route.fulfill({ json: hits })),
  });
  await page.waitForSelector(".tiles");
  await page.fill("#query", "windmill");
  await page.waitForSelector(".hit");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector("#hits").hidden);
  await finish();
});
