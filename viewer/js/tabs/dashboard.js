// Dashboard: how much is remembered, how it is doing, what happened last.

import { h, redraw, replace } from "../core/dom.js";
import { get } from "../core/api.js";
import { flags, graph, lessons, memories, sessions } from "../core/data.js";
import { hear } from "../core/live.js";
import { failed, stale, waiting } from "../parts/empty.js";
import { banners, firstRun } from "../dashboard/notices.js";
import { tiles } from "../dashboard/tiles.js";
import { activity, audit, consolidation, procedures, recent, relations, semantic } from "../dashboard/cards.js";

const QUIET_MS = 2_500;
/** More than are shown: some of them are no changes. */
const CHANGES = 40;

export function open(root, _route, signal) {
  const page = h("div.dash", waiting(8));
  replace(root, page);
  const look = async () => {
    const known = await gather();
    if (!signal.aborted) draw(page, known, look);
  };
  let timer = 0;
  const soon = () => {
    timer ||= setTimeout(() => {
      timer = 0;
      look();
    }, QUIET_MS);
  };
  hear("observation", soon, signal);
  hear("grown", soon, signal);
  hear("changed", () => look(), signal);
  look();
  return { refresh: look };
}

const ASKED = {
  // Anybody is told this, so it waits for one that shows whether the page is let in.
  health: () => sessions.load().then(() => get("health")),
  sessions: () => sessions.load(),
  memories: () => memories.load(),
  lessons: () => lessons.load(),
  crystals: () => get("crystals"),
  graph: () => graph.load(20_000),
  audit: () => get("audit", { limit: CHANGES }),
  semantic: () => get("semantic"),
  procedural: () => get("procedural"),
  relations: () => get("relations"),
  flags: () => flags.load(60_000),
};

/** Everything at once; what fails is named where it would have stood. */
async function gather() {
  const names = Object.keys(ASKED);
  const told = await Promise.allSettled(names.map((name) => ASKED[name]()));
  return Object.fromEntries(names.map((name, index) => [name, told[index]]));
}

function draw(page, known, look) {
  const value = (name) => known[name].value ?? null;
  if (known.sessions.reason && known.memories.reason && known.lessons.reason) {
    // What was told before stays, and is said to be old.
    page.querySelector(":scope > .stale")?.remove();
    return page.querySelector(".tiles") ? page.prepend(stale(known.sessions.reason)) : replace(page, failed(known.sessions.reason, look));
  }
  const nothing = value("sessions")?.length === 0 && value("memories")?.list.length === 0;
  redraw(
    page,
    head(value("health")),
    banners(value("flags")),
    nothing && firstRun(),
    tiles(value),
    h(
      "div.dash-grid",
      card("Last two weeks", known.sessions, activity, "wide"),
      card("Recent sessions", known.sessions, recent, "", "sessions"),
      card("Recent changes", known.audit, audit, "", "audit"),
      card("Facts", known.semantic, semantic),
      card("Procedures", known.procedural, procedures),
      card("Relations", known.relations, relations),
      card("Consolidation", known.flags, () => consolidation(value("flags"), value("semantic"), value("procedural"))),
    ),
  );
}

function head(health) {
  const well = health?.status === "healthy";
  const words = health
    ? `${well ? "Everything is well" : `The server says it is ${health.status}`} · version ${health.version ?? "unknown"}`
    : "The server's health is not known";
  return h("header.dash-head", h("h1", "Dashboard"), h("p.health", { data: { well: well ? "1" : "" } }, h("i"), words));
}

function card(title, told, fill, look = "", tab = "") {
  const content = told.reason ? h("p.wrong", told.reason.message) : fill(told.value);
  return h(
    "section.card",
    { class: look },
    h("header", h("h2", title), tab && h("a.quiet", { href: `#/${tab}` }, "All")),
    content,
  );
}
