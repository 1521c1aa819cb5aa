// How quick the page is with much to show: figures for docs/performance.md. Fills the server it is pointed at.
// VIEWER_URL=… MEMORIES=10000 FOLDERS=1000 node viewer/tests/measure.mjs; FILLED=1 where it is full already.

import { createRequire } from "node:module";
import { BASE, fromDisk, program, remember, unique } from "./page.mjs";

const { chromium } = createRequire(import.meta.url)("playwright-core");
const MEMORIES = Number(process.env.MEMORIES ?? 10_000);
const FOLDERS = Number(process.env.FOLDERS ?? 1_000);
const AT_ONCE = 32;

const folder = (n) => `/code/area${n % 12}/part${n % 97}/folder${n}`;
const words = () => Array.from({ length: 8 }, unique).join(" ");

async function fill() {
  let next = 0;
  const work = async () => {
    for (let n = next++; n < MEMORIES; n = next++)
      await remember(words(), { project: folder(n % FOLDERS), concepts: [`concept${n % 60}`] });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Times between frames while something is done in each. */
function frames(page, ms, act) {
  return page.evaluate(
    async ([ms, act]) => {
      const step = { none: () => {}, scroll: () => (document.querySelector(".vlist").scrollTop += 300), zoom }[act];
      function zoom(n) {
        const at = { deltaY: n % 60 < 30 ? -20 : 20, clientX: 500, clientY: 400, cancelable: true };
        document.querySelector(".graph-canvas").dispatchEvent(new WheelEvent("wheel", at));
      }
      const seen = [];
      let last = performance.now();
      const end = last + ms;
      await new Promise((done) => {
        const tick = (now) => {
          seen.push(now - last);
          last = now;
          step(seen.length);
          now < end ? requestAnimationFrame(tick) : done();
        };
        requestAnimationFrame(tick);
      });
      seen.sort((a, b) => a - b);
      const at = (part) => Math.round(seen[Math.floor((seen.length - 1) * part)] * 10) / 10;
      return { frames: seen.length, p50: at(0.5), p95: at(0.95), max: at(1) };
    },
    [ms, act],
  );
}

if (!process.env.FILLED) await fill();
const browser = await chromium.launch({ executablePath: program(), args: ["--no-sandbox"] });
const page = await (await browser.newContext({ viewport: { width: 1360, height: 860 } })).newPage();
if (process.env.VIEWER_FILES) await page.route(/\/viewer\/[0-9a-f]{16}\//, fromDisk);
const told = { memories: MEMORIES, folders: FOLDERS, paint: [] };
for (let n = 0; n < 5; n++) {
  await page.goto("about:blank");
  await page.goto(`${BASE}/viewer`);
  await page.waitForSelector(".tiles");
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  told.paint.push(Math.round(paint));
}
let began = Date.now();
await page.goto(`${BASE}/viewer#/memories`);
await page.waitForSelector(".vrow");
told.firstRows = Date.now() - began;
await page.waitForFunction(
  (most) => Number(document.querySelector(".tools-count").textContent.replace(/\D/g, "")) >= most,
  MEMORIES * 0.9,
);
told.allRows = Date.now() - began;
told.still = await frames(page, 1_500, "none");
told.scroll = await frames(page, 4_000, "scroll");
told.rowsDrawn = await page.locator(".vrow").count();
await page.goto(`${BASE}/viewer#/graph`);
began = Date.now();
await page.waitForSelector(".graph-canvas");
told.graphShown = Date.now() - began;
told.graphMoving = await frames(page, 4_000, "none");
told.graphZoom = await frames(page, 3_000, "zoom");
console.log(JSON.stringify(told, null, 2));
await browser.close();
