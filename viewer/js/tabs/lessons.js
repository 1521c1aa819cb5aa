// Lessons: what was learnt, the surest first.

import { debounce, h, narrow, replace } from "../core/dom.js";
import { post } from "../core/api.js";
import { lessons } from "../core/data.js";
import { folder, moment, number, percent, plural, when } from "../core/format.js";
import { hear } from "../core/live.js";
import { go, stay } from "../core/route.js";
import { confirm, field, form } from "../parts/dialog.js";
import { COMMANDS, command, empty, failed, stale, waiting } from "../parts/empty.js";
import { VirtualList } from "../parts/list.js";
import { bar, beyond, button, facts, filterBox, select, tags, whileBusy } from "../parts/small.js";
import { Split } from "../parts/split.js";
import { saying, toast } from "../parts/toast.js";

const SURE = [
  ["0", "Any confidence"],
  ["0.3", "30 % and more"],
  ["0.5", "50 % and more"],
  ["0.7", "70 % and more"],
];
const FOUND = 100;

export function open(root, route, signal) {
  const tab = new Lessons(root, signal);
  tab.update(route);
  tab.refresh();
  return tab;
}

class Lessons {
  #words = "";
  #least = 0;
  #source = "";
  #found = null;
  #open = "";
  #drawn = "";
  #turn = 0;

  constructor(root, signal) {
    this.signal = signal;
    this.list = new VirtualList({
      label: "Lessons",
      heights: [58, 84],
      row,
      open: (lesson) => go("lessons", lesson.id),
    });
    this.head = h(
      "div.lrow.mrow-head",
      { "aria-hidden": "true" },
      ["Lesson", "Confidence", "Told again", "Source", "Updated"].map((name) => h("span", name)),
    );
    this.note = h("div.list-note", waiting(8));
    this.tools = h(
      "div.tools",
      filterBox(
        "Search lessons",
        "",
        debounce((value) => this.#search(value), 160),
      ),
      select("Confidence", SURE, "0", (value) => {
        this.#least = Number(value);
        this.#draw();
      }),
      select(
        "Source",
        [
          ["", "Any source"],
          ["manual", "By hand"],
          ["consolidation", "Consolidation"],
          ["crystal", "Crystal"],
        ],
        "",
        (value) => {
          this.#source = value;
          this.#draw();
        },
      ),
      (this.count = h("span.quiet.tools-count")),
      button("Teach", "plus", () => this.#teach()),
    );
    this.split = new Split(this.tools, [this.head, this.note, this.list.node], () => this.back());
    replace(root, this.split.node);
    hear("changed", () => this.refresh(), signal);
    signal.addEventListener("abort", () => this.list.close());
  }

  update({ id }) {
    this.#open = id;
    if (id) this.list.seek(id);
    else this.list.chosen = "";
    this.#detail();
  }

  back() {
    if (!this.#open) return;
    stay("lessons");
    this.update({ id: "" });
  }

  async refresh() {
    try {
      await lessons.load();
      // What a search found before may have been forgotten since.
      if (this.#found) await this.#search(this.#words);
      if (this.signal.aborted) return;
      this.#draw();
      this.#detail();
    } catch (error) {
      replace(this.note, this.list.items.length ? stale(error) : failed(error, () => this.refresh()));
    }
  }

  async #search(words) {
    const turn = ++this.#turn;
    this.#words = words.trim();
    try {
      const told =
        this.#words.length > 1
          ? await post("lessons/search", { query: this.#words, minConfidence: 0, limit: FOUND })
          : null;
      if (turn !== this.#turn) return;
      this.#found = told?.lessons ?? null;
      this.#draw();
    } catch (error) {
      if (turn !== this.#turn) return;
      // What was found for other words is no answer to these.
      this.#found = [];
      this.#draw();
      replace(
        this.note,
        failed(error, () => this.#search(words)),
      );
    }
  }

  #draw() {
    const { list: all, total } = lessons.value ?? { list: [], total: 0 };
    const shown = (this.#found ?? all).filter(
      (lesson) => lesson.confidence >= this.#least && (!this.#source || lesson.source === this.#source),
    );
    this.list.items = shown;
    this.list.chosen = this.#open || this.list.chosen;
    const left = this.#found ? 0 : total - all.length;
    replace(
      this.note,
      shown.length ? beyond(left) : all.length ? h("p.none", "No lesson is like this.") : nothing(),
    );
    this.list.node.hidden = this.head.hidden = !shown.length;
    this.count.textContent =
      shown.length === total ? plural(total, "lesson") : `${number(shown.length)} of ${plural(total, "lesson")}`;
  }

  #detail() {
    if (!this.#open) return this.split.hide();
    const known = [...(lessons.value?.list ?? []), ...(this.#found ?? [])];
    const lesson = known.find((each) => each.id === this.#open);
    if (!lesson) return lessons.value && this.split.show(this.#open, h("p.none", "This lesson is not there."));
    // Looking again does not take a selection or a focus away when nothing is different.
    const told = JSON.stringify(lesson);
    if (told === this.#drawn && this.split.detail.dataset.label === lesson.id) return undefined;
    this.#drawn = told;
    const again = (event) =>
      whileBusy(event.currentTarget, async () => {
        const told = await saying(
          post("lessons/strengthen", { lessonId: lesson.id }),
          (answer) => `Now ${percent(answer.lesson?.confidence)} sure.`,
        );
        if (told) await this.refresh();
      });
    return this.split.show(
      lesson.id,
      h("header.detail-head", h("h2", lesson.content), lesson.context && h("p.quiet", lesson.context)),
      h(
        "div.sure",
        bar(lesson.confidence, "Confidence"),
        h("strong", percent(lesson.confidence)),
        h("span.quiet", "sure"),
      ),
      h(
        "div.buttons",
        button("It holds, strengthen it", "plus", again),
        button("Forget", "trash", () => this.#forget(lesson), { look: "quiet-danger" }),
      ),
      facts([
        ["Told again", plural(lesson.reinforcements ?? 0, "time")],
        ["Loses each week", percent(lesson.decayRate ?? 0.05)],
        ["Source", lesson.source],
        ["Folder", [lesson.project || "everywhere", ...(lesson.alsoIn ?? [])].join(", ")],
        ["Tags", tags(lesson.tags, 12)],
        ["Created", moment(lesson.createdAt)],
        ["Updated", moment(lesson.updatedAt)],
        ["Id", h("code", lesson.id)],
      ]),
    );
  }

  async #forget(lesson) {
    const text = "It is taken away for good: from the store, the search and the journal. This cannot be undone.";
    if (!(await confirm("Forget this lesson?", text, "Forget it", lesson.content))) return;
    const told = await saying(post("forget", { memoryId: lesson.id }), (answer) =>
      answer.deleted ? "Forgotten." : "It was already gone.",
    );
    if (!told) return;
    this.back();
    await this.#search(this.#words);
    await this.refresh();
  }

  async #teach() {
    const fields = [
      field("What was learnt?", "content", { long: true, rows: "3", required: true, autofocus: true }),
      field("When does it apply?", "context"),
      field("Folder", "project", { help: "Leave empty if it holds everywhere." }),
    ];
    const told = await form("Teach a lesson", "Save", fields, ({ content, context, project }) =>
      post("lessons", { content: content.trim(), context: context.trim(), project: project.trim() }),
    );
    if (!told) return;
    toast(told.action === "strengthened" ? "It was known, and is surer now." : "Learnt.");
    await this.refresh();
  }
}

function row(lesson) {
  return h(
    "div.lrow",
    h(
      "div.mrow-text",
      h("div.mrow-title.cut", lesson.content),
      h(
        "div.mrow-more",
        !narrow.matches && tags(lesson.tags, 2),
        h("span.cut.quiet", lesson.context || folder(lesson.project || "everywhere")),
      ),
    ),
    h("span.with-bar", bar(lesson.confidence, "Confidence"), h("span.quiet", percent(lesson.confidence))),
    h("span.quiet.lrow-again", `${lesson.reinforcements ?? 0} ×`),
    h("span.quiet.lrow-source", lesson.source),
    h("span.quiet.mrow-when", when(lesson.updatedAt)),
  );
}

function nothing() {
  return empty(
    "lessons",
    "No lessons yet",
    "A lesson is a sentence that should not have to be learnt twice. It grows surer each time it is told again, and fades slowly otherwise.",
    command(COMMANDS.lesson()),
  );
}
