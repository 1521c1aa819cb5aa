// The page itself: its tabs, its keys, its looks, and what it never does.

import test from "node:test";
import assert from "node:assert/strict";
import { BASE, TOKEN, observe, open, remember, unique } from "./page.mjs";

const TABS = ["dashboard", "sessions", "memories", "graph", "timeline", "lessons", "slots", "replay"];

test("n_006 the page carries no secret and a strict policy", async () => {
  const answer = await fetch(`${BASE}/viewer`);
  const body = await answer.text();
  const policy = answer.headers.get("content-security-policy") ?? "";
  assert.equal(answer.status, 200);
  assert.match(policy, /default-src 'none'|default-src 'self'/);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/);
  assert.doesNotMatch(body, / on\w+=|<script>[^<]/);
  if (TOKEN) assert.ok(!body.includes(TOKEN));
});

test("n_080 the page needs a number that is used once, and says which", async () => {
  const seen = new Set();
  for (const path of ["/", "/viewer", "/agentmemory/viewer"]) {
    const answer = await fetch(`${BASE}${path}`);
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(answer.headers.get("content-security-policy"))?.[1];
    assert.equal(answer.status, 200, path);
    assert.ok((await answer.text()).includes(`nonce="${nonce}"`), path);
    seen.add(nonce);
  }
  assert.equal(seen.size, 3, "never twice");
});

test("n_080 eight tabs open without a complaint and without asking elsewhere", async () => {
  const { page, finish } = await open("dashboard");
  for (const tab of TABS) {
    await page.click(`.rail a[data-tab="${tab}"]`);
    await page.waitForSelector(`[data-tab="${tab}"].tab`);
    await page.waitForFunction(() => !document.querySelector(".tab .waiting"));
    assert.equal(await page.locator(".tab .failed").count(), 0, tab);
    assert.equal(await page.locator(".rail a[aria-current]").getAttribute("data-tab"), tab);
  }
  await finish();
});

test("number keys open tabs, the question mark shows keys, escape closes, the slash searches", async () => {
  const { page, finish } = await open("dashboard");
  await page.waitForSelector(".tiles");
  await page.keyboard.press("3");
  await page.waitForSelector('[data-tab="memories"].tab');
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open] .keys");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "query");
  await finish();
});

test("the theme follows the system until somebody chooses", async () => {
  const { page, finish } = await open("slots", { colorScheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.waitForSelector(".slots");
  const dark = await paper();
  await page.keyboard.press("t");
  assert.notEqual(await paper(), dark);
  await page.reload();
  await page.waitForSelector(".slots");
  assert.notEqual(await paper(), dark, "the choice is kept");
  await finish();
});

test("nothing is wider than a phone", async () => {
  await remember(`a long word ${"x".repeat(300)} ${unique()}`);
  const { page, finish } = await open("dashboard", { viewport: { width: 360, height: 740 } });
  for (const tab of TABS) {
    await page.evaluate((name) => {
      location.hash = `/${name}`;
    }, tab);
    await page.waitForSelector(`[data-tab="${tab}"].tab`);
    await page.waitForFunction(() => !document.querySelector(".tab .waiting"));
    const wide = await page.evaluate(() =>
      Math.max(document.documentElement.scrollWidth, document.querySelector(".tab").scrollWidth),
    );
    assert.ok(wide <= 360, `${tab} is ${wide} wide`);
  }
  await finish();
});

test("no cell of the dashboard is blank, and a bar that scrolls shows half a tab", async () => {
  await observe(unique());
  for (const width of [390, 820, 900, 1000, 1280]) {
    const { page, finish } = await open("dashboard", { viewport: { width, height: 800 } });
    await page.waitForSelector(".tiles");
    const ends = await page.evaluate(() => {
      const place = document.querySelector(".tiles").getBoundingClientRect();
      const rows = new Map();
      for (const tile of document.querySelectorAll(".tile")) {
        const at = tile.getBoundingClientRect();
        rows.set(at.top, Math.max(rows.get(at.top) ?? 0, at.right));
      }
      return [...rows.values()].map((right) => Math.abs(place.right - right));
    });
    assert.ok(
      ends.every((short) => short <= 2),
      `${width}: rows end ${ends} before the edge`,
    );
    const cut = await page.evaluate(() => {
      const rail = document.querySelector(".rail");
      const edge = rail.getBoundingClientRect().right;
      const shown = [...rail.querySelectorAll("li")].map((li) => {
        const at = li.getBoundingClientRect();
        return (edge - at.left) / at.width;
      });
      return rail.scrollWidth > rail.clientWidth ? shown.find((part) => part > 0 && part < 1) : 0.5;
    });
    assert.ok(cut > 0.25 && cut < 0.75, `${width}: ${cut} of a tab is seen at the edge`);
    await finish();
  }
});

test("a refused token is asked for again, and kept for the session only", async () => {
  const good = TOKEN || "good-token";
  const prepare = (page) =>
    TOKEN
      ? undefined
      : page.route("**/agentmemory/**", (route) =>
          route.request().headers().authorization === `Bearer ${good}`
            ? route.continue()
            : route.fulfill({ status: 401, contentType: "application/json", body: '{"error":"Unauthorized"}' }),
        );
  const { page } = await open("slots", { token: "", prepare });
  await page.click('dialog button:has-text("Not now")');
  await page.waitForSelector(".failed");
  assert.equal(await page.locator("dialog[open]").count(), 0, "not asked again by itself");
  await page.reload();
  await page.fill("#token", "not-this-one");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog .wrong");
  await page.fill("#token", good);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector(".slot");
  assert.equal(await page.evaluate(() => sessionStorage.getItem("mneme-token")), good);
  assert.ok(!(await page.content()).includes(good));
  assert.ok(!page.url().includes(good));
  await page.context().close();
});

test("without a token one request is made, and none behind the window that asks for it", async () => {
  const asked = [];
  const { page } = await open("dashboard", {
    token: "",
    prepare: async (page) => {
      await page.clock.install();
      // Accepted and then closed, as a server does that wants a token.
      await page.routeWebSocket(/stream/, (socket) => {
        asked.push("stream");
        socket.close();
      });
      await page.route("**/agentmemory/**", (route) => {
        const path = new URL(route.request().url()).pathname.split("/").pop();
        asked.push(path);
        if (route.request().headers().authorization === "Bearer good-token") return route.fulfill({ json: {} });
        return path === "health" ? route.fulfill({ json: {} }) : route.fulfill({ status: 401, json: { error: "Unauthorized" } });
      });
    },
  });
  /** Every timer of the page comes round several times; what they ask for is asked before the page answers. */
  const round = async () => {
    await page.clock.runFor(30_000);
    await page.evaluate(() => fetch(location.pathname));
  };
  await page.waitForSelector("dialog[open] #token");
  await round();
  assert.equal(asked.length, 1, asked.join());
  await page.fill("#token", "not-this-one");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog .wrong");
  assert.equal(asked.length, 2, asked.join());
  await page.click('dialog button:has-text("Not now")');
  await page.waitForSelector(".failed");
  await round();
  assert.equal(asked.length, 2, asked.join());
  await page.click(".failed button");
  await page.fill("#token", "good-token");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector(".tiles");
  assert.ok(asked.includes("stream") && asked.includes("audit"), "now the page lives");
  await page.context().close();
});

test("a server that fails is told in words, never by a blank page", async () => {
  const prepare = (page) =>
    page.route("**/agentmemory/memories**", (route) =>
      route.fulfill({ status: 500, contentType: "application/json", body: '{"error":"the disk is full"}' }),
    );
  const { page } = await open("memories", { prepare });
  await page.waitForSelector(".failed");
  assert.match(await page.innerText(".failed"), /The disk is full/);
  await page.unroute("**/agentmemory/memories**");
  await page.click(".failed button");
  await page.waitForFunction(() => !document.querySelector(".failed"));
  await page.context().close();
});

test("a link of mneme view opens the page once", { skip: !process.env.VIEWER_LINK }, async () => {
  const { page, finish } = await open("", { token: "", url: process.env.VIEWER_LINK });
  await page.waitForSelector(".tiles");
  assert.ok(await page.evaluate(() => sessionStorage.getItem("mneme-token")));
  assert.ok(!page.url().includes("enter"), page.url());
  await page.click('.rail a[data-tab="memories"]');
  await page.waitForFunction(() => !document.querySelector(".tab .waiting"));
  await finish();
  const again = await open("", { token: "", url: process.env.VIEWER_LINK });
  await again.page.waitForSelector('.toast:has-text("used")');
  await again.page.context().close();
});

test("the contents lead from a year to what was said", { skip: !process.env.VIEWER_CONTENTS }, async () => {
  const { page, finish } = await open("contents");
  for (let level = 0; level < 5; level++) {
    await page.locator('.tree-line[aria-expanded="false"]').last().click();
    await page.waitForFunction(() => !document.querySelector(".tree .waiting"));
  }
  await page.locator("button.grip").first().click();
  await page.waitForSelector(".grip-source .said.own");
  await finish();
});

test("every tab has a key, and the page of keys names them", async () => {
  const { page, finish } = await open("dashboard");
  await page.waitForSelector(".tiles");
  const keys = await page.locator(".rail a").evaluateAll((all) => all.map((a) => [a.dataset.tab, a.querySelector("kbd").textContent]));
  assert.equal(new Set(keys.map(([, key]) => key)).size, 12);
  for (const [tab, key] of keys) {
    await page.keyboard.press(key);
    await page.waitForSelector(`[data-tab="${tab}"].tab`);
  }
  await page.keyboard.press("?");
  assert.match(await page.innerText("dialog .keys"), /Audit, Contents, Review/);
  await finish();
});

test("the dashboard counts every memory, not those it was sent first", async () => {
  for (const [sent, total] of [[300, 300], [300, 1234]]) {
    const list = Array.from({ length: sent }, (_, n) => ({ id: `m${n}`, title: `m${n}`, content: `m${n}`, type: "fact" }));
    const prepare = (page) =>
      page.route("**/agentmemory/memories**", (route) => route.fulfill({ json: { memories: list, total } }));
    const { page, finish } = await open("dashboard", { prepare });
    const tile = page.locator('.tile:has-text("Memories")');
    await tile.waitFor();
    assert.match(await tile.innerText(), new RegExp(`${total.toLocaleString("en")}\\s+latest versions`));
    await finish();
  }
});
