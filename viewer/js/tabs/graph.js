// Graph: the folders that were worked in, and what joins them.

import { h, replace } from "../core/dom.js";
import { get } from "../core/api.js";
import { folder, number, plural } from "../core/format.js";
import { go, stay } from "../core/route.js";
import { COMMANDS, command, empty, failed, waiting } from "../parts/empty.js";
import { button, facts, filterBox, glyphButton, tags } from "../parts/small.js";
import { model } from "../graph/model.js";
import { GraphMap } from "../graph/map.js";

const LISTED = 60;

export function open(root, route, signal) {
  const tab = new Graph(root, signal);
  tab.refresh(route.id);
  return tab;
}

class Graph {
  #words = "";
  keys = {};

  constructor(root, signal) {
    this.root = root;
    this.signal = signal;
    signal.addEventListener("abort", () => this.map?.close());
  }

  async refresh(wanted = "") {
    replace(this.root, waiting(8));
    try {
      const told = await get("graph");
      if (this.signal.aborted) return;
      if (!told.nodes?.length) return replace(this.root, nothing());
      this.#draw(model(told), wanted);
    } catch (error) {
      replace(
        this.root,
        failed(error, () => this.refresh(wanted)),
      );
    }
  }

  update({ id }) {
    const at = this.model?.nodes.findIndex((node) => node.id === id) ?? -1;
    if (this.map && at !== this.map.chosen) this.map.choose(at, at >= 0);
  }

  back() {
    this.map?.choose(-1);
  }

  #draw(graph, wanted) {
    this.map?.close();
    this.model = graph;
    this.map = new GraphMap(graph);
    this.tip = h("div.graph-tip", { hidden: true, role: "tooltip" });
    this.side = h("aside.graph-side", { "aria-label": "Folders" });
    const { map } = this;
    replace(
      this.root,
      h(
        "div.graph",
        h(
          "div.graph-field",
          map.node,
          this.tip,
          h(
            "div.graph-buttons",
            glyphButton("Nearer", "plus", () => map.zoom(1.4)),
            glyphButton("Farther", "minus", () => map.zoom(1 / 1.4)),
            glyphButton("See everything", "home", () => map.fit()),
          ),
          h("p.graph-note", note(graph)),
        ),
        this.side,
      ),
    );
    map.addEventListener("hover", () => this.#hover());
    map.addEventListener("choose", () => this.#chosen());
    map.addEventListener("broken", () =>
      replace(this.root, failed(new Error("The browser does not run the part that lays the graph out."))),
    );
    addEventListener("mneme:theme", () => map.theme(), { signal: this.signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.theme(), { signal: this.signal });
    this.keys = {
      "+": () => map.zoom(1.3),
      "=": () => map.zoom(1.3),
      "-": () => map.zoom(1 / 1.3),
      0: () => map.fit(),
      ArrowLeft: () => map.pan(60, 0),
      ArrowRight: () => map.pan(-60, 0),
      ArrowUp: () => map.pan(0, 60),
      ArrowDown: () => map.pan(0, -60),
    };
    this.#list();
    const at = graph.nodes.findIndex((node) => node.id === wanted);
    if (at >= 0) map.addEventListener("still", () => map.choose(at, true), { once: true });
  }

  #hover() {
    const { hover, place } = this.map;
    const node = this.model.nodes[hover];
    this.tip.hidden = !node;
    if (!node) return;
    replace(
      this.tip,
      h("strong", node.id),
      h("span.quiet", `${plural(node.sessions ?? 0, "session")}, ${plural(node.memories ?? 0, "memory", "memories")}`),
    );
    const wide = this.map.canvas.width;
    this.tip.style.setProperty(
      "transform",
      `translate(${Math.min(place[0] + 14, wide - this.tip.offsetWidth - 8)}px, ${place[1] + 14}px)`,
    );
  }

  #chosen() {
    const node = this.model.nodes[this.map.chosen];
    stay("graph", node?.id);
    if (node) this.#about(node, this.map.chosen);
    else this.#list();
  }

  #list() {
    const words = this.#words.toLowerCase();
    const found = this.model.order
      .map((at) => [this.model.nodes[at], at])
      .filter(([node]) => node.id.toLowerCase().includes(words));
    const rows = h(
      "ul.rows",
      found.slice(0, LISTED).map(([node, at]) => this.#row(node, at)),
    );
    const more =
      found.length > LISTED &&
      h("p.none", `and ${number(found.length - LISTED)} more; write a part of the name to find them.`);
    if (this.side.dataset.shows === "list") return replace(this.found, rows, more);
    this.side.dataset.shows = "list";
    this.found = h("div", rows, more);
    replace(
      this.side,
      filterBox("Find a folder", this.#words, (value) => {
        this.#words = value;
        this.#list();
      }),
      this.found,
    );
  }

  #row(node, at, text = `${number(node.weight)}`) {
    return h(
      "li",
      h(
        "button.row-button",
        { type: "button", title: node.id, on: { click: () => this.map.choose(at, true) } },
        h("i.dot", { style: { background: node.color } }),
        h("span.cut", folder(node.id)),
        h("span.quiet.row-end", text),
      ),
    );
  }

  #about(node, at) {
    const near = this.model.neighbours[at];
    this.side.dataset.shows = "node";
    replace(
      this.side,
      h(
        "div.split-close",
        glyphButton("Close", "close", () => this.back()),
      ),
      h(
        "header.detail-head",
        h("h2", h("i.dot", { style: { background: node.color } }), node.label),
        h("p.quiet.mono", node.id),
      ),
      h("p", describe(node)),
      h(
        "div.buttons",
        button("Its memories", "memories", () => go("memories", "", "", { folder: node.id })),
      ),
      facts([
        ["Concepts", tags(node.concepts, 12)],
        ["Links", `${plural(node.linked, "folder")}, ${number(near.length)} drawn`],
      ]),
      near.length > 0 &&
        h(
          "section.detail-part",
          h("h2", "Nearest"),
          h(
            "ul.rows",
            near.slice(0, 12).map(([other, weight]) => this.#row(this.model.nodes[other], other, weight.toFixed(1))),
          ),
        ),
    );
  }
}

function describe(node) {
  const did = [
    node.sessions && plural(node.sessions, "session"),
    node.memories && plural(node.memories, "memory", "memories"),
  ]
    .filter(Boolean)
    .join(" and ");
  const about = node.concepts?.length ? ` It is mostly about ${node.concepts.slice(0, 3).join(", ")}.` : "";
  return `${did ? `${did} so far.` : "Nothing is kept of it yet."}${about}`;
}

function note({ nodes, links, all }) {
  const shown =
    links.length < all ? `the ${number(links.length)} strongest of ${plural(all, "link")}` : plural(all, "link");
  return `${plural(nodes.length, "folder")}, ${shown}`;
}

function nothing() {
  return empty(
    "graph",
    "No folders yet",
    "Each folder an agent works in becomes a point here. Folders that share a concept or a parent are joined.",
    command(COMMANDS.remember()),
    h("p.muted", "Names count as folders only if they contain a separator, as in ", h("code", "/home/me/shop"), "."),
  );
}
