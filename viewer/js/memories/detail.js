// One memory: read it, change it, doubt it, forget it.

import { h } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { memories } from "../core/data.js";
import { brief, headline, moment, percent, words } from "../core/format.js";
import { link } from "../core/route.js";
import { choice, confirm, field, form } from "../parts/dialog.js";
import { failed } from "../parts/empty.js";
import { bar, button, facts, kind, tags } from "../parts/small.js";
import { icon } from "../parts/icon.js";
import { prose } from "../parts/prose.js";
import { saying, toast } from "../parts/toast.js";
import { decide, waitingItems } from "../review/adapter.js";

/** What a memory may be, and how one tells. */
export const KINDS = [
  ["fact", "Fact: it is so"],
  ["preference", "Preference: somebody wants it so"],
  ["pattern", "Pattern: it comes up again and again"],
  ["architecture", "Architecture: it is built so"],
  ["bug", "Bug: it goes wrong, and why"],
  ["workflow", "Workflow: it is done so"],
];

/** Enough to know which one is meant. */
const QUOTED = 600;

export class MemoryDetail {
  #id = "";
  #drawn = "";

  constructor(split, signal, changed) {
    Object.assign(this, { split, signal, changed });
  }

  async show(id) {
    this.#id = id;
    const known = memories.value?.list.find((memory) => memory.id === id);
    if (known && this.split.detail.dataset.label !== id) this.#draw(known);
    try {
      const memory = known ?? (await older(id));
      const [{ relations = [] }, { items: doubts = [] }] = await Promise.all([
        get("relations").catch(() => ({})),
        waitingItems().catch(() => ({})),
      ]);
      if (this.#id === id && !this.signal.aborted)
        this.#draw(
          memory,
          relations.filter((each) => each.sourceId === id || each.targetId === id),
          doubts.find((item) => item.memory === id),
        );
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

  #draw(memory, relations = [], doubt = undefined) {
    // Looking again does not take a selection or a focus away when nothing is different.
    const told = JSON.stringify([memory, relations, doubt && [doubt.why, doubt.trust]]);
    if (memory && told === this.#drawn && this.split.detail.dataset.label === memory.id) return;
    this.#drawn = told;
    if (!memory) return this.split.show(this.#id, h("p.none", "This memory is not there. It may have been forgotten."));
    this.split.show(
      memory.id,
      h(
        "header.detail-head",
        h("h2", headline(memory.title, memory.content)[0]),
        h(
          "p",
          kind(memory.type),
          " ",
          h("span.quiet", `version ${memory.version ?? 1}`),
          memory.isLatest === false && h("span.state", { data: { state: "old" } }, "superseded"),
        ),
        doubt && doubted(doubt),
      ),
      memory.isLatest !== false &&
        h(
          "div.buttons",
          button("Edit", "edit", () => this.#edit(memory), { look: "primary" }),
          button("Doubt", "review", () => this.#doubt(memory)),
          button("Forget", "trash", () => this.#forget(memory), { look: "quiet-danger" }),
        ),
      headline(memory.title, memory.content)[1] && prose(memory.content),
      facts([
        ["Concepts", tags(memory.concepts, 20)],
        [
          "Strength",
          h(
            "span.with-bar",
            bar((memory.strength ?? 0) / 10, "Strength", `${memory.strength} of 10`),
            `${memory.strength} of 10`,
          ),
        ],
        ["Folder", memory.project],
        ["Agent", memory.agentId],
        ["Source", memory.source && source(memory.source)],
        ["Created", moment(memory.createdAt)],
        ["Updated", moment(memory.updatedAt)],
        ["Forgotten after", memory.forgetAfter && moment(memory.forgetAfter)],
        [
          "Files",
          memory.files?.length > 0 &&
            h(
              "ul.files",
              memory.files.map((file) => h("li", icon("file"), file)),
            ),
        ],
        [
          "Took the place of",
          memory.supersedes?.length > 0 &&
            memory.supersedes.map((id) => h("a.line", { href: link("memories", id) }, id)),
        ],
        [
          "From sessions",
          memory.sessionIds?.length > 0 &&
            memory.sessionIds.map((id) => h("a.line", { href: link("sessions", id) }, id)),
        ],
        [
          "From observations",
          memory.sourceObservationIds?.length > 0 && h("span.mono", memory.sourceObservationIds.join(", ")),
        ],
        ["Relations", relations.length > 0 && relations.map((each) => related(each, memory.id))],
        ["Id", h("code", memory.id)],
      ]),
    );
  }

  async #edit(memory) {
    // A title nobody chose is the text's beginning; it is made anew from the new text.
    const own = memory.content?.startsWith(memory.title ?? "") ? "" : memory.title;
    const fields = [
      field("Title", "newTitle", { value: own, maxlength: "80", placeholder: "The text's first 80 characters" }),
      field("Content", "newContent", {
        long: true,
        rows: "9",
        value: memory.content ?? "",
        required: true,
        autofocus: true,
        help: "The version before stays readable, and is no longer found.",
      }),
    ];
    const told = await form("Edit this memory", "Save as a new version", fields, evolving(memory.id), "wide");
    if (!told) return;
    toast(`Saved as version ${told.memory?.version ?? "next"}.`);
    memories.stale();
    await this.changed(told.memory?.id ?? memory.id);
  }

  /** It is believed less, and waits for somebody's word. */
  async #doubt(memory) {
    if (await saying(decide(memory.id, "reject"), "It waits under Review for a decision.")) await this.show(memory.id);
  }

  async #forget(memory) {
    const text = "It is taken away for good: from the store, the search and the journal. This cannot be undone.";
    if (!(await confirm("Forget this memory?", text, "Forget it", brief(memory.content, QUOTED)))) return;
    const told = await saying(post("forget", { memoryId: memory.id }), (answer) =>
      answer.deleted ? "Forgotten." : "It was already gone.",
    );
    if (!told) return;
    memories.stale();
    await this.changed("");
  }
}

/** A version that is no longer the latest is not in the list; ask for the old ones too. */
const older = async (id) => (await every()).find((memory) => memory.id === id);
const every = async () => (await get("memories", { latest: false, limit: 20_000 })).memories ?? [];

/** Through which door it came, and on whose word: of a key only its id is known. */
const DOORS = { rest: "REST", control: "command", grpc: "gRPC", gateway: "model call" };
const source = ({ door, by }) => [DOORS[door] ?? words(door), by && by !== door && [" · ", h("code", by)]];

/** Why it is not simply believed, and where somebody decides. */
function doubted({ why, trust }) {
  return h(
    "p.doubted",
    h("strong", `${why}.`),
    ` Trust ${percent(trust)}. `,
    h("a", { href: link("review") }, "Decide under Review"),
  );
}

function related({ sourceId, targetId, type }, own) {
  const other = sourceId === own ? targetId : sourceId;
  return h(
    "span.line",
    `${sourceId === own ? words(type) : `${words(type)} (from)`} `,
    h("a", { href: link("memories", other) }, other),
  );
}

/** Saves a next version. If somebody else made one meanwhile, theirs is shown, and saving again follows theirs. */
function evolving(id) {
  let latest = id;
  return async ({ newTitle, newContent }) => {
    const sent = { memoryId: latest, newContent: newContent.trim(), newTitle: newTitle.trim() || undefined };
    try {
      return await post("evolve", sent);
    } catch (error) {
      const newer = await successor(latest).catch(() => null);
      if (!newer) throw error;
      latest = newer.id;
      const told = new Error("Somebody changed it meanwhile. Saving again puts your text in the place of this one:");
      told.more = h("blockquote", newer.content);
      throw told;
    }
  };
}

/** What took a memory's place in the end. */
async function successor(id) {
  const { list } = await memories.load();
  const before = new Map((await every()).flatMap((each) => (each.supersedes ?? []).map((old) => [old, each])));
  let next = before.get(id);
  while (next && before.get(next.id)) next = before.get(next.id);
  return next && (list.find((each) => each.id === next.id) ?? next);
}

/** Keeps something new. */
export async function write(done) {
  const fields = [
    field("What is worth keeping?", "content", { long: true, rows: "5", required: true, autofocus: true }),
    choice("Kind", "type", KINDS, "fact"),
    field("Concepts", "concepts", { placeholder: "deploy, approval", help: "Separated by commas." }),
    field("Folder", "project", { placeholder: "/code/shop" }),
  ];
  const told = await form("Remember something", "Remember", fields, ({ content, type, concepts, project }) =>
    post("remember", { content: content.trim(), type, concepts, project: project.trim() || undefined }),
  );
  if (!told) return;
  toast(told.memory?.version > 1 ? "Remembered, in place of an earlier version." : "Remembered.");
  await done(told.memory?.id ?? "");
}
