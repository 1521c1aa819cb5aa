// What somebody typed is not lost, what others do is seen, and nothing is said that is not so.

import test from "node:test";
import assert from "node:assert/strict";
import { observe, open, remember, rest, unique } from "./page.mjs";

const PHONE = { width: 390, height: 800 };
const evolve = (memoryId, newContent) => rest("POST", "evolve", { memoryId, newContent });
/** As if the server were gone; what it gives back brings it back. */
async function down(page, what = "**/agentmemory/**") {
  await page.route(what, (route) => route.abort());
  return () => page.unroute(what);
}
const sureOf = (page, check, given) => page.waitForFunction(check, given, { timeout: 15_000 });

test("a slot that an agent changed meanwhile is not written over", async () => {
  const label = unique();
  await rest("POST", "slot", { label, content: "first", scope: "global" });
  const { page, finish } = await open("slots");
  const card = page.locator(`.slot[data-label="${label}"]`);
  await card.locator("textarea").fill("first, and mine");
  await rest("POST", "slot/append", { label, text: "the agent's line" });
  await card.locator('button:has-text("Save")').first().click();
  await card.locator(".clash", { hasText: "the agent's line" }).waitFor();
  assert.match((await rest("GET", `slot?label=${label}`)).slot.content, /the agent's line/, "still there");
  await card.locator('button:has-text("both")').click();
  await card.locator("footer button:has-text('Save')").click();
  await page.waitForSelector('.toast:has-text("Saved")');
  const { slot } = await rest("GET", `slot?label=${label}`);
  assert.equal(slot.content, "first, and mine\nthe agent's line");
  await finish();
});

test("a slot that changes between the look and the save is not written over either", async () => {
  const label = unique();
  await rest("POST", "slot", { label, content: "first", scope: "global" });
  // The browser itself notes the refusal, so the page is not asked to be silent.
  const { page } = await open("slots");
  const card = page.locator(`.slot[data-label="${label}"]`);
  await card.locator("textarea").fill("mine");
  let looks = 0;
  await page.route(
    (url) => url.pathname.endsWith("/agentmemory/slot"),
    async (route) => {
      if (looks++) return route.continue();
      const seen = await route.fetch();
      await rest("POST", "slot/append", { label, text: "just now" });
      return route.fulfill({ response: seen });
    },
  );
  await card.locator("footer button:has-text('Save')").click();
  await card.locator(".clash", { hasText: "just now" }).waitFor();
  assert.equal(await page.locator('.toast:has-text("Saved")').count(), 0);
  assert.equal((await rest("GET", `slot?label=${label}`)).slot.content, "first\njust now", "still there");
  await card.locator('button:has-text("mine")').click();
  await page.waitForSelector('.toast:has-text("Saved")');
  assert.equal((await rest("GET", `slot?label=${label}`)).slot.content, "mine");
  await page.context().close();
});

test("unsaved text of a slot outlives a change of tabs, and others' changes show where nobody types", async () => {
  const [typed, quiet] = [unique(), unique()];
  for (const label of [typed, quiet]) await rest("POST", "slot", { label, content: "before", scope: "global" });
  const { page, finish } = await open("slots");
  const text = (label) => page.locator(`.slot[data-label="${label}"] textarea`);
  await text(typed).fill("half a sentence");
  await page.click('.rail a[data-tab="lessons"]');
  await page.waitForSelector('[data-tab="lessons"].tab');
  await page.click('.rail a[data-tab="slots"]');
  await text(typed).waitFor();
  assert.equal(await text(typed).inputValue(), "half a sentence");
  await rest("POST", "slot/append", { label: quiet, text: "from outside" });
  await sureOf(
    page,
    (label) => document.querySelector(`.slot[data-label="${label}"] textarea`).value.includes("from outside"),
    quiet,
  );
  assert.equal(await text(typed).inputValue(), "half a sentence");
  await finish();
});

test("after a reload with a window open, Back leads where one came from, and Forward to no window", async () => {
  const { page, finish } = await open("dashboard");
  await page.waitForSelector(".tiles");
  await page.click('.rail a[data-tab="memories"]');
  await page.waitForSelector('[data-tab="memories"].tab');
  await page.click('.tools button:has-text("Remember")');
  await page.waitForSelector("dialog[open]");
  await page.reload();
  await page.waitForSelector('[data-tab="memories"].tab');
  await page.waitForFunction(() => !history.state?.window);
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.evaluate(() => history.back());
  await page.waitForSelector('[data-tab="dashboard"].tab');
  // A window that was closed by Back does not leave a step either.
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.evaluate(() => history.forward());
  await page.waitForFunction(() => !history.state?.window);
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await finish();
});

test("branches of the contents stay open when something is forgotten", async () => {
  const node = (id, level, children) => ({ id, level, title: `Of ${id}`, summary: "", events: 2, children, bullets: [] });
  let told = [node("y", "year", ["m"])];
  const prepare = async (page) => {
    await page.route("**/agentmemory/toc**", (route) => {
      const parent = new URL(route.request().url()).searchParams.get("parent");
      const nodes = { y: told, m: [node("d", "day", [])] }[parent] ?? [node("y", "year", ["m"])];
      return route.fulfill({ json: { nodes } });
    });
  };
  told = [node("m", "month", ["d"]), node("n", "month", [])];
  const memory = await remember(`The ferry ${unique()} leaves at nine`);
  const { page, finish } = await open("contents", { prepare });
  for (const id of ["y", "m"]) await page.click(`.tree-line[data-id="${id}"]`);
  await page.waitForSelector('.tree-line[data-id="d"]');
  told = [node("m", "month", ["d"])];
  await rest("POST", "forget", { memoryId: memory.id });
  await sureOf(page, () => !document.querySelector('.tree-line[data-id="n"]'));
  assert.equal(await page.locator('.tree-line[aria-expanded="true"]').count(), 2, "year and month");
  assert.ok(await page.locator('.tree-line[data-id="d"]').isVisible());
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), "m", "where one was");
  await finish();
});

test("slots of a folder are shown and made when it is chosen", async () => {
  const [project, label, made] = [`/tests/${unique()}`, unique(), unique()];
  await observe(unique(), { project, cwd: project });
  await rest("POST", "slot", { label, content: "of the folder", project });
  const { page, finish } = await open("slots");
  await page.waitForSelector(`.pick option[value="${project}"]`, { state: "attached" });
  assert.equal(await page.locator(`.slot[data-label="${label}"]`).count(), 0);
  await page.selectOption(".pick select", project);
  await page.waitForSelector(`.slot[data-label="${label}"]:has-text("in /tests/")`);
  await page.click('button:has-text("New slot")');
  await page.fill('dialog input[name="label"]', made);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector(`.slot[data-label="${made}"]`);
  const { slots } = await rest("GET", `slots?project=${encodeURIComponent(project)}`);
  assert.equal(slots.find((slot) => slot.label === made).project, project);
  await finish();
});

test("a memory that could not be saved stays in its window, with the reason", async () => {
  const word = unique();
  const { page } = await open("memories");
  await page.click('.tools button:has-text("Remember")');
  await page.fill("dialog textarea", `The well ${word} is deep`);
  const back = await down(page, "**/agentmemory/remember");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector('dialog .wrong:has-text("does not answer")');
  assert.equal(await page.inputValue("dialog textarea"), `The well ${word} is deep`);
  await back();
  await page.click("dialog button[type=submit]");
  await page.waitForSelector(`.split-detail:has-text("${word}")`);
  await page.context().close();
});

test("an edit that came too late keeps its text, shows the newer one and may follow it", async () => {
  const word = unique();
  const memory = await remember(`The bridge ${word} opens at one`);
  const { page } = await open(`memories/${memory.id}`);
  await page.click('.split-detail button:has-text("Edit")');
  await page.fill("dialog textarea", `The bridge ${word} opens at three`);
  await evolve(memory.id, `The bridge ${word} opens at two`);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector('dialog blockquote:has-text("at two")');
  assert.match(await page.inputValue("dialog textarea"), /at three/);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector('.split-detail:has-text("at three")');
  await page.context().close();
});

test("memories, lessons and actions of others appear while one looks", async () => {
  const word = unique();
  const { page, finish } = await open("memories");
  await page.waitForSelector('.live[data-state="live"]');
  await page.waitForFunction(() => !document.querySelector(".tab .waiting"));
  const seen = (text) => sureOf(page, (said) => document.querySelector(".tab").innerText.includes(said), text);
  await remember(`Gulls ${word} nest on the roof`);
  await seen(word);
  const tries = { lessons: { content: `Lesson ${word}` }, actions: { title: `Action ${word}` } };
  for (const [tab, body] of Object.entries(tries)) {
    await page.click(`.rail a[data-tab="${tab}"]`);
    await page.waitForSelector(`[data-tab="${tab}"].tab`);
    await page.waitForFunction(() => !document.querySelector(".tab .waiting"));
    await rest("POST", tab, body);
    await seen(word);
  }
  await finish();
});

test("when the server is back, so is the page", async () => {
  await remember(`Something ${unique()} to list`);
  let gone = true;
  const { page } = await open("memories", {
    prepare: async (page) => {
      await page.routeWebSocket(/stream/, (socket) => (gone ? socket.close() : socket.connectToServer()));
      await page.route(/agentmemory|tabs\/lessons/, (route) => (gone ? route.abort() : route.fallback()));
    },
  });
  await page.waitForSelector(".tab .failed");
  await page.click('.rail a[data-tab="lessons"]');
  await page.waitForSelector('.failed:has-text("did not send this part")');
  await page.click('.rail a[data-tab="memories"]');
  await page.waitForSelector('.live[data-state="offline"]');
  gone = false;
  await sureOf(page, () => document.querySelector(".vrow") && !document.querySelector(".tab .failed, .tab .stale"));
  await page.click('.rail a[data-tab="lessons"]');
  await page.waitForSelector('[data-tab="lessons"] .tools, [data-tab="lessons"] .failed button');
  if (await page.locator(".failed button").count()) await page.click(".failed button");
  await page.waitForSelector('[data-tab="lessons"] .tools');
  await page.context().close();
});

test("a search for what nobody said finds nothing close, and says so", async () => {
  await remember(`The tower clock ${unique()} stands still`);
  const { page, finish } = await open("dashboard", {
    prepare: (page) =>
      page.route("**/agentmemory/search", (route) =>
        route.fulfill({
          json: [
            { obsId: "a", sessionId: "s", bm25Score: 0, vectorScore: 0.21, graphScore: 0, combinedScore: 0.016, title: "Edit", content: "where it is" },
          ],
        }),
      ),
  });
  await page.waitForSelector(".tiles");
  await page.fill("#query", "zzqqxx nothing here");
  await page.waitForSelector('.hits-note:has-text("Nothing close")');
  const hit = page.locator(".hit.weak");
  assert.match(await hit.innerText(), /Says 0 of 3 words; 21 % alike/);
  const part = await hit.locator('.bar[aria-label^="meaning"] i').evaluate((bar) => bar.style.getPropertyValue("--part"));
  assert.equal(part, "0.21", "of all there could be, not of the best");
  await finish();
});

test("actions, contents and the audit fit a phone", async () => {
  const word = unique();
  await rest("POST", "actions", { title: `Write the runbook of the importer and send it round ${word}`, tags: ["ops"] });
  const { page, finish } = await open("actions", { viewport: PHONE });
  const title = await page.locator(".action strong", { hasText: word }).boundingBox();
  const card = await page.locator(".action", { hasText: word }).boundingBox();
  assert.ok(title.width > card.width * 0.6, `${title.width} of ${card.width}`);
  await page.goto(page.url().replace(/#.*/, "#/audit"));
  await page.waitForSelector(".audit tr td");
  const beyond = await page.evaluate(() => {
    const place = document.querySelector(".table-wrap");
    return place.scrollWidth - place.clientWidth;
  });
  assert.ok(beyond <= 1, `${beyond} pixels of the audit lie beyond the edge`);
  await finish();
});

test("deep contents stay on a phone, and many sources are one chip", async () => {
  const levels = ["Year", "Month", "Week", "Day", "Segment"];
  const node = (depth) => ({
    id: String(depth),
    level: levels[depth],
    title: `${levels[depth]} with a rather long name of its own, Saturday 14 November 2026`,
    events: 849,
    children: depth < 4 ? [String(depth + 1)] : [],
    bullets: depth < 4 ? [] : [{ text: "We decided it", grips: Array.from({ length: 14 }, (_, n) => `g${n}`) }],
  });
  const { page, finish } = await open("contents", {
    viewport: PHONE,
    prepare: async (page) => {
      await page.route(/agentmemory\/toc/, (route) => {
        const parent = new URL(route.request().url()).searchParams.get("parent");
        return route.fulfill({ json: { nodes: [node(parent === null ? 0 : Number(parent) + 1)] } });
      });
      await page.route(/agentmemory\/grip/, (route) =>
        route.fulfill({ json: { events: [{ id: "e1", content: "said once", created_at: "2026-01-01T00:00:00Z" }] } }),
      );
    },
  });
  for (const level of levels) await page.locator(".tree-line", { hasText: `${level} with` }).click();
  await page.waitForSelector("button.grip");
  const beyond = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll(".tree-line *")].map((each) => each.getBoundingClientRect().right)),
  );
  assert.ok(beyond <= PHONE.width, `${beyond} is beyond the edge`);
  assert.deepEqual(await page.locator("button.grip").allInnerTexts(), ["14 sources"]);
  await page.click("button.grip");
  await page.waitForSelector(".said.own");
  assert.equal(await page.locator(".said").count(), 1, "nothing twice");
  await finish();
});

test("an empty newest session hides neither the replay nor the timeline", async () => {
  const [full, project] = [unique(), "/tests/viewer"];
  await observe(full, { hookType: "prompt_submit", data: { prompt: `about ${full}` } });
  for (let n = 0; n < 6; n++) await rest("POST", "session/start", { sessionId: unique(), project, cwd: project });
  const { page, finish } = await open("replay");
  await page.waitForSelector(".events li");
  await page.goto(page.url().replace(/#.*/, "#/timeline"));
  await page.waitForSelector(`.obs:has-text("${full}")`);
  await finish();
});

test("a doubted memory says so on its own page", async () => {
  const memory = await remember(`The ${unique()} closes at eight`);
  const { page, finish } = await open(`memories/${memory.id}`);
  await page.click('.split-detail button:has-text("Doubt")');
  await page.waitForSelector(".detail-head .doubted a");
  await finish();
});

test("the dashboard counts what is active, and the graph as the graph tab does", async () => {
  const top = unique();
  for (const name of ["one", "two"]) await remember(`Words ${unique()} ${name}`, { project: `/${top}/${name}` });
  const old = { id: "o", status: "active", startedAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", observationCount: 1 };
  const { page, finish } = await open("dashboard", {
    prepare: (page) => page.route("**/agentmemory/sessions", (route) => route.fulfill({ json: { sessions: [old] } })),
  });
  await page.waitForSelector(".tiles");
  assert.match(await page.innerText('.tile:has-text("Sessions")'), /none active in the last hour/);
  const { nodes } = await rest("GET", "graph");
  assert.match(await page.innerText('.tile a[href="#/graph"]'), new RegExp(`${nodes.length}[\\s\\S]*links`));
  await finish();
});

test("a slot shows what the server kept, says that a secret was taken out, and when it was saved", async () => {
  const [label, secret] = [unique(), "ghp_abcdefghijklmnopqrstuvwxyz0123456789"];
  const { slot } = await rest("POST", "slot", { label, content: "first", scope: "global" });
  const long = { ...slot, updatedAt: "2026-01-01T00:00:00Z" };
  let saved = false;
  const { page, finish } = await open("slots", {
    prepare: (page) =>
      page.route(/agentmemory\/slots?(\?|$)/, async (route) => {
        if (saved) return route.continue();
        const answer = await route.fetch();
        const told = await answer.json();
        const aged = (each) => (each.label === label ? { ...each, updatedAt: long.updatedAt } : each);
        return route.fulfill({ json: told.slot ? { ...told, slot: aged(told.slot) } : { ...told, slots: told.slots.map(aged) } });
      }),
  });
  const card = page.locator(`.slot[data-label="${label}"]`);
  assert.equal(await card.locator("time").getAttribute("datetime"), long.updatedAt);
  await card.locator("textarea").fill(`The key is ${secret} for now`);
  await page.route("**/agentmemory/slot/replace", (route) => {
    saved = true;
    return route.continue();
  });
  await card.locator("footer button:has-text('Save')").click();
  await page.waitForSelector('.toast:has-text("without the secret")');
  assert.equal(await card.locator("textarea").inputValue(), "The key is [REDACTED_SECRET] for now");
  assert.match(await card.innerText(), /A secret was taken out/);
  assert.doesNotMatch(await card.innerText(), /not saved/);
  assert.match(await card.locator("time").innerText(), /just now/);
  assert.ok(!(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).includes(secret), "no draft of it either");
  await card.locator("textarea").fill("Nothing to hide");
  await card.locator("footer button:has-text('Save')").click();
  await page.waitForSelector('.toast:has-text("Saved.")');
  assert.ok(await card.locator(".slot-taken").isHidden(), "said once, of that text");
  await finish();
});

test("an action is edited, and its tags stand below its title", async () => {
  const word = unique();
  const { action } = await rest("POST", "actions", { title: `Water ${word}`, priority: 2, tags: ["garden"] });
  const { page, finish } = await open("actions");
  const row = page.locator(".action", { hasText: word });
  await row.waitFor();
  const [title, tag] = [await row.locator("strong").boundingBox(), await row.locator(".tag").boundingBox()];
  assert.ok(tag.y >= title.y + title.height, `${tag.y} below ${title.y + title.height}`);
  await row.locator('[aria-label^="Edit"]').click();
  await rest("PATCH", `actions/${action.id}`, { description: "an agent's word" });
  await page.fill('dialog input[name="title"]', `Water ${word} twice`);
  await page.fill('dialog input[name="priority"]', "9");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector(`.action:has-text("${word} twice")`);
  const now = (await rest("GET", "actions")).actions.find((each) => each.id === action.id);
  assert.deepEqual([now.title, now.priority, now.description], [`Water ${word} twice`, 9, "an agent's word"]);
  await finish();
});

test("j, k and Enter go through the contents", async () => {
  const node = (id, children) => ({ id, level: "Year", title: `Of ${id}`, summary: "", events: 1, children, bullets: [] });
  const inside = { a: [node("a1", []), node("a2", [])] };
  const { page, finish } = await open("contents", {
    prepare: (page) =>
      page.route("**/agentmemory/toc**", (route) => {
        const parent = new URL(route.request().url()).searchParams.get("parent");
        return route.fulfill({ json: { nodes: inside[parent] ?? [node("a", ["a1"]), node("b", [])] } });
      }),
  });
  await page.waitForSelector(".tree-line");
  const at = () => page.evaluate(() => document.activeElement.dataset.id);
  const pressed = async (key) => {
    await page.keyboard.press(key);
    return at();
  };
  assert.equal(await pressed("j"), "a");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.tree-line[data-id="a1"]');
  assert.deepEqual([await pressed("j"), await pressed("j"), await pressed("j"), await pressed("k")], ["a1", "a2", "b", "a2"]);
  await finish();
});

test("the dashboard says of changes and facts what is so", async () => {
  const entry = (n, operation) => ({ id: `aud_${n}`, operation, timestamp: new Date().toISOString(), userId: "me", targetIds: [] });
  const entries = [...Array.from({ length: 20 }, (_, n) => entry(50 - n, "recall")), entry(2, "remember")];
  const { page, finish } = await open("dashboard", {
    prepare: async (page) => {
      await page.route("**/agentmemory/audit**", (route) => route.fulfill({ json: { entries } }));
      await page.route("**/agentmemory/semantic", (route) => route.fulfill({ json: { items: [], total: 0 } }));
    },
  });
  const card = (title) => page.locator(".card", { has: page.locator(`h2:text-is("${title}")`) });
  await card("Recent changes").waitFor();
  assert.deepEqual(await card("Recent changes").locator("strong").allInnerTexts(), ["remember"]);
  assert.doesNotMatch(await card("Facts").innerText(), /agree/);
  await finish();
});
