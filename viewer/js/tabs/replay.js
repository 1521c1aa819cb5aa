// Replay: a session played back, with its frames if it was a desktop's.

import { h, replace } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { ago, duration, folder, plural } from "../core/format.js";
import { hear } from "../core/live.js";
import { go } from "../core/route.js";
import { field, form } from "../parts/dialog.js";
import { COMMANDS, command, empty, failed, waiting } from "../parts/empty.js";
import { button, select } from "../parts/small.js";
import { toast } from "../parts/toast.js";
import { Player } from "../replay/player.js";
import { Deck } from "../replay/deck.js";

export function open(root, route, signal) {
  const tab = new Replay(root, signal);
  tab.update(route);
  return tab;
}

class Replay {
  #sessions = null;
  #id = "";
  #deck = null;
  keys = {};

  constructor(root, signal) {
    this.signal = signal;
    this.tools = h("div.tools");
    this.stage = h("div.stage", waiting(8));
    replace(root, h("div.bar-top", this.tools), this.stage);
    // What plays goes on; where nothing could be played it is looked for again.
    hear("changed", () => this.#deck || this.refresh(), signal);
    signal.addEventListener("abort", () => this.#deck?.close());
  }

  async update({ id }) {
    this.#id = id;
    try {
      this.#sessions ??= (await get("replay/sessions")).sessions ?? [];
      if (this.signal.aborted) return;
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

  /** The newest session in which something happened. */
  #newest() {
    return (this.#sessions.find((session) => session.observationCount > 0) ?? this.#sessions[0]).id;
  }

  async #play(id) {
    this.#deck?.close();
    this.#deck = null;
    this.keys = {};
    replace(this.stage, waiting(8));
    const { session, timeline } = await get("replay/load", { sessionId: id });
    if (this.signal.aborted || (this.#id && this.#id !== id)) return;
    const events = timeline?.events ?? [];
    if (!events.length)
      return replace(this.stage, empty("replay", "Nothing to play", "Nothing happened in this session yet."));
    const player = new Player(events, timeline.totalDurationMs ?? 0);
    this.#deck = new Deck(player, session);
    this.keys = this.#deck.keys;
    replace(this.stage, this.#deck.node);
    this.#deck.start();
    this.facts.textContent = `${plural(events.length, "event")} in ${duration(timeline.totalDurationMs)}`;
    this.facts.title = "Silences longer than 4 seconds are cut to 4.";
  }

  #drawTools() {
    const name = (s) =>
      `${ago(s.startedAt)} · ${(s.title || s.firstPrompt || s.id).slice(0, 60)} · ${folder(s.project, 1)}`;
    this.facts = h("span.quiet.tools-count");
    replace(
      this.tools,
      this.#sessions.length > 0 &&
        select(
          "Session",
          this.#sessions.map((s) => [s.id, name(s)]),
          this.#id || this.#newest(),
          (id) => go("replay", id),
        ),
      this.facts,
      button("Import JSONL", "upload", () => this.#import()),
    );
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
  }
}

const said = (told) =>
  `${plural(told.imported ?? 0, "transcript")} imported, ${plural(told.observations ?? 0, "observation")}${told.truncated ? "; there are more files than were asked for" : ""}.`;

function nothing(act) {
  return empty(
    "replay",
    "Nothing to play yet",
    "Sessions can be played back once an agent has worked. Transcripts Claude Code has already written can be imported:",
    button("Import JSONL", "upload", act, { look: "primary" }),
    command(COMMANDS.connect()),
  );
}
