// Graph: the folders that were worked in, and what joins them.

import { h, replace } from "../core/dom.js";
import { get } from "../core/api.js";
import { number, plural } from "../core/format.js";
import { hear } from "../core/live.js";
import { stay } from "../core/route.js";
import { COMMANDS, command, empty, failed, waiting } from "../parts/empty.js";
import { button, glyphButton } from "../parts/small.js";
import { toast } from "../parts/toast.js";
import { model } from "../graph/model.js";
import { GraphMap } from "../graph/map.js";
import { Side } from "../graph/side.js";

/** Between what lies over the map and the edge, and the nearest folder. */
const OVER_PX = 34;

export function open(root, route, signal) {
  const tab = new Graph(root, signal);
  tab.refresh(route.id);
  return tab;
}

class Graph {
  keys = {};

  constructor(root, signal) {
    this.root = root;
    this.signal = signal;
    signal.addEventListener("abort", () => this.map?.close());
    hear("changed", () => this.#again(), signal);
  }

  async refresh(wanted = this.shown ?? "") {
    const drawn = this.root.querySelector(".graph");
    if (!drawn) replace(this.root, waiting(8));
    try {
      const told = await get("graph");
      if (this.signal.aborted) return;
      if (!told.nodes?.length) {
        this.map?.close();
        this.map = null;
        return replace(this.root, nothing());
      }
      this.size = `${told.nodes.length} ${told.edges?.length ?? 0}`;
      this.#draw(model(told), wanted);
    } catch (error) {
      // A map that is there is looked at on.
      if (drawn) toast(error.message, "wrong");
      else
        replace(
          this.root,
          failed(error, () => this.refresh(wanted)),
        );
    }
  }

  /** A map somebody looks at is not pulled away: it says that there is a newer one. */
  async #again() {
    if (!this.root.querySelector(".graph")) return this.refresh();
    const told = await get("graph").catch(() => null);
    const size = ({ nodes = [], edges = [] }) => `${nodes.length} ${edges.length}`;
    if (!told || this.signal.aborted || size(told) === this.size || this.note.querySelector("button")) return;
    this.note.append(" · ", button("There is more now: look again", "again", () => this.refresh(this.shown)));
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
    this.side = new Side(this.map);
    const { map } = this;
    replace(
      this.root,
      h(
        "div.graph",
        h(
          "div.graph-field",
          map.node,
          this.tip,
          (this.buttons = h(
            "div.graph-buttons",
            glyphButton("Nearer", "plus", () => map.zoom(1.4)),
            glyphButton("Farther", "minus", () => map.zoom(1 / 1.4)),
            glyphButton("See everything", "home", () => map.fit()),
          )),
          (this.note = h("p.graph-note", note(graph))),
        ),
        this.side.node,
      ),
    );
    map.leave({ right: this.buttons.offsetWidth + OVER_PX, bottom: this.note.offsetHeight + OVER_PX });
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
    this.shown = node?.id ?? "";
    stay("graph", node?.id);
    this.side.show();
  }
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
    h("p.muted", "Names count as folders only if they contain a separator, as in ", h("code", "/code/shop"), "."),
  );
}
