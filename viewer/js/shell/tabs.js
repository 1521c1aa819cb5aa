// The tabs, in the order of their number keys. A tab's code is fetched when it is first opened.

import { answers } from "../core/api.js";

export const TABS = [
  { id: "dashboard", label: "Dashboard", load: () => import("../tabs/dashboard.js") },
  { id: "sessions", label: "Sessions", look: "fill", load: () => import("../tabs/sessions.js") },
  { id: "memories", label: "Memories", look: "fill", load: () => import("../tabs/memories.js") },
  { id: "graph", label: "Graph", look: "fill", load: () => import("../tabs/graph.js") },
  { id: "timeline", label: "Timeline", look: "fill", load: () => import("../tabs/timeline.js") },
  { id: "lessons", label: "Lessons", look: "fill", load: () => import("../tabs/lessons.js") },
  { id: "slots", label: "Slots", load: () => import("../tabs/slots.js") },
  { id: "replay", label: "Replay", look: "fill", load: () => import("../tabs/replay.js") },
  { id: "actions", label: "Actions", load: () => import("../tabs/actions.js") },
  { id: "audit", label: "Audit", load: () => import("../tabs/audit.js") },
];

/** Tabs whose endpoint not every server has. They appear when it answers. */
const LATER = [
  { id: "contents", label: "Contents", asks: "/v1/toc", load: () => import("../tabs/contents.js") },
  { id: "review", label: "Review", asks: "/v1/review", load: () => import("../tabs/review.js") },
];

export async function laterTabs() {
  const there = await Promise.all(LATER.map((tab) => answers(tab.asks)));
  return LATER.filter((_, index) => there[index]);
}
