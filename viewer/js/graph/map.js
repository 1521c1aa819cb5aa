// The graph under one's hands: zoom, pan, drag, hover, choose.

import { calm, h } from "../core/dom.js";
import { Canvas } from "./canvas.js";

const [NEAREST, FARTHEST] = [5, 0.04];
const NEAR_PX = 8;

export class GraphMap extends EventTarget {
  /** Pixels at the edges where no folder comes to lie by itself. */
  #room = { left: 45, right: 45, top: 35, bottom: 35 };
  hover = -1;
  chosen = -1;
  #frame = 0;
  #fitted = true;
  #pointers = new Map();

  constructor(model) {
    super();
    this.model = model;
    this.x = new Float32Array(model.nodes.length);
    this.y = new Float32Array(model.nodes.length);
    this.node = h("canvas.graph-canvas", {
      tabindex: "0",
      role: "application",
      "aria-label": `Graph of ${model.nodes.length} folders. Arrow keys move, plus and minus zoom, 0 shows everything. The list beside it has the same folders.`,
    });
    this.canvas = new Canvas(this.node, model);
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.#placed(data));
    this.worker.addEventListener("error", () => this.dispatchEvent(new Event("broken")));
    this.worker.postMessage({
      act: "start",
      count: model.nodes.length,
      links: model.links,
      regionOf: model.nodes.map((node) => node.region),
    });
    if (calm.matches) this.worker.postMessage({ act: "settle" });
    this.watch = new ResizeObserver(() => {
      this.canvas.resize();
      if (this.#fitted) this.fit();
      this.later();
    });
    this.watch.observe(this.node);
    this.#listen();
  }

  close() {
    this.worker.terminate();
    this.watch.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  later() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.canvas.draw(this.x, this.y, { hover: this.hover, chosen: this.chosen, lit: this.#lit() });
    });
  }

  theme() {
    this.canvas.readColours();
    this.later();
  }

  /** Everything in sight. */
  fit() {
    this.#fitted = true;
    const { x, y, canvas } = this;
    if (!x.length || !canvas.width) return;
    const sorted = (list) => [...list].sort((a, b) => a - b);
    const [xs, ys] = [sorted(x), sorted(y)];
    const edge = Math.floor(xs.length * 0.005);
    const [left, right, top, bottom] = [xs[edge], xs[xs.length - 1 - edge], ys[edge], ys[ys.length - 1 - edge]];
    const room = this.#room;
    const scale = clamp(
      Math.min(
        (canvas.width - room.left - room.right) / Math.max(60, right - left),
        (canvas.height - room.top - room.bottom) / Math.max(60, bottom - top),
      ),
      FARTHEST,
      1.6,
    );
    const aside = (low, high) => (high - low) / 2 / scale;
    canvas.view = {
      x: (left + right) / 2 + aside(room.left, room.right),
      y: (top + bottom) / 2 + aside(room.top, room.bottom),
      scale,
    };
    this.later();
  }

  /** Leaves more room at some edges: something lies over the map there. */
  leave(room) {
    for (const [edge, pixels] of Object.entries(room)) this.#room[edge] = Math.max(this.#room[edge], pixels);
    if (this.#fitted) this.fit();
  }

  zoom(factor, sx = this.canvas.width / 2, sy = this.canvas.height / 2) {
    const { canvas } = this;
    const [wx, wy] = canvas.toWorld(sx, sy);
    const scale = clamp(canvas.view.scale * factor, FARTHEST, NEAREST);
    canvas.view = { scale, x: wx - (sx - canvas.width / 2) / scale, y: wy - (sy - canvas.height / 2) / scale };
    this.#fitted = false;
    this.later();
  }

  pan(dx, dy) {
    const { view } = this.canvas;
    this.canvas.view = { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
    this.#fitted = false;
    this.later();
  }

  choose(at, move = false) {
    this.chosen = at;
    if (move && at >= 0) {
      this.canvas.view = { x: this.x[at], y: this.y[at], scale: Math.max(this.canvas.view.scale, 0.9) };
      this.#fitted = false;
    }
    this.later();
    this.dispatchEvent(new Event("choose"));
  }

  find(sx, sy) {
    let [best, least] = [-1, Infinity];
    for (let i = 0; i < this.model.nodes.length; i++) {
      const [x, y] = this.canvas.toScreen(this.x[i], this.y[i]);
      const far = Math.hypot(x - sx, y - sy) - this.canvas.size(i);
      if (far < Math.min(least, NEAR_PX)) [best, least] = [i, far];
    }
    return best;
  }

  #placed({ x, y, calm: still }) {
    const held = this.held;
    const [hx, hy] = held >= 0 ? [this.x[held], this.y[held]] : [0, 0];
    [this.x, this.y] = [x, y];
    if (held >= 0) [this.x[held], this.y[held]] = [hx, hy];
    if (this.#fitted) this.fit();
    this.later();
    if (still) this.dispatchEvent(new Event("still"));
  }

  #lit() {
    const centre = this.chosen >= 0 ? this.chosen : this.hover;
    return centre < 0 ? null : new Set([centre, ...this.model.neighbours[centre].map(([other]) => other)]);
  }

  #listen() {
    const { node } = this;
    node.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    node.addEventListener("pointerdown", (event) => this.#down(event));
    node.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) node.addEventListener(name, (event) => this.#up(event));
    node.addEventListener("pointerleave", () => this.#point(-1));
    node.addEventListener("dblclick", (event) => this.zoom(1.8, event.offsetX, event.offsetY));
  }

  held = -1;

  #down(event) {
    this.node.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY, way: 0 });
    this.held = this.#pointers.size === 1 ? this.find(event.offsetX, event.offsetY) : -1;
  }

  #move(event) {
    const was = this.#pointers.get(event.pointerId);
    const [x, y] = [event.offsetX, event.offsetY];
    if (!was) return this.#point(this.find(x, y), x, y);
    const [dx, dy] = [x - was.x, y - was.y];
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [before, after] = [Math.hypot(was.x - other.x, was.y - other.y), Math.hypot(x - other.x, y - other.y)];
      this.zoom(after / Math.max(1, before), (x + other.x) / 2, (y + other.y) / 2);
    } else if (this.held >= 0 && was.way > 3) this.#drag(x, y);
    else if (this.held < 0) this.pan(dx, dy);
    this.#pointers.set(event.pointerId, { x, y, way: was.way + Math.hypot(dx, dy) });
  }

  #drag(sx, sy) {
    const [x, y] = this.canvas.toWorld(sx, sy);
    [this.x[this.held], this.y[this.held]] = [x, y];
    this.#fitted = false;
    this.worker.postMessage({ act: "hold", node: this.held, x, y });
    this.later();
  }

  #up(event) {
    const was = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (!was) return;
    if (was.way <= 3) this.choose(this.find(event.offsetX, event.offsetY));
    else if (this.held >= 0) this.worker.postMessage({ act: "release", node: this.held });
    this.held = -1;
  }

  #point(at, sx, sy) {
    this.node.style.cursor = at >= 0 ? "pointer" : "grab";
    this.place = [sx, sy];
    if (at === this.hover) return at >= 0 && this.dispatchEvent(new Event("hover"));
    this.hover = at;
    this.later();
    this.dispatchEvent(new Event("hover"));
  }
}

const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
