// The tabs in their order, each with its key: numbers first, then letters nothing else has. A tab's code is fetched when it is first opened.

const TABS = [
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
  { id: "contents", label: "Contents", load: () => import("../tabs/contents.js") },
  { id: "review", label: "Review", load: () => import("../tabs/review.js") },
];

/** Keys of the tabs that come after the numbers. Zero is the graph's. */
const LETTERS = { audit: "a", contents: "c", review: "v" };

export const allTabs = () => TABS.map((tab, index) => ({ ...tab, key: LETTERS[tab.id] ?? String(index + 1) }));
