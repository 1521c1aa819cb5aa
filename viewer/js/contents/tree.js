// A tree whose branches are fetched when they are opened, and whose sentences lead to their source.

import { h, replace } from "../core/dom.js";
import { millis, moment, plural } from "../core/format.js";
import { waiting } from "../parts/empty.js";
import { icon } from "../parts/icon.js";
import { source } from "./adapter.js";

export class Tree {
  /** `children(node)` gives nodes as the adapter makes them; `open` names the branches that are open. */
  constructor(children, open = new Set()) {
    this.children = children;
    this.open = open;
    this.reopened = [];
    this.node = h("ul.tree", { role: "tree", "aria-label": "Table of contents" });
    this.node.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Done once every branch that was open is so again. */
  async show(nodes) {
    replace(
      this.node,
      nodes.map((node) => this.#branch(node, 1)),
    );
    this.node.querySelector(".tree-line")?.setAttribute("tabindex", "0");
    while (this.reopened.length) await this.reopened.pop();
  }

  /** Where one was before the tree was made again. */
  focus(id) {
    const line = [...this.node.querySelectorAll(".tree-line")].find((each) => each.dataset.id === id);
    if (line) this.#focus(line);
  }

  /** From the line one is at, or the first. */
  move(step) {
    const all = this.#lines();
    const at = all.indexOf(this.#at());
    const next = this.node.contains(document.activeElement) ? at + step : at;
    if (all.length) this.#focus(all[Math.max(0, Math.min(all.length - 1, next))]);
  }

  openChosen() {
    const line = this.#at();
    if (!line) return;
    this.#focus(line);
    line.click();
  }

  /** The one line the keyboard comes to. */
  #at = () => this.node.querySelector(".tree-line[tabindex='0']");
  #lines = () => [...this.node.querySelectorAll(".tree-line")].filter((each) => !each.closest("[hidden]"));

  #branch(node, level) {
    const opens = node.opens || node.bullets.length > 0;
    const inside = h("div.tree-inside", { hidden: true });
    const line = h(
      "div.tree-line",
      {
        role: "treeitem",
        "aria-level": level,
        "aria-expanded": opens ? "false" : null,
        tabindex: "-1",
        data: { id: node.id },
        on: { click: () => this.#chose(line) && opens && this.#turn(line, inside, node, level) },
      },
      opens ? icon("right") : h("span.tree-leaf"),
      h("span.tree-level.quiet", node.level),
      h("strong", node.title),
      h("span.quiet.cut", node.summary),
      node.events > 0 && h("span.quiet.row-end", plural(node.events, "event")),
    );
    if (opens && this.open.has(node.id)) this.reopened.push(this.#turn(line, inside, node, level));
    return h("li", { role: "none" }, line, inside);
  }

  async #turn(line, inside, node, level) {
    const open = line.getAttribute("aria-expanded") !== "true";
    line.setAttribute("aria-expanded", String(open));
    inside.hidden = !open;
    if (open) this.open.add(node.id);
    else this.open.delete(node.id);
    if (!open || inside.firstChild) return;
    replace(inside, node.opens && waiting(2));
    try {
      const nodes = node.opens ? await this.children(node) : [];
      replace(
        inside,
        node.bullets.map(bullet),
        nodes.length > 0 &&
          h(
            "ul",
            { role: "group" },
            nodes.map((each) => this.#branch(each, level + 1)),
          ),
      );
      if (!inside.firstChild) replace(inside, h("p.none", "Nothing has been told of this yet."));
    } catch (error) {
      replace(inside, h("p.wrong", { role: "alert" }, error.message));
      line.addEventListener("click", () => replace(inside), { once: true, capture: true });
    }
  }

  #key(event) {
    const line = event.target.closest(".tree-line");
    if (!line) return;
    const all = this.#lines();
    const at = all.indexOf(line);
    const open = line.getAttribute("aria-expanded") === "true";
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) this.#focus(all[Math.max(0, Math.min(all.length - 1, to))]);
    else if (
      ["Enter", " "].includes(event.key) ||
      (event.key === "ArrowRight" && !open) ||
      (event.key === "ArrowLeft" && open)
    )
      line.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #focus(line) {
    this.#chose(line);
    line.focus();
  }

  #chose(line) {
    this.#at()?.setAttribute("tabindex", "-1");
    line.setAttribute("tabindex", "0");
    return line;
  }
}

/** Grips open what was said, where it stands: one with a little around it, several with their own words only. */
function sources(grips) {
  const place = h("div.grip-source", { hidden: true });
  const button = h(
    "button.grip",
    { type: "button", "aria-expanded": "false", on: { click: turn } },
    icon("grip"),
    grips.length > 1 ? plural(grips.length, "source") : "Source",
  );
  async function turn() {
    const open = place.hidden;
    place.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (!open || place.querySelector(".said")) return;
    replace(place, waiting(2));
    try {
      replace(place, (await gathered(grips)).map(said));
    } catch (error) {
      replace(place, h("p.wrong", { role: "alert" }, error.message));
    }
  }
  return [button, place];
}

/** In the order of time, nothing twice. */
async function gathered(grips) {
  if (grips.length === 1) return source(grips[0]);
  const all = (await Promise.all(grips.map(source))).flat().filter((each) => each.own);
  const once = new Map(all.map((each) => [each.id ?? `${each.at} ${each.text}`, each]));
  return [...once.values()].sort((a, b) => millis(a.at) - millis(b.at));
}

function said({ own, at, who, text, href }) {
  const head = h("p.quiet", [who, at && moment(at)].filter(Boolean).join(" · "), " ", href && h("a", { href }, "open"));
  return h("div.said", { class: own ? "own" : "" }, head, h("p", text));
}

function bullet({ text, grips }) {
  return h("div.bullet", h("p", text), grips.length > 0 && sources(grips));
}
