// What every test needs: a browser, a page that must stay free of errors, and a hand on the server.

import { after, before } from "node:test";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

// By require, so that NODE_PATH may say where playwright-core lies.
const { chromium } = createRequire(import.meta.url)("playwright-core");

export const BASE = (process.env.VIEWER_URL ?? "http://127.0.0.1:3111").replace(/\/$/, "");
export const TOKEN = process.env.VIEWER_TOKEN ?? "";
export const unique = () => `t${Date.now().toString(36)}${Math.random().toString(36).slice(2, 7)}`;

/** Where the page's files are taken from instead of the server: to try a change without a build. */
const FILES = process.env.VIEWER_FILES;
export const fromDisk = (route) =>
  route.fulfill({ path: join(FILES, new URL(route.request().url()).pathname.split("/").slice(3).join("/")) });

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: program(), args: ["--no-sandbox"] });
});
after(() => browser?.close());

export function program() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);
  if (!found) throw new Error("no chromium on the PATH; name one in CHROMIUM");
  return found;
}

/** Asks the server as any client would. */
export async function rest(method, path, body) {
  const headers = { "Content-Type": "application/json", ...(TOKEN ? { Authorization: `Bearer ${TOKEN}` } : {}) };
  const answer = await fetch(`${BASE}/agentmemory/${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

export const observe = (sessionId, more = {}) =>
  rest("POST", "observe", {
    sessionId,
    hookType: "post_tool_use",
    timestamp: new Date().toISOString(),
    project: "/tests/viewer",
    cwd: "/tests/viewer",
    ...more,
  });

export const remember = async (content, more = {}) => (await rest("POST", "remember", { content, ...more })).memory;

/** A page on a tab. Whatever the browser complains of fails the test when `finish` is called. */
export async function open(
  hash,
  { viewport = { width: 1280, height: 800 }, prepare, token = TOKEN, colorScheme = "light", url } = {},
) {
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on(
    "console",
    (message) => message.type() === "error" && complaints.push(`${message.text()} ${message.location().url}`),
  );
  page.on(
    "request",
    (request) =>
      !request.url().startsWith(BASE) &&
      !/^(data|blob):/.test(request.url()) &&
      complaints.push(`asked elsewhere: ${request.url()}`),
  );
  if (token) await page.addInitScript((value) => sessionStorage.setItem("mneme-token", value), token);
  if (FILES) await page.route(/\/viewer\/[0-9a-f]{16}\//, fromDisk);
  await prepare?.(page);
  await page.goto(url ?? `${BASE}/viewer#/${hash}`);
  const finish = async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  };
  return { page, finish };
}
