// Replay: a session played back, with its frames if it was a desktop's.

import { debounce, h, replace } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { duration, plural, sessionLine } from "../core/format.js";
import { hear } from "../core/live.js";
import { go } from "../core/route.js";
import { dialog, field, form } from "../parts/dialog.js";
import { COMMANDS, command, empty, failed, missing, waiting } from "../parts/empty.js";
import { beyond, button, options, select } from "../parts/small.js";
import { toast } from "../parts/toast.js";
import { Player } from "../replay/player.js";
import { Deck } from "../replay/deck.js";

/** Files that are named one by one. */
const NAMED = 20;
/** A tool at work tells much: the list looks again when it pauses. */
const SOON_MS = 600;

export function open(root, route, signal) {
  const tab = new Replay(root, signal);
  tab.update(route);
  return tab;
}

class Replay {
  #sessions = null;
  #id = "";
  #deck = null;
  #playing = "";
  keys = {};

  constructor(root, signal) {
    this.signal = signal;
    this.tools = h("div.tools");
    this.stage = h("div.stage", waiting(8));
    replace(root, h("div.bar-top", this.tools), this.stage);
    // What plays goes on unless it was forgotten; where nothing could be played it is looked for again.
    const again = () => (this.#deck ? this.#look() : this.refresh());
    const soon = debounce(again, SOON_MS);
    for (const name of ["observation", "grown"]) hear(name, soon, signal);
    hear("changed", again, signal);
    signal.addEventListener("abort", () => {
      soon.cancel();
      this.#deck?.close();
    });
  }

  async update({ id }) {
    this.#id = id;
    try {
      if (!this.#sessions || (id && !this.#listed(id))) this.#sessions = (await get("replay/sessions")).sessions ?? [];
      if (this.signal.aborted || this.#id !== id) return;
      this.#drawTools();
      if (!this.#sessions.length)
        return replace(
          this.stage,
          nothing(() => this.#import()),
        );
      await this.#play(id || this.#newest());
    } catch (error) {
      replace(
        this.stage,
        failed(error, () => this.update({ id })),
      );
    }
  }

  refresh() {
    this.#sessions = null;
    return this.update({ id: this.#id });
  }

  #listed = (id) => this.#sessions?.find((each) => each.id === id);

  /** The newest session in which something happened. */
  #newest() {
    return (this.#sessions.find((session) => session.observationCount > 0) ?? this.#sessions[0]).id;
  }

  async #play(id) {
    this.#clear();
    if (!this.#listed(id)) return replace(this.stage, missing());
    replace(this.stage, waiting(8));
    const told = await get("replay/load", { sessionId: id });
    if (this.signal.aborted || (this.#id && this.#id !== id)) return;
    this.#playing = id;
    this.#stage(told);
  }

  /** What happened since is played, too. Where something is gone, what is left stands in its place. */
  async #look() {
    const [id, deck] = [this.#playing, this.#deck];
    try {
      const before = JSON.stringify(this.#listed(id));
      const all = (await get("replay/sessions")).sessions ?? [];
      const now = all.find((each) => each.id === id);
      if (this.signal.aborted || deck !== this.#deck) return;
      this.#sessions = all;
      this.#drawChoices();
      if (JSON.stringify(now) === before) return;
      const told = now && (await get("replay/load", { sessionId: id }));
      if (this.signal.aborted || deck !== this.#deck) return;
      const events = told?.timeline?.events ?? [];
      if (continues(events, deck.player.events)) return this.#grow(told.timeline);
      this.#id = id;
      this.#clear();
      this.#drawTools();
      if (told) this.#stage(told, deck.player.index);
      else replace(this.stage, missing());
    } catch {
      // A server that does not answer is told on top; what plays goes on.
    }
  }

  #clear() {
    this.#deck?.close();
    this.#deck = null;
    this.keys = {};
  }

  #stage({ session, timeline }, at = 0) {
    const events = timeline?.events ?? [];
    if (!events.length)
      return replace(this.stage, empty("replay", "Nothing to play", "Nothing happened in this session yet."));
    const player = new Player(events);
    this.#deck = new Deck(player, session);
    this.keys = this.#deck.keys;
    replace(this.stage, this.#deck.node);
    this.#deck.start();
    if (at) player.jump(at);
    this.#drawFacts(timeline);
  }

  #grow(timeline) {
    const { player } = this.#deck;
    player.extend(timeline.events.slice(player.events.length));
    this.#drawFacts(timeline);
  }

  #drawFacts({ events, totalDurationMs }) {
    this.facts.textContent = `${plural(events.length, "event")} in ${duration(totalDurationMs)}`;
    this.facts.title = "Silences longer than 4 seconds are cut to 4.";
  }

  #drawTools() {
    this.facts = h("span.quiet.tools-count");
    replace(
      this.tools,
      this.#sessions.length > 0 &&
        select(
          "Session",
          this.#choices(),
          this.#id || this.#newest(),
          (id) => go("replay", id),
        ),
      this.facts,
      button("Import JSONL", "upload", () => this.#import()),
    );
  }

  /** The list as it is now, under the hands of whoever looks through it. */
  #drawChoices() {
    const list = this.tools.querySelector("select");
    if (!list) return;
    const chosen = list.value;
    replace(list, options(this.#choices(), chosen));
  }

  /** The sessions to choose from; one that is open and no longer there is named as such. */
  #choices() {
    const gone = this.#id && !this.#listed(this.#id);
    return [...(gone ? [[this.#id, "A session that is not there"]] : []), ...this.#sessions.map((s) => [s.id, sessionLine(s)])];
  }

  async #import() {
    const fields = [
      field("Path on the server", "path", {
        autofocus: true,
        placeholder: "~/.claude/projects",
        help: "A .jsonl file, or a folder with such files. The server reads it, so the path is one of the server's. Empty: the folder Claude Code writes to.",
      }),
      field("Most files", "maxFiles", { type: "number", min: "1", max: "1000", value: "200" }),
    ];
    const told = await form("Import transcripts", "Import", fields, (given) =>
      post("replay/import-jsonl", { path: given.path.trim() || undefined, maxFiles: Number(given.maxFiles) || 200 }),
    );
    if (!told) return;
    toast(said(told));
    await this.refresh();
    if (told.leftOut?.length) await dialog("Left out", () => leftOut(told.leftOut), "wide");
  }
}

/** Which files were not taken in, and why. */
function leftOut(files) {
  return h(
    "div",
    h("p", `${plural(files.length, "file")} could not be read whole and ${files.length === 1 ? "was" : "were"} left out.`),
    h(
      "ul.rows",
      files.slice(0, NAMED).map(({ file, error }) => h("li.line", h("code", file), h("p.wrong", error))),
    ),
    beyond(files.length - NAMED),
  );
}

/** Whether what there is begins with what plays. */
const continues = (there, played) =>
  there.length > 0 && played.every((event, index) => JSON.stringify(event) === JSON.stringify(there[index]));

const said = (told) =>
  `${plural(told.imported ?? 0, "transcript")} imported, ${plural(told.observations ?? 0, "observation")}${told.truncated ? "; there are more files than were asked for" : ""}${told.leftOut?.length ? `; ${plural(told.leftOut.length, "file")} left out` : ""}.`;

function nothing(act) {
  return empty(
    "replay",
    "Nothing to play yet",
    "Sessions can be played back once an agent has worked. Transcripts Claude Code has already written can be imported:",
    button("Import JSONL", "upload", act, { look: "primary" }),
    h("p", "Or have an agent tell what it does from now on:"),
    command(COMMANDS.connect()),
  );
}
