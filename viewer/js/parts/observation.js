// One thing an agent saw, said or did: a line that opens.

import { h, replace } from "../core/dom.js";
import { asText, clock, folder, head, request, when, words } from "../core/format.js";
import { link } from "../core/route.js";
import { facts, kind, tags } from "./small.js";
import { icon } from "./icon.js";

const LONG = 6_000;

/** `session` is the one it is of, where that is not plain from what is around it. */
export function observation(seen, { open = false, session = null, fresh = false } = {}) {
  const body = h("div.obs-body");
  const node = h(
    "details.obs",
    { id: `obs-${seen.id}`, data: { kind: seen.type ?? "other" }, class: fresh ? "fresh" : "", open },
    h(
      "summary",
      when(seen.timestamp, clock),
      kind(seen.type),
      h("span.obs-title", h("strong", name(seen)), h("span.quiet", subtitle(seen))),
      session?.project && where(session),
      importance(seen.importance),
    ),
    body,
  );
  // The inside is made when it is first looked at: a session may have hundreds of these.
  const fill = () => body.firstChild || replace(body, inside(seen, session));
  node.addEventListener("toggle", fill);
  if (open) fill();
  return node;
}

const where = (session) =>
  h("span.obs-where", { title: session.title || session.firstPrompt || session.id }, folder(session.project, 1));

/** The title is a tool's name or, failing that, the hook's: said in words. */
const name = (seen) =>
  seen.hookType === "prompt_submit" ? "Prompt" : seen.title === seen.hookType ? hook(seen.title) : (seen.title ?? "Something");

/** Hooks whose name may stand as a title. Others that look like one are tools. */
const HOOK = /^(prompt_submit|(pre|post)_(tool_use|tool_failure|compact)|(session|subagent)_(start|stop|end)|task_completed|notification|stop|response|event)$/;
const hook = (title) => (title === "prompt_submit" ? "Prompt" : sentence(words(title)));

/** The same for what a search found, which does not say whether its title is a hook's. */
export const foundName = (title) => (HOOK.test(title ?? "") ? hook(title) : title || "Something");
const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const subtitle = (seen) => seen.userPrompt || request(seen.toolInput) || seen.subtitle || seen.narrative || "";

function importance(value) {
  if (!value) return null;
  return h(
    "span.importance",
    {
      title: `Importance ${value} of 10`,
      "aria-label": `importance ${value} of 10`,
      data: { high: value >= 7 ? "1" : "" },
    },
    String(value),
  );
}

function inside(seen, session) {
  return [
    seen.userPrompt && part("Prompt", h("p.prose", seen.userPrompt)),
    !seen.userPrompt && !seen.toolInput && seen.narrative && part("Narrative", h("p.prose", seen.narrative)),
    seen.facts?.length > 0 &&
      part(
        "Facts",
        h(
          "ul.dots",
          seen.facts.map((fact) => h("li", fact)),
        ),
      ),
    seen.toolInput !== undefined && part("Input", block(seen.toolInput)),
    seen.toolOutput !== undefined && part(seen.type === "error" ? "Error" : "Output", block(seen.toolOutput)),
    seen.files?.length > 0 &&
      part(
        "Files",
        h(
          "ul.files",
          seen.files.map((file) => h("li", icon("file"), file)),
        ),
      ),
    facts([
      ["Concepts", tags(seen.concepts, 12)],
      ["Agent", seen.agentId],
      ["Session", session && h("a", { href: link("sessions", seen.sessionId) }, seen.sessionId)],
      ["Id", h("code", seen.id)],
    ]),
  ];
}

const part = (title, ...content) => h("section", h("h3", title), content);

export function block(value) {
  const text = asText(value);
  const cut = text.length > LONG;
  return h(
    "pre.block",
    { tabindex: "0" },
    cut ? `${head(text, LONG)}\n… ${text.length - LONG} more characters` : text,
  );
}
