// Timeline: what was seen, said and done, newest on top, growing while one looks.

import { h, replace } from "../core/dom.js";
import { sessions } from "../core/data.js";
import { number, plural, sessionLine, words } from "../core/format.js";
import { hear } from "../core/live.js";
import { go } from "../core/route.js";
import { COMMANDS, command, empty, failed, missing, waiting } from "../parts/empty.js";
import { button, select } from "../parts/small.js";
import { toast } from "../parts/toast.js";
import { History } from "../timeline/history.js";
import { Stream } from "../timeline/stream.js";

const FILLED = 60;
const MOST_TURNS = 15;
const IMPORTANCE = [
  ["0", "Any importance"],
  ["4", "4 and more"],
  ["6", "6 and more"],
  ["8", "8 and more"],
];

export function open(root, route, signal) {
  const tab = new Timeline(root, signal);
  tab.update(route);
  return tab;
}

class Timeline {
  #session = null;
  #least = 0;
  #types = new Set();
  #wanted = "";
  #sessions = new Map();

  constructor(root, signal) {
    this.signal = signal;
    this.tools = h("div.tools");
    this.chips = h("div.chips", { role: "group", "aria-label": "Kinds shown" });
    this.stream = new Stream(() => this.#older());
    this.history = new History();
    replace(root, h("div.bar-top", this.tools, this.chips), this.stream.node);
    this.list = { move: (step) => this.stream.move(step), openChosen: () => this.stream.openChosen() };
    hear("observation", ({ observation }) => this.#arrived(observation), signal);
    hear("grown", () => this.refresh(), signal);
    hear("changed", () => (this.stream.empty ? this.refresh() : this.#prune()), signal);
  }

  update({ id, sub }) {
    this.#wanted = sub;
    if (id === this.#session && !sub) return;
    this.#session = id;
    this.history = new History();
    this.refresh(true);
  }

  async refresh(fresh = false) {
    if (fresh) this.stream.say(waiting(10));
    try {
      const all = await sessions.load();
      await this.history.start(this.#session, all);
      await this.#fill();
      if (this.signal.aborted) return;
      this.#drawTools(all);
      this.#draw();
    } catch (error) {
      // What is there stays: whoever looks again in vain loses nothing.
      if (!fresh && !this.stream.empty) toast(error.message, "wrong");
      else this.stream.say(failed(error, () => this.refresh(true)));
    }
  }

  /** What was forgotten elsewhere goes from here too, without moving what stays. */
  async #prune() {
    const all = await sessions.load().catch(() => null);
    const gone = all && !this.signal.aborted ? await this.history.prune(all).catch(() => []) : [];
    if (!gone.length || this.signal.aborted) return;
    this.stream.drop(gone);
    this.#drawTools(all, true);
    if (this.stream.empty) this.#draw();
    else this.#drawChips();
  }

  /** Goes back until there is a view's worth of what is asked for; what fits seldom is left to the button. */
  async #fill(least = FILLED) {
    const enough = () => [...this.history.all()].filter(this.#fits).length >= least;
    for (let turn = 0; turn < MOST_TURNS && this.history.more && !enough(); turn++) await this.history.older();
  }

  async #older() {
    await this.#fill([...this.history.all()].filter(this.#fits).length + FILLED);
    if (!this.signal.aborted) this.#draw(true);
  }

  #arrived(seen) {
    if (!seen.id || (this.#session && seen.sessionId !== this.#session)) return;
    if (!this.history.has(seen.id) && !this.history.reaches(seen)) return;
    const known = this.history.put(seen);
    if (!this.#fits(this.history.get(seen.id))) return this.#drawChips();
    if (known) this.stream.renew(this.history.get(seen.id), this.#of(seen));
    else if (this.stream.empty) this.#draw();
    else this.stream.insert(seen, this.#of(seen));
    this.#drawChips();
  }

  /** The session it is of, where several are shown. */
  #of = (seen) => (this.#session ? null : (this.#sessions.get(seen.sessionId) ?? { id: seen.sessionId }));

  #fits = (seen) =>
    (seen.importance ?? 5) >= this.#least && (!this.#types.size || this.#types.has(seen.type ?? "other"));

  #draw(further = false) {
    const shown = this.history.newest().filter(this.#fits);
    this.#drawChips();
    if (!shown.length && !this.history.more)
      return this.stream.say(
        this.history.size
          ? h("p.none", "Nothing here is like this. Choose more kinds, or less importance.")
          : this.#session && !sessions.value?.some((each) => each.id === this.#session)
            ? missing()
            : nothing(),
      );
    this.stream.show(shown, { of: this.#of, further, wanted: this.#wanted, more: this.history.more });
    this.#wanted = "";
  }

  #drawTools(all, anyway = false) {
    this.#sessions = new Map(all.map((each) => [each.id, each]));
    if (!anyway && this.tools.contains(document.activeElement)) return;
    this.count = h("span.quiet.tools-count");
    replace(
      this.tools,
      select("Session", choices(all, this.#session), this.#session, (id) => go("timeline", id)),
      select("Importance", IMPORTANCE, String(this.#least), (value) => {
        this.#least = Number(value);
        this.#draw();
      }),
      this.count,
      all.some((each) => each.id === this.#session) && button("Replay", "play", () => go("replay", this.#session)),
    );
  }

  #drawChips() {
    const counts = new Map();
    for (const seen of this.history.all())
      counts.set(seen.type ?? "other", (counts.get(seen.type ?? "other") ?? 0) + 1);
    const sorted = [...counts].sort((a, b) => b[1] - a[1]);
    replace(
      this.chips,
      sorted.map(([type, count]) =>
        h(
          "button.chip",
          {
            type: "button",
            data: { kind: type },
            "aria-pressed": String(this.#types.has(type)),
            on: { click: () => this.#toggle(type) },
          },
          h("span", words(type)),
          h("span.chip-count", number(count)),
        ),
      ),
    );
    if (this.count)
      this.count.textContent = `${plural(this.history.size, "observation")}${this.history.more ? " loaded" : ""}`;
  }

  #toggle(type) {
    if (!this.#types.delete(type)) this.#types.add(type);
    this.#draw();
    this.chips.querySelector(`[data-kind="${type}"]`)?.focus();
  }
}

/** The sessions to choose from; one that is open and no longer there is named as such. */
const choices = (all, open) => [
  ["", "All sessions"],
  ...(open && !all.some((each) => each.id === open) ? [[open, "A session that is not there"]] : []),
  ...all.map((each) => [each.id, sessionLine(each)]),
];

function nothing() {
  return empty(
    "timeline",
    "Nothing has happened yet",
    "Leave this page open and send an observation: it appears here at once.",
    command(COMMANDS.observe()),
    command(COMMANDS.connect()),
  );
}
