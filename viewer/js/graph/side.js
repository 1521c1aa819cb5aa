// Beside the graph: the folders by weight, or the one that is chosen.

import { h, replace } from "../core/dom.js";
import { folder, number, plural } from "../core/format.js";
import { go } from "../core/route.js";
import { button, facts, filterBox, glyphButton, tags } from "../parts/small.js";

const LISTED = 60;

export class Side {
  #words = "";

  constructor(map) {
    this.map = map;
    this.model = map.model;
    this.node = h("aside.graph-side", { "aria-label": "Folders" });
    this.show();
  }

  /** The chosen folder, or all of them. */
  show() {
    const node = this.model.nodes[this.map.chosen];
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
    if (this.node.dataset.shows === "list") return replace(this.found, rows, more);
    this.node.dataset.shows = "list";
    this.found = h("div", rows, more);
    replace(
      this.node,
      filterBox("Find a folder", this.#words, (value) => {
        this.#words = value;
        this.#list();
      }),
      h("p.quiet.graph-counts", "Kept: sessions and memories, counted together."),
      this.found,
    );
  }

  #row(node, at, text = `${number(node.weight)} kept`) {
    return h(
      "li",
      h(
        "button.row-button",
        { type: "button", title: node.id, on: { click: () => this.map.choose(at, true) } },
        h("i.dot", { style: { background: node.color } }),
        h("span.cut", folder(node.id)),
        h("span.quiet.row-end", { title: kept(node) }, text),
      ),
    );
  }

  #about(node, at) {
    const near = this.model.neighbours[at];
    this.node.dataset.shows = "node";
    replace(
      this.node,
      h(
        "div.split-close",
        glyphButton("Close", "close", () => this.map.choose(-1)),
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
          h("p.quiet.graph-counts", "By how strong the link is."),
          h(
            "ul.rows",
            near.slice(0, 12).map(([other, weight]) => this.#row(this.model.nodes[other], other, `link ${weight.toFixed(1)}`)),
          ),
        ),
    );
  }
}

/** What the number beside a folder counts. */
const kept = ({ sessions = 0, memories = 0 }) =>
  `${plural(sessions, "session")} and ${plural(memories, "memory", "memories")}`;

function describe(node) {
  const about = node.concepts?.length ? ` It is mostly about ${node.concepts.slice(0, 3).join(", ")}.` : "";
  return `${node.weight ? `${number(node.weight)} kept: ${kept(node)}.` : "Nothing is kept of it yet."}${about}`;
}
