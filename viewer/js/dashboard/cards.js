// The cards of the dashboard, each from one answer.

import { h } from "../core/dom.js";
import { day, doing, folder, number, plural, when, words } from "../core/format.js";
import { changes } from "../core/data.js";
import { link } from "../core/route.js";
import { post } from "../core/api.js";
import { bar, beyond, button, status, whileBusy } from "../parts/small.js";
import { saying } from "../parts/toast.js";

const DAYS = 14;
/** What a card shows of a longer list. */
const SHOWN = 6;
const DAY_MS = 86_400_000;
const none = (text) => h("p.none", text);

/** Observations by the day their session began. */
export function activity(sessions) {
  const today = new Date().setHours(0, 0, 0, 0);
  const counts = new Array(DAYS).fill(0);
  for (const session of sessions) {
    const back = Math.round((today - new Date(session.startedAt).setHours(0, 0, 0, 0)) / DAY_MS);
    if (back >= 0 && back < DAYS) counts[DAYS - 1 - back] += session.observationCount ?? 0;
  }
  const most = Math.max(1, ...counts);
  const dayAt = (index) => new Date(today - (DAYS - 1 - index) * DAY_MS);
  return h(
    "ol.days",
    { "aria-label": "Observations a day" },
    counts.map((count, index) => {
      const date = dayAt(index);
      return h(
        "li",
        { title: `${day(date.toISOString())}: ${plural(count, "observation")}` },
        h("span.days-count", count ? number(count) : ""),
        h("i", { style: { "--part": String(count / most) } }),
        h("small.quiet", index === DAYS - 1 ? "today" : String(date.getDate())),
      );
    }),
  );
}

export function recent(sessions) {
  if (!sessions.length) return none("No session yet. The first one appears here when an agent starts.");
  return h(
    "ul.rows",
    sessions
      .slice(0, 7)
      .map((session) =>
        h(
          "li",
          h(
            "a",
            { href: link("sessions", session.id) },
            h("span.cut", session.title || session.firstPrompt || session.id),
            h(
              "span.row-end",
              session.status === "active" && status(doing(session)),
              h("span.quiet", when(session.startedAt)),
            ),
          ),
        ),
      ),
  );
}

export function audit(told) {
  const entries = changes(told.entries);
  if (!entries.length) return none("Nothing has been changed yet.");
  return h(
    "ul.rows",
    entries
      .slice(0, 7)
      .map((entry) =>
        h(
          "li.row-line",
          h(
            "span.cut",
            h("strong", words(entry.operation)),
            " ",
            h("span.quiet", [entry.userId, entry.targetIds?.[0]].filter(Boolean).join(" · ")),
          ),
          h("span.quiet.row-end", when(entry.timestamp)),
        ),
      ),
  );
}

export function semantic(told) {
  const items = told.items ?? [];
  if (!items.length) return none("What five and more summaries of sessions settle on stands here once it is consolidated. So far none did.");
  const rows = items
    .slice(0, SHOWN)
    .map((item) =>
      h("li.row-line", h("span.cut", { title: item.fact }, item.fact), bar(item.confidence, "Confidence")),
    );
  return [h("ul.rows", rows), beyond(items.length - SHOWN)];
}

export function procedures(told) {
  const items = told.items ?? [];
  if (!items.length) return none("What is done the same way in several sessions becomes a procedure.");
  return [h("ul.rows", items.slice(0, SHOWN).map(procedure)), beyond(items.length - SHOWN)];
}

function procedure(item) {
  return h(
    "li",
    h(
      "details.steps",
      h(
        "summary",
        h("span.cut", { title: item.project }, item.name, item.project && h("span.quiet", ` · ${item.project}`)),
        h("span.quiet.row-end", `in ${plural(item.frequency ?? 0, "session")}`),
      ),
      item.triggerCondition && h("p.muted", item.triggerCondition),
      h(
        "ol.count",
        (item.steps ?? []).map((step) => h("li", step)),
      ),
    ),
  );
}

export function relations(told) {
  const all = told.relations ?? [];
  if (!all.length) return none("No memory is tied to another yet.");
  const counts = new Map();
  for (const { type } of all) counts.set(type, (counts.get(type) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return h(
    "ul.rows",
    sorted.map(([type, count]) =>
      h(
        "li.row-line",
        h("span", words(type)),
        bar(count / sorted[0][1], words(type), number(count)),
        h("span.row-count", number(count)),
      ),
    ),
  );
}

export function consolidation(flags, semantic, procedural) {
  const on = flags?.flags?.find((flag) => flag.key === "CONSOLIDATION_ENABLED")?.enabled;
  const run = (event) => whileBusy(event.currentTarget, () => saying(post("consolidate", {}), said));
  return h(
    "div",
    h("p", on ? "Runs by itself once a day." : "Does not run by itself."),
    h(
      "p.muted",
      `${plural(semantic?.total ?? 0, "fact")} and ${plural(procedural?.total ?? 0, "procedure")} so far. `,
      flags?.provider === "llm" ? "A language model helps." : "It works without a language model too, by rule.",
    ),
    h("p.card-end", button("Run now", "again", run)),
  );
}

const said = (told) =>
  told.reason === "insufficient_observations"
    ? "There are too few observations yet to consolidate."
    : `Consolidated ${plural(told.consolidated ?? 0, "group")}.`;
