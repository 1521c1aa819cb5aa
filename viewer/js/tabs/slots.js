// Slots: short texts new sessions are given, edited in place.

import { h, replace } from "../core/dom.js";
import { sessions } from "../core/data.js";
import { folder, words } from "../core/format.js";
import { hear } from "../core/live.js";
import { go } from "../core/route.js";
import { confirm } from "../parts/dialog.js";
import { empty, failed, stale, waiting } from "../parts/empty.js";
import { button, select } from "../parts/small.js";
import { saying, toast } from "../parts/toast.js";
import { dropSlot, slotsOf } from "../slots/adapter.js";
import { SlotCard } from "../slots/card.js";
import { newSlot } from "../slots/make.js";

export function open(root, route, signal) {
  const tab = new Slots(root, signal);
  tab.update(route);
  return tab;
}

class Slots {
  #cards = new Map();
  #folder = "";
  #folders = [];

  constructor(root, signal) {
    this.signal = signal;
    this.note = h("div");
    this.pick = h("span");
    this.about = h("p.muted");
    this.grid = h("div.slots", waiting(6));
    replace(
      root,
      h(
        "header.page-head",
        h("div", h("h1", "Slots"), this.about),
        h(
          "div.page-tools",
          this.pick,
          button("New slot", "plus", () => this.#make()),
        ),
      ),
      this.note,
      this.grid,
    );
    hear("changed", () => this.refresh(), signal);
  }

  /** Folders have slots of their own; the address says whose are shown. */
  update({ query }) {
    this.#folder = query?.get("folder") ?? "";
    this.#cards.clear();
    replace(this.grid, waiting(6));
    replace(
      this.about,
      this.#folder
        ? `What a new session in ${this.#folder} is given: its own slots, and those that hold everywhere.`
        : "What every new session is given, whatever its folder. Choose a folder to see its own slots. Keep them short.",
    );
    this.#drawFolders();
    this.refresh();
  }

  async refresh() {
    const project = this.#folder;
    try {
      const [all] = await Promise.all([slotsOf(project), this.#learnFolders()]);
      if (this.signal.aborted || project !== this.#folder) return;
      replace(this.note);
      this.#draw(all);
    } catch (error) {
      if (this.signal.aborted || project !== this.#folder) return;
      if (this.#cards.size) replace(this.note, stale(error));
      else
        replace(
          this.grid,
          failed(error, () => this.refresh()),
        );
    }
  }

  /** Without sessions there are no folders to choose, and slots all the same. */
  async #learnFolders() {
    const all = await sessions.load(10_000).catch(() => []);
    const known = [...new Set(all.map((session) => session.project).filter(Boolean))].sort();
    if (known.join("\n") === this.#folders.join("\n")) return;
    this.#folders = known;
    this.#drawFolders();
  }

  #drawFolders() {
    if (this.pick.contains(document.activeElement) && this.pick.firstChild) return;
    const paths = [...new Set([...this.#folders, this.#folder].filter(Boolean))];
    const options = [["", "Everywhere"], ...paths.map((path) => [path, folder(path)])];
    replace(
      this.pick,
      select("Folder", options, this.#folder, (path) => go("slots", "", "", { folder: path })),
    );
  }

  #draw(all) {
    if (!all.length) return replace(this.grid, this.#nothing());
    const order = (slot) => `${slot.pinned ? 0 : 1}${slot.scope === "global" ? 1 : 0}${slot.label}`;
    const sorted = [...all].sort((a, b) => (order(a) < order(b) ? -1 : 1));
    const key = (slot) => `${slot.scope} ${slot.label}`;
    const before = [...this.#cards.keys()].join();
    this.#cards = new Map(sorted.map((slot) => [key(slot), this.#card(key(slot), slot)]));
    // Cards that stay where they are keep the cursor that may be in them.
    if (before === [...this.#cards.keys()].join() && !this.grid.querySelector(".waiting, .empty")) return;
    replace(
      this.grid,
      [...this.#cards.values()].map((card) => card.node),
    );
  }

  #card(key, slot) {
    const known = this.#cards.get(key);
    known?.tell(slot);
    const acts = { project: this.#folder, saved: () => this.refresh(), drop: (one) => this.#drop(one) };
    return known ?? new SlotCard(slot, acts);
  }

  #nothing() {
    return empty(
      "slots",
      "No slots",
      "None holds here yet. Make one:",
      button("New slot", "plus", () => this.#make()),
    );
  }

  async #make() {
    const made = await newSlot([...new Set([...this.#folders, this.#folder].filter(Boolean))], this.#folder);
    if (!made) return;
    toast(`${words(made.label)} is there.`);
    if (made.project && made.project !== this.#folder) go("slots", "", "", { folder: made.project });
    else await this.refresh();
  }

  async #drop(slot) {
    const text = `Its text is taken away. New sessions ${slot.scope === "global" ? "" : "in its folder "}are no longer given it.`;
    if (!(await confirm(`Delete the slot ${slot.label}?`, text, "Delete it", slot.content || undefined))) return;
    if (await saying(dropSlot(slot, this.#folder), "Deleted.")) await this.refresh();
  }
}
