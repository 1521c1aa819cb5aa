// Sessions: every piece of work, newest first, and what happened in it.

import { h, replace } from "../core/dom.js";
import { sessions } from "../core/data.js";
import { doing, folder, number, plural, when } from "../core/format.js";
import { hear } from "../core/live.js";
import { go, stay } from "../core/route.js";
import { VirtualList } from "../parts/list.js";
import { COMMANDS, command, empty, failed, stale, waiting } from "../parts/empty.js";
import { filterBox, select, status } from "../parts/small.js";
import { Split } from "../parts/split.js";
import { SessionDetail } from "../sessions/detail.js";

export function open(root, route, signal) {
  const tab = new Sessions(root, signal);
  tab.update(route);
  tab.refresh();
  return tab;
}

class Sessions {
  #words = "";
  #folder = "";
  #status = "";
  #open = "";

  constructor(root, signal) {
    this.signal = signal;
    this.list = new VirtualList({
      label: "Sessions",
      heights: [66, 70],
      row,
      open: (session) => go("sessions", session.id),
    });
    this.tools = h("div.tools");
    this.note = h("div.list-note", waiting(6));
    this.split = new Split(this.tools, [this.note, this.list.node], () => this.back());
    this.detail = new SessionDetail(this.split, signal, () => this.refresh());
    replace(root, this.split.node);
    this.#drawTools([]);
    hear("observation", ({ observation, final }) => final && this.#grew(observation), signal);
    hear("grown", () => this.refresh(), signal);
    hear("changed", () => this.refresh(), signal);
    signal.addEventListener("abort", () => this.list.close());
  }

  update({ id }) {
    this.#open = id;
    if (id) this.list.seek(id);
    else this.list.chosen = "";
    if (id) this.detail.show(id);
    else this.detail.leave();
  }

  back() {
    if (!this.#open) return;
    stay("sessions");
    this.update({ id: "" });
    this.list.node.focus({ preventScroll: true });
  }

  async refresh() {
    try {
      await sessions.load();
      if (this.signal.aborted) return;
      this.#drawTools(sessions.value);
      this.#draw();
      if (this.#open) await this.detail.look();
    } catch (error) {
      replace(this.note, this.list.items.length ? stale(error) : failed(error, () => this.refresh()));
    }
  }

  #draw() {
    const all = sessions.value ?? [];
    const words = this.#words.toLowerCase();
    const shown = all.filter(
      (s) =>
        (!this.#folder || s.project === this.#folder) &&
        (!this.#status || s.status === this.#status) &&
        (!words ||
          `${s.title ?? ""} ${s.firstPrompt ?? ""} ${s.summary ?? ""} ${s.id} ${s.project} ${s.agentId ?? ""}`
            .toLowerCase()
            .includes(words)),
    );
    this.list.items = shown;
    this.list.chosen = this.#open || this.list.chosen;
    replace(this.note, shown.length ? null : all.length ? h("p.none", "No session is like this.") : nothing());
    this.list.node.hidden = !shown.length;
    this.count.textContent =
      shown.length === all.length
        ? plural(all.length, "session")
        : `${number(shown.length)} of ${plural(all.length, "session")}`;
  }

  #drawTools(all) {
    const folders = [...new Set(all.map((s) => s.project).filter(Boolean))].sort();
    const had = this.tools.contains(document.activeElement);
    if (had && this.count) return;
    this.count = h("span.quiet.tools-count");
    replace(
      this.tools,
      filterBox("Filter sessions", this.#words, (value) => {
        this.#words = value;
        this.#draw();
      }),
      select("Folder", [["", "All folders"], ...folders.map((path) => [path, folder(path)])], this.#folder, (value) => {
        this.#folder = value;
        this.#draw();
      }),
      select(
        "Status",
        [
          ["", "Any status"],
          ["active", "Not ended"],
          ["completed", "Completed"],
        ],
        this.#status,
        (value) => {
          this.#status = value;
          this.#draw();
        },
      ),
      this.count,
    );
  }

  /** An observation came in: count it here, without asking for the whole list again. */
  #grew(seen) {
    const session = sessions.value?.find((each) => each.id === seen.sessionId);
    if (!session) return this.refresh();
    session.observationCount = (session.observationCount ?? 0) + 1;
    session.updatedAt = seen.timestamp;
    this.#draw();
    if (this.#open === session.id) this.detail.add(seen);
  }
}

function row(session) {
  return h(
    "div.srow",
    h(
      "div.srow-top",
      h("span.cut.srow-title", session.title || session.firstPrompt || session.id),
      session.status === "active" && status(doing(session)),
    ),
    h(
      "div.srow-end.quiet",
      h("span.cut", folder(session.project)),
      h("span", session.agentId ?? ""),
      h("span", plural(session.observationCount ?? 0, "observation")),
      h("span.push", when(session.startedAt)),
    ),
  );
}

function nothing() {
  return empty(
    "sessions",
    "No sessions yet",
    "A session begins when an agent starts to work. Connect one, or send a first observation by hand:",
    command(COMMANDS.connect()),
    command(COMMANDS.observe()),
  );
}
