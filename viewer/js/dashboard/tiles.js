// The counts on top of the dashboard.

import { h } from "../core/dom.js";
import { doing, number, percent, plural, short } from "../core/format.js";
import { link } from "../core/route.js";

const TOKENS_PER_OBSERVATION = 80;
const BUDGET = 2_000;

export function tiles(value) {
  const all = value("sessions") ?? [];
  const active = all.filter((session) => doing(session) === "active").length;
  const seen = all.reduce((sum, session) => sum + (session.observationCount ?? 0), 0);
  const graph = value("graph");
  return h(
    "ul.tiles",
    tile("Sessions", all.length, `${active || "none"} active in the last hour`, "sessions", active > 0),
    tile(
      "Observations",
      seen,
      all.length ? `${number(Math.round(seen / all.length))} a session` : "none yet",
      "timeline",
    ),
    tile("Memories", value("memories")?.total, "latest versions", "memories"),
    tile("Lessons", value("lessons")?.total, strong(value("lessons")?.list), "lessons"),
    tile("Crystals", value("crystals")?.total, "sessions boiled down", "sessions"),
    tile("Graph", graph?.folders, graph?.links ? `folders, ${plural(graph.links, "link")}` : "folders, no links yet", "graph"),
    saved(seen, all.length),
  );
}

function tile(name, count, note, tab, on = false) {
  return h(
    "li.tile",
    h(
      "a",
      { href: link(tab) },
      h("span.tile-name", name),
      h("strong", count === undefined || count === null ? "–" : short(count)),
      h("span.quiet", { data: { on: on ? "1" : "" } }, count === undefined || count === null ? "not known" : note),
    ),
  );
}

const strong = (lessons) => plural((lessons ?? []).filter((lesson) => lesson.confidence >= 0.7).length, "sure one");

/** An estimate, and said to be one: reading everything again against one context a session. */
function saved(observations, sessions) {
  const [raw, given] = [observations * TOKENS_PER_OBSERVATION, sessions * BUDGET];
  const part = raw > given ? 1 - given / raw : 0;
  const title = `${number(observations)} observations of ${TOKENS_PER_OBSERVATION} tokens against ${number(sessions)} contexts of at most ${number(BUDGET)}`;
  return h(
    "li.tile",
    { title },
    h(
      "div",
      h("span.tile-name", "Tokens saved"),
      h("strong", part ? `≈\u202f${short(raw - given)}` : "–"),
      h("span.quiet", part ? `${percent(part)}, an estimate` : "once there is more to read"),
    ),
  );
}
