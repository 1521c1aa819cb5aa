// The page: which tab is in front, what the keys do, when to look again.

import { h, replace } from "./core/dom.js";
import { hear, live } from "./core/live.js";
import { startPulse } from "./core/pulse.js";
import { listenKeys } from "./core/keys.js";
import { refreshTimes } from "./core/format.js";
import { swapPass } from "./core/api.js";
import { go, route, stay } from "./core/route.js";
import { leaveStep } from "./parts/dialog.js";
import { failed, waiting } from "./parts/empty.js";
import { Search } from "./parts/search.js";
import { toast } from "./parts/toast.js";
import { Controls } from "./shell/controls.js";
import { Rail } from "./shell/rail.js";
import { showKeys } from "./shell/help.js";
import { allTabs } from "./shell/tabs.js";

const content = document.getElementById("content");
const search = new Search(document.getElementById("search"));
const controls = new Controls(document.getElementById("controls"));
const rail = new Rail(document.getElementById("rail"));
const tabs = allTabs();
let front = null;

/** Opens what the address names. Going on inside a tab is left to the tab. */
async function show() {
  const where = route();
  const tab = tabs.find((each) => each.id === where.tab) ?? tabs[0];
  search.close();
  if (front?.tab === tab && front.shown?.update) return front.shown.update(where);
  front?.leave.abort();
  const mine = { tab, leave: new AbortController(), shown: null };
  front = mine;
  rail.mark(tab.id);
  document.title = `${tab.label} · mneme`;
  const root = h(
    "div.tab",
    { class: tab.look, data: { tab: tab.id }, "aria-label": tab.label, role: "region" },
    waiting(6),
  );
  replace(content, tab.look === "fill" && h("h1.unseen", tab.label), root);
  content.scrollTop = 0;
  try {
    const { open } = await tab.load();
    if (mine !== front) return;
    mine.shown = open(root, route(), mine.leave.signal);
  } catch {
    if (mine === front) unfetched(root, mine);
  }
}

/** A tab's code did not come. Tried again when asked, and by itself when the server is back. */
function unfetched(root, mine) {
  // A browser keeps a module that failed as failed: only a fresh page asks for it again. Drafts outlive that.
  const again = () => location.reload();
  const told = new Error("The server did not send this part of the page. It is tried again when the server is back.");
  hear("changed", again, mine.leave.signal);
  replace(root, failed(told, again));
}

listenKeys(
  {
    "/": () => search.focus(),
    "?": () => showKeys(),
    t: () => controls.turnTheme(),
    r: () => front?.shown?.refresh?.(),
    j: () => front?.shown?.list?.move(1),
    k: () => front?.shown?.list?.move(-1),
    Enter: (event) =>
      event.target.closest("button, a, summary, [role=listbox]") ? false : front?.shown?.list?.openChosen(),
    Escape: () => search.close() || front?.shown?.back?.(),
    ...Object.fromEntries(tabs.map((tab) => [tab.key, () => go(tab.id)])),
  },
  () => front?.shown?.keys,
);

addEventListener("hashchange", show);
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (event.reason?.name !== "AbortError")
    toast(event.reason?.message ?? "Something went wrong on this page.", "wrong");
});
setInterval(() => document.hidden || refreshTimes(), 20_000);

rail.draw(tabs);
await leaveStep();
await enter();
show();
live.start();
startPulse();

/** `#/enter/<pass>` is a link of `mneme view`: it becomes a session, and leaves the address. */
async function enter() {
  const { tab, id } = route();
  if (tab !== "enter") return;
  stay("dashboard");
  try {
    await swapPass(id);
  } catch (error) {
    toast(error.message, "wrong");
  }
}
