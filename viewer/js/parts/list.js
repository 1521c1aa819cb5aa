// A list that draws only what is in sight. Rows have one height, so that 10,000 scroll like 10.

import { h, narrow, replace } from "../core/dom.js";

const BEYOND = 6;

export class VirtualList {
  #items = [];
  #drawn = new Map();
  #frame = 0;
  #chosen = null;
  /** What is to be brought into sight once it is there. */
  #sought = null;

  /** `heights` [wide, narrow] in pixels; `row(item)` makes the inside of a row; `open(item)` is called for a choice. */
  constructor({ label, heights, row, key = (item) => item.id, open, look = "" }) {
    Object.assign(this, { heights, row, key, open });
    this.inner = h("div.vlist-inner", { role: "presentation" });
    this.node = h(
      `div.vlist${look ? `.${look}` : ""}`,
      { role: "listbox", tabindex: "0", "aria-label": label },
      this.inner,
    );
    this.node.addEventListener("scroll", () => this.#later(), { passive: true });
    this.node.addEventListener("keydown", (event) => this.#key(event));
    this.inner.addEventListener("click", (event) => this.#clicked(event));
    this.watch = new ResizeObserver(() => this.#find() || this.#later());
    this.watch.observe(this.node);
    this.width = () => this.redraw();
    narrow.addEventListener("change", this.width);
  }

  close() {
    this.watch.disconnect();
    narrow.removeEventListener("change", this.width);
  }

  get height() {
    return this.heights[narrow.matches ? 1 : 0];
  }

  get items() {
    return this.#items;
  }

  set items(items) {
    this.#items = items;
    this.redraw();
    this.#find();
  }

  get chosen() {
    return this.#chosen;
  }

  /** Marks a row as chosen by its key; does not open it. */
  set chosen(key) {
    this.#chosen = key || null;
    for (const [index, node] of this.#drawn) this.#mark(node, this.#items[index]);
  }

  /** Chooses a row and brings it into sight, now or when it comes. */
  seek(key) {
    this.chosen = this.#sought = key;
    this.#find();
  }

  /** In the middle, so that its neighbours are seen too; what is in sight stays where it is. */
  #find() {
    const index = this.#sought ? this.#items.findIndex((item) => this.key(item) === this.#sought) : -1;
    const [view, top] = [this.node.clientHeight, index * this.height];
    if (index < 0 || !view) return false;
    this.#sought = null;
    const inSight = top >= this.node.scrollTop && top + this.height <= this.node.scrollTop + view;
    if (!inSight) this.node.scrollTop = top - (view - this.height) / 2;
    this.#draw();
    return true;
  }

  redraw() {
    this.#drawn.clear();
    replace(this.inner);
    this.inner.style.height = `${this.#items.length * this.height}px`;
    this.#draw();
  }

  move(step) {
    if (!this.#items.length) return;
    const at = this.#items.findIndex((item) => this.key(item) === this.#chosen);
    const next = Math.max(0, Math.min(this.#items.length - 1, at < 0 ? 0 : at + step));
    this.chosen = this.key(this.#items[next]);
    this.reveal(next);
  }

  openChosen() {
    const item = this.#items.find((each) => this.key(each) === this.#chosen);
    if (item) this.open(item);
  }

  reveal(index) {
    const [top, height, view] = [index * this.height, this.height, this.node.clientHeight];
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    else if (top + height > this.node.scrollTop + view) this.node.scrollTop = top + height - view;
    this.#draw();
  }

  #later() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const height = this.height;
    const first = Math.max(0, Math.floor(this.node.scrollTop / height) - BEYOND);
    const last = Math.min(
      this.#items.length,
      Math.ceil((this.node.scrollTop + this.node.clientHeight) / height) + BEYOND,
    );
    for (const [index, node] of this.#drawn) {
      if (index >= first && index < last) continue;
      node.remove();
      this.#drawn.delete(index);
    }
    const fresh = [];
    for (let index = first; index < last; index++) if (!this.#drawn.has(index)) fresh.push(this.#make(index, height));
    if (fresh.length) this.inner.append(...fresh);
  }

  #make(index, height) {
    const item = this.#items[index];
    const node = h(
      "div.vrow",
      {
        role: "option",
        id: `row-${this.key(item)}`,
        data: { index },
        "aria-posinset": index + 1,
        "aria-setsize": this.#items.length,
      },
      this.row(item),
    );
    node.style.transform = `translateY(${index * height}px)`;
    node.style.height = `${height}px`;
    this.#mark(node, item);
    this.#drawn.set(index, node);
    return node;
  }

  #mark(node, item) {
    const on = item && this.key(item) === this.#chosen;
    node.setAttribute("aria-selected", String(on));
    if (on) this.node.setAttribute("aria-activedescendant", node.id);
  }

  #clicked(event) {
    const row = event.target.closest(".vrow");
    if (!row || event.target.closest("a, button")) return;
    this.chosen = this.key(this.#items[row.dataset.index]);
    this.openChosen();
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.node.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in steps) this.move(steps[event.key]);
    else if (event.key === "Enter") this.openChosen();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
