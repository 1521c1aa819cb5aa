// The column of observations with its date markers. Draws a page at a time; new ones come in on top.

import { h, replace } from "../core/dom.js";
import { day, number } from "../core/format.js";
import { observation } from "../parts/observation.js";
import { button, whileBusy } from "../parts/small.js";
import { newer } from "./history.js";

const PAGE = 120;

export class Stream {
  #shown = [];
  #drawn = 0;
  #waiting = 0;
  #options = {};

  constructor(older) {
    this.older = older;
    this.column = h("div.stream-column");
    this.pill = h("button.new-pill", { type: "button", hidden: true, on: { click: () => this.#top() } });
    this.node = h("div.stream", this.pill, this.column);
    this.node.addEventListener("scroll", () => this.node.scrollTop < 40 && this.#seenNew(), { passive: true });
  }

  get empty() {
    return !this.#shown.length;
  }

  say(node) {
    this.#shown = [];
    replace(this.column, node);
  }

  /** `further` draws a page more than was drawn, for whoever asked to go back. */
  show(list, options) {
    const kept = this.#drawn;
    this.#shown = list;
    this.#options = options;
    this.#drawn = 0;
    const index = options.wanted ? list.findIndex((seen) => seen.id === options.wanted) : -1;
    replace(this.column);
    this.#page(Math.max(PAGE, kept + (options.further ? PAGE : 0), index + 20));
    if (index >= 0) this.#reveal(options.wanted);
  }

  /** A new observation, put where its time says, which is nearly always the top. */
  insert(seen, session) {
    const at = this.#shown.findIndex((each) => newer(seen, each) <= 0);
    const index = at < 0 ? this.#shown.length : at;
    this.#shown.splice(index, 0, seen);
    // Behind what is drawn: it comes with the next page.
    if (index > this.#drawn) return this.#foot();
    const node = observation(seen, { session, fresh: true });
    const before = this.node.scrollTop;
    this.#place(node, index);
    this.#drawn += 1;
    if (before < 40 || index > 0) return;
    this.node.scrollTop = before + node.offsetHeight;
    this.#waiting += 1;
    this.pill.hidden = false;
    this.pill.textContent = `↑ ${this.#waiting} new`;
  }

  /** Between its neighbours, below the mark of its day. */
  #place(node, index) {
    const [own, above] = [day(this.#shown[index].timestamp), this.#shown[index - 1]];
    const place = above && document.getElementById(`obs-${above.id}`);
    if (place && day(above.timestamp) === own) return place.after(node);
    const next = place ? place.nextElementSibling : this.column.firstElementChild;
    if (next?.matches(".day") && next.textContent === own) return next.after(node);
    this.column.insertBefore(node, next);
    node.before(marker(own));
  }

  /** The finished form of one that is there already. */
  renew(seen, session) {
    const old = document.getElementById(`obs-${seen.id}`);
    if (old) old.replaceWith(observation(seen, { session, open: old.open, fresh: old.classList.contains("fresh") }));
  }

  /** Takes away what was forgotten; what is open beside it stays open. */
  drop(gone) {
    const ids = new Set(gone.map((seen) => seen.id));
    const drawn = this.#shown.slice(0, this.#drawn).filter((seen) => ids.has(seen.id)).length;
    this.#shown = this.#shown.filter((seen) => !ids.has(seen.id));
    this.#drawn -= drawn;
    for (const id of ids) document.getElementById(`obs-${id}`)?.remove();
    for (const mark of this.column.querySelectorAll(".day"))
      if (!mark.nextElementSibling?.matches(".obs")) mark.remove();
  }

  move(step) {
    const all = [...this.column.querySelectorAll(".obs > summary")];
    const at = all.indexOf(document.activeElement);
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  }

  openChosen() {
    document.activeElement?.closest?.(".obs")?.toggleAttribute("open");
  }

  #page(size) {
    const next = this.#shown.slice(this.#drawn, this.#drawn + size);
    let last = this.#drawn ? day(this.#shown[this.#drawn - 1].timestamp) : "";
    const nodes = [];
    for (const seen of next) {
      const own = day(seen.timestamp);
      if (own !== last) nodes.push(marker(own));
      last = own;
      nodes.push(observation(seen, { session: this.#options.of(seen) }));
    }
    this.#drawn += next.length;
    this.column.append(...nodes);
    this.#foot();
  }

  /** At the end: what is loaded and not drawn, what is not loaded, or that there is nothing more. */
  #foot() {
    this.column.querySelector(".stream-more")?.remove();
    const left = this.#shown.length - this.#drawn;
    const older = (label, act) => h("div.stream-more", button(label, null, act));
    if (left > 0) this.column.append(older(`Show older (${number(left)} more)`, () => this.#page(PAGE)));
    else if (this.#options.more)
      this.column.append(older("Load older", (event) => whileBusy(event.currentTarget, () => this.older())));
    else this.column.append(h("p.stream-more.none", "This is where it begins."));
  }

  #reveal(id) {
    const node = document.getElementById(`obs-${id}`);
    if (!node) return;
    node.open = true;
    node.classList.add("found");
    requestAnimationFrame(() => node.scrollIntoView({ block: "center" }));
    node.querySelector("summary").focus({ preventScroll: true });
  }

  #top() {
    this.node.scrollTop = 0;
    this.#seenNew();
  }

  #seenNew() {
    this.#waiting = 0;
    this.pill.hidden = true;
  }
}

const marker = (text) => h("h2.day", text);
