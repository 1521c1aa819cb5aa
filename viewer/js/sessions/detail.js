// One session: what it was about, what was used, what happened.

import { h } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { sessions } from "../core/data.js";
import { doing, duration, millis, moment, number, plural, words } from "../core/format.js";
import { go } from "../core/route.js";
import { confirm } from "../parts/dialog.js";
import { failed, missing, waiting } from "../parts/empty.js";
import { observation } from "../parts/observation.js";
import { bar, beyond, button, facts, status, whileBusy } from "../parts/small.js";
import { saying } from "../parts/toast.js";

const SHOWN = 60;
const [MOST_USED, MOST_FILES] = [8, 40];

export class SessionDetail {
  #id = "";
  #seen = [];
  #shown = SHOWN;
  #drawn = "";

  constructor(split, signal, changed) {
    Object.assign(this, { split, signal, changed });
  }

  async show(id) {
    this.#id = id;
    this.#shown = SHOWN;
    this.split.show(id, waiting(8));
    try {
      const [all, told] = await Promise.all([sessions.load(5_000), get("observations", { sessionId: id })]);
      if (this.#id !== id || this.signal.aborted) return;
      this.#seen = told.observations ?? [];
      this.#draw(all.find((session) => session.id === id));
    } catch (error) {
      if (this.#id === id)
        this.split.show(
          id,
          failed(error, () => this.show(id)),
        );
    }
  }

  /** Nothing is open: an answer that is still on its way opens it no more. */
  leave() {
    this.#id = "";
    this.split.hide();
  }

  /** Looks again, and draws only what is different: a session that was forgotten, or a part of it. */
  async look() {
    const id = this.#id;
    const session = sessions.value?.find((each) => each.id === id);
    if (this.split.detail.querySelector(".waiting, .failed")) return;
    if (session && this.#seen.length > (session.observationCount ?? 0)) {
      const told = await get("observations", { sessionId: id });
      if (this.#id !== id || this.signal.aborted || this.split.detail.hidden) return;
      this.#seen = told.observations ?? [];
    }
    if (this.#told(session) !== this.#drawn) this.#draw(session);
  }

  #told = (session) => JSON.stringify([session, this.#seen.map((seen) => seen.id)]);

  add(seen) {
    this.#seen.push(seen);
    this.#draw(
      sessions.value?.find((session) => session.id === this.#id),
      seen.id,
    );
  }

  #draw(session, fresh) {
    this.#drawn = this.#told(session);
    if (!session) return this.split.show(this.#id, missing());
    const seen = this.#seen;
    this.split.show(
      session.id,
      h(
        "header.detail-head",
        h("h2", session.title || session.firstPrompt || session.id),
        h("p", status(doing(session)), " ", h("span.quiet", session.id)),
      ),
      session.summary && h("p.prose.lead", session.summary),
      this.#buttons(session),
      about(session, seen),
      seen.length > 0 &&
        h(
          "div.two",
          used(
            "What was done",
            countBy(seen, (s) => words(s.type)),
          ),
          used(
            "Tools used",
            countBy(
              seen.filter((s) => s.toolName),
              (s) => s.toolName,
            ),
          ),
        ),
      files(seen),
      this.#happened(fresh),
    );
  }

  #buttons(session) {
    const act = (path, done) => (event) =>
      whileBusy(event.currentTarget, async () => {
        if (await saying(post(path, { sessionId: session.id }), done)) await this.#again();
      });
    return h(
      "div.buttons",
      session.status === "active" && button("End", "pause", act("session/end", "The session has ended.")),
      button("Summarize", "memories", act("summarize", "Summarised.")),
      button("Replay", "play", () => go("replay", session.id)),
      button("Timeline", "timeline", () => go("timeline", session.id)),
      button("Forget", "trash", () => this.#forget(session), { look: "quiet-danger" }),
    );
  }

  async #forget(session) {
    const text = `The session, its summary and ${plural(this.#seen.length, "observation")} are taken away for good: from the store, the search and the journal. This cannot be undone.`;
    if (!(await confirm("Forget this session?", text, "Forget it", session.title || session.firstPrompt || session.id)))
      return;
    const told = await saying(
      post("forget", { sessionId: session.id }),
      (answer) => `Forgotten: ${plural(answer.deleted ?? 0, "thing")}.`,
    );
    if (!told) return;
    sessions.stale();
    go("sessions");
    this.changed();
  }

  async #again() {
    sessions.stale();
    await this.changed();
    await this.show(this.#id);
  }

  #happened(fresh) {
    const newest = [...this.#seen].reverse();
    const open = new Set([...this.split.detail.querySelectorAll(".obs[open]")].map((node) => node.id));
    const list = h(
      "div.obs-list",
      newest.slice(0, this.#shown).map((seen) => observation(seen, { fresh: seen.id === fresh, open: open.has(`obs-${seen.id}`) })),
    );
    const left = newest.length - this.#shown;
    const more =
      left > 0 &&
      button(`Show ${number(left)} more`, null, () => {
        list.append(...newest.slice(this.#shown).map((seen) => observation(seen)));
        this.#shown = Infinity;
        more.remove();
      });
    return h("section.detail-part", h("h2", "What happened"), newest.length ? list : h("p.none", "Nothing yet."), more);
  }
}

function about(session, seen) {
  const end = session.endedAt ?? session.updatedAt ?? seen.at(-1)?.timestamp;
  return facts([
    ["Folder", session.project],
    ["Working directory", session.cwd !== session.project && session.cwd],
    ["Agent", session.agentId],
    ["Model", session.model],
    ["Started", moment(session.startedAt)],
    ["Lasted", end && duration(millis(end) - millis(session.startedAt))],
    ["Observations", number(session.observationCount ?? seen.length)],
    ["Commits", session.commitShas?.map((sha) => h("code", sha.slice(0, 7), " "))],
    ["Tags", session.tags?.join(", ")],
  ]);
}

function countBy(list, name) {
  const counts = new Map();
  for (const each of list) counts.set(name(each), (counts.get(name(each)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function used(title, counts) {
  if (!counts.length) return null;
  return h(
    "section.detail-part",
    h("h2", title),
    h(
      "ul.rows",
      counts
        .slice(0, MOST_USED)
        .map(([name, count]) =>
          h(
            "li.row-line",
            h("span.cut", name),
            bar(count / counts[0][1], name, number(count)),
            h("span.row-count", number(count)),
          ),
        ),
    ),
    beyond(counts.length - MOST_USED),
  );
}

function files(seen) {
  const counts = countBy(
    seen.flatMap((s) => s.files ?? []),
    (file) => file,
  );
  if (!counts.length) return null;
  return h(
    "details.detail-part",
    h("summary", h("h2", plural(counts.length, "file"))),
    h(
      "ul.rows",
      counts
        .slice(0, MOST_FILES)
        .map(([file, count]) => h("li.row-line", h("span.cut.mono", file), h("span.row-count", number(count)))),
    ),
    beyond(counts.length - MOST_FILES),
  );
}
