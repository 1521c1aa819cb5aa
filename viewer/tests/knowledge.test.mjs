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
  await page.click('.split-detail button:has-text("Forget")');
  await page.click('dialog button:has-text("Keep it")');
  await page.click('.split-detail button:has-text("Forget")');
  await page.click('dialog button:has-text("Forget it")');
  await page.waitForSelector('.toast:has-text("Forgotten")');
  await page.waitForSelector(".list-note .none");
  assert.ok(!JSON.stringify(await rest("GET", "lessons?limit=1000")).includes(word), "gone");
  await finish();
});

test("a name at the edge of the graph is not cut off", async () => {
  const concept = unique();
  for (let n = 0; n < 4; n++)
    await remember(`About ${unique()} in one of them`, { project: `/${unique()}/rather-long-name-${n}`, concepts: [concept] });
  const prepare = async (page) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => {
      [window.named, window.cutOff] = [0, []];
      const draw = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, ...more) {
        const [wide, room] = [this.measureText(text).width, this.canvas.clientWidth];
        if (this.textAlign === "left" && wide < room / 3) {
          window.named++;
          if (x < 0 || x + wide > room + 1) window.cutOff.push(text);
        }
        return draw.call(this, text, x, ...more);
      };
    });
  };
  const { page, finish } = await open("graph", { viewport: { width: 390, height: 844 }, prepare });
  await page.waitForFunction(() => window.named > 0);
  // Moved aside, nodes come to lie at the edge itself.
  await page.mouse.move(20, 120);
  await page.mouse.down();
  for (let x = 40; x <= 380; x += 20) {
    await page.mouse.move(x, 120);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
  assert.deepEqual(await page.evaluate(() => window.cutOff), []);
  await finish();
});

test("the name of a region stands at its own folders, and goes out of sight with them", async () => {
  const { page, finish } = await open("dashboard");
  const told = await page.evaluate(async () => {
    const own = document.querySelector('script[type="module"]').src;
    const { Canvas } = await import(new URL("graph/canvas.js", own).href);
    // Two heaps far apart, and a few strays: the middle of all of them is nowhere.
    const places = Array.from({ length: 60 }, (_, i) => (i < 40 ? [i % 8, i >> 3] : [300 + (i % 4), 200 + (i >> 2)]));
    const nodes = places.map((_, i) => ({ label: `n${i}`, radius: 4 }));
    const model = { nodes, links: [], order: nodes.map((_, i) => i), neighbours: nodes.map(() => []) };
    model.regions = [{ name: "one/region", list: model.order.slice(0, 46) }];
    const node = document.createElement("canvas");
    Object.defineProperties(node, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
    const canvas = new Canvas(node, model);
    canvas.resize();
    const [x, y] = [0, 1].map((axis) => places.map((place) => place[axis] * 10));
    const drawn = (view) => {
      canvas.view = view;
      const names = [];
      canvas.pen.fillText = (text, sx, sy) => text === "one/region" && names.push([sx, sy]);
      canvas.draw(x, y, {});
      const far = ([sx, sy]) =>
        Math.min(...model.regions[0].list.map((i) => Math.hypot(canvas.toScreen(x[i], y[i])[0] - sx, canvas.toScreen(x[i], y[i])[1] - sy)));
      return names.map(far);
    };
    return [drawn({ x: 0, y: 0, scale: 0.5 }), drawn({ x: 0, y: 3_000, scale: 0.5 })];
  });
  assert.equal(told[0].length, 1);
  assert.ok(told[0][0] < 30, `${told[0][0]} px from the nearest folder`);
  assert.deepEqual(told[1], [], "none is in sight");
  await finish();
});

test("n_082 folders that share a concept or a parent are joined, others are not", async () => {
  const top = unique();
  const [one, two, three] = [`/${unique()}/one`, `/${unique()}/two`, `/${unique()}/three`];
  const [near, far] = [`/${top}/near`, `/${top}/far`];
  const concept = unique();
  await remember(`Something about ${unique()} in the first folder`, { project: one, concepts: [concept] });
  await remember(`Another thing ${unique()} that the second folder has`, { project: two, concepts: [concept] });
  await remember(`Nothing ${unique()} to do with either of those`, { project: three, concepts: [unique()] });
  await remember(`Beside ${unique()} it lies the other`, { project: near });
  await remember(`Across ${unique()} from its neighbour`, { project: far });
  const { page, finish } = await open("graph");
  await page.waitForSelector(".graph-canvas");
  const nearest = async (folder) => {
    await page.fill(".graph-side .filter input", folder);
    await page.click(`.row-button[title="${folder}"]`);
    await page.waitForSelector('.graph-side[data-shows="node"] h2');
    const rows = page.locator(".graph-side .detail-part .row-button");
    const titles = await rows.evaluateAll((all) => all.map((row) => row.title));
    await page.keyboard.press("Escape");
    await page.waitForSelector(".graph-side .filter");
    return titles;
  };
  const joined = await nearest(one);
  assert.ok(joined.includes(two), "a concept joins");
  assert.ok(!joined.includes(three), "nothing in common");
  assert.ok((await nearest(near)).includes(far), "a parent joins");
  assert.deepEqual(await nearest(three), []);
  await finish();
});

test("n_082 a folder has its own colour and keeps it", async () => {
  const folders = Array.from({ length: 6 }, () => `/${unique()}/${unique()}`);
  for (const project of folders) await remember(`Words ${unique()} about ${unique()}`, { project });
  const colours = async () => {
    const { nodes } = await rest("GET", "graph");
    return folders.map((folder) => nodes.find((node) => node.id === folder).color);
  };
  const first = await colours();
  for (const colour of first) assert.match(colour, /^#[0-9a-f]{6}$/);
  assert.equal(new Set(first).size, folders.length, "distinct");
  await remember(`Another folder ${unique()}`, { project: `/${unique()}/more` });
  assert.deepEqual(await colours(), first, "stable");
});

test("the number beside a folder says what it counts, and the panel agrees", async () => {
  const project = `/${unique()}/counted`;
  for (const n of [1, 2]) await remember(`Number ${n} ${unique()} ${unique()} of this folder`, { project });
  const { page, finish } = await open("graph");
  await page.waitForSelector(".graph-canvas");
  await page.fill(".graph-side .filter input", project);
  const row = page.locator(`.row-button[title="${project}"]`);
  assert.match(await row.innerText(), /2 kept/);
  await row.click();
  await page.waitForSelector('.graph-side:has-text("2 kept: 0 sessions and 2 memories.")');
  await finish();
});

test("no name of a column of the lessons is cut", async () => {
  await rest("POST", "lessons", { content: `Never sail by ${unique()} without a map` });
  const { page, finish } = await open("lessons");
  await page.waitForSelector(".vrow");
  const cut = await page.locator(".mrow-head span").evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
  assert.equal(cut, 0);
  await finish();
});
