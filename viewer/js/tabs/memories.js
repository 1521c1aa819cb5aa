// Memories: what is known, newest first; ten thousand of them if need be.

import { debounce, h, narrow, replace } from "../core/dom.js";
import { allMemories, memories } from "../core/data.js";
import { folder, headline, number, plural, when } from "../core/format.js";
import { hear } from "../core/live.js";
import { go, stay } from "../core/route.js";
import { VirtualList } from "../parts/list.js";
import { COMMANDS, command, empty, failed, stale, waiting } from "../parts/empty.js";
import { bar, button, filterBox, kind, select, tags } from "../parts/small.js";
import { Split } from "../parts/split.js";
import { KINDS, MemoryDetail, write } from "../memories/detail.js";

export function open(root, route, signal) {
  const tab = new Memories(root, signal);
  tab.update(route);
  tab.refresh();
  return tab;
}

class Memories {
  #words = "";
  #type = "";
  #folder = "";
  #open = "";
  #texts = new Map();

  constructor(root, signal) {
    this.signal = signal;
    this.list = new VirtualList({
      label: "Memories",
      heights: [62, 86],
      row,
      open: (memory) => go("memories", memory.id),
      look: "memory-list",
    });
    this.tools = h("div.tools");
    this.note = h("div.list-note", waiting(8));
    this.head = h(
      "div.mrow.mrow-head",
      { "aria-hidden": "true" },
      ["Memory", "Kind", "Strength", "Version", "Updated"].map((name) => h("span", name)),
    );
    this.split = new Split(this.tools, [this.head, this.note, this.list.node], () => this.back());
    this.detail = new MemoryDetail(this.split, signal, (id) => this.#changed(id));
    replace(root, this.split.node);
    this.#drawTools();
    const soon = debounce(() => this.refresh(), 1_500);
    hear("observation", soon, signal);
    hear("grown", soon, signal);
    hear("changed", () => this.refresh(), signal);
    signal.addEventListener("abort", () => {
      soon.cancel();
      this.list.close();
    });
  }

  update({ id, query }) {
    this.#open = id;
    if (query?.get("folder")) this.#folder = query.get("folder");
    if (id) this.list.seek(id);
    else this.list.chosen = "";
    if (id) this.detail.show(id);
    else this.detail.leave();
  }

  back() {
    if (!this.#open) return;
    stay("memories");
    this.update({ id: "" });
    this.list.node.focus({ preventScroll: true });
  }

  async refresh() {
    const before = memories.value;
    if (before && !this.list.items.length) this.#draw();
    try {
      await allMemories((some) => before || this.signal.aborted || this.#draw(some.list));
      if (this.signal.aborted) return;
      this.#texts.clear();
      this.#drawTools();
      this.#draw();
      if (this.#open) this.detail.show(this.#open);
    } catch (error) {
      replace(this.note, this.list.items.length ? stale(error) : failed(error, () => this.refresh()));
    }
  }

  #changed(id) {
    if (id) stay("memories", id);
    else stay("memories");
    this.#open = id;
    if (!id) this.detail.leave();
    return this.refresh();
  }

  #draw(list = memories.value?.list ?? []) {
    const words = this.#words.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = list.filter(
      (m) =>
        (!this.#type || m.type === this.#type) &&
        (!this.#folder || m.project === this.#folder) &&
        words.every((word) => this.#text(m).includes(word)),
    );
    const total = list.length;
    this.list.items = shown;
    // A look again in the middle of j and k leaves them where they are.
    this.list.chosen = this.#open || this.list.chosen;
    replace(
      this.note,
      shown.length
        ? null
        : total
          ? h("p.none", "No memory is like this. Search with ", h("kbd", "/"), " looks by meaning too.")
          : nothing(),
    );
    this.list.node.hidden = this.head.hidden = !shown.length;
    this.count.textContent =
      shown.length === total
        ? plural(total, "memory", "memories")
        : `${number(shown.length)} of ${plural(total, "memory", "memories")}`;
  }

  /** Lower-cased once, so that filtering ten thousand keeps up with typing. */
  #text(memory) {
    let text = this.#texts.get(memory.id);
    if (text === undefined) {
      text =
        `${memory.title} ${memory.content} ${(memory.concepts ?? []).join(" ")} ${(memory.files ?? []).join(" ")}`.toLowerCase();
      this.#texts.set(memory.id, text);
    }
    return text;
  }

  #drawTools() {
    if (this.count && this.tools.contains(document.activeElement)) return;
    const list = memories.value?.list ?? [];
    const folders = [...new Set(list.map((m) => m.project).filter(Boolean))].sort();
    const types = [...new Set([...KINDS.map(([type]) => type), ...list.map((m) => m.type)])];
    const narrowTo = (name) => (value) => {
      if (name === "type") this.#type = value;
      else this.#folder = value;
      this.#draw();
    };
    this.count = h("span.quiet.tools-count");
    replace(
      this.tools,
      filterBox(
        "Filter memories",
        this.#words,
        debounce((value) => {
          this.#words = value;
          this.#draw();
        }, 60),
      ),
      select("Kind", [["", "Every kind"], ...types.map((type) => [type, type])], this.#type, narrowTo("type")),
      select(
        "Folder",
        [["", "All folders"], ...folders.map((path) => [path, folder(path)])],
        this.#folder,
        narrowTo("folder"),
      ),
      this.count,
      button("Remember", "plus", () => write((id) => this.#changed(id))),
    );
  }
}

function row(memory) {
  const [first, rest] = headline(memory.title, memory.content);
  return h(
    "div.mrow",
    h(
      "div.mrow-text",
      h("div.mrow-title.cut", first),
      h(
        "div.mrow-more",
        !narrow.matches && tags(memory.concepts, 3),
        h("span.cut.quiet", rest || folder(memory.project)),
      ),
    ),
    kind(memory.type),
    bar((memory.strength ?? 0) / 10, "Strength", `${memory.strength ?? 0} of 10`),
    h("span.quiet.mrow-version", `v${memory.version ?? 1}`),
    h("span.quiet.mrow-when", when(memory.updatedAt)),
  );
}

function nothing() {
  return empty(
    "memories",
    "Nothing is remembered yet",
    "A memory is something worth keeping: a fact, a preference, the way a thing is done. Agents keep them by the tool memory_save; you can too:",
    command(COMMANDS.remember()),
    command(COMMANDS.mcp()),
  );
}
