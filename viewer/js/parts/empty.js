// What stands where nothing is yet, or where something went wrong: never a blank page.

import { h } from "../core/dom.js";
import { button, glyphButton } from "./small.js";
import { icon } from "./icon.js";
import { toast } from "./toast.js";

/** A command to take along. */
export function command(text) {
  return h(
    "div.command",
    h("pre", { tabindex: "0" }, text),
    glyphButton("Copy", "copy", () => copy(text)),
  );
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("The browser does not let this page copy. Select the text instead.", "wrong");
  }
}

export function empty(glyph, title, text, ...more) {
  return h("section.empty", icon(glyph), h("h2", title), text && h("p", text), more);
}

/** Where a session was open that is no longer there. */
export const missing = () => h("p.none", { role: "status" }, "This session is not there. It may have been forgotten.");

export function failed(error, retry) {
  return h(
    "section.empty.failed",
    { role: "alert" },
    h("h2", "This could not be loaded"),
    h("p", error.message),
    retry && button("Try again", "again", retry),
  );
}

/** Stands above what was loaded before, when looking again did not work. */
export const stale = (error) => h("p.stale", { role: "status" }, `Not up to date. ${error.message}`);

export function waiting(rows = 6) {
  return h(
    "div.waiting",
    { role: "status", "aria-label": "Loading" },
    Array.from({ length: rows }, () => h("i")),
  );
}

const curl = (path, body) =>
  `curl -X POST ${location.origin}/agentmemory/${path} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;

/** Commands that make something appear. They name this server, and no token. */
export const COMMANDS = {
  remember: () => curl("remember", { content: "Deploys need staging approval from Priya", project: "/code/shop" }),
  observe: () =>
    curl("observe", {
      sessionId: "first",
      hookType: "prompt_submit",
      timestamp: new Date().toISOString(),
      project: "/code/shop",
      data: { prompt: "Why do orders time out?" },
    }),
  lesson: () => curl("lessons", { content: "Never retry a webhook without an idempotency key" }),
  mcp: () => "mneme mcp",
  connect: () => "mneme connect claude-code --with-hooks",
};
