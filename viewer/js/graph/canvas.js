// Drawing the graph: links, nodes, then as many labels as fit, the important ones first.

const LABEL_ROOM = 15;
/** So few folders have their own names, at every distance, and no region's over them. */
const FEW = 24;
/** The part of a region that counts as where it lies, and of that the part that is its upper edge. */
const [CORE, UPPER] = [0.8, 0.08];

export class Canvas {
  constructor(node, model) {
    this.node = node;
    this.model = model;
    this.pen = node.getContext("2d");
    this.view = { x: 0, y: 0, scale: 1 };
    this.widths = new Map();
    this.readColours();
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    const read = (name) => style.getPropertyValue(name).trim();
    this.colours = {
      ink: read("--ink"),
      quiet: read("--quiet"),
      line: read("--line-strong"),
      paper: read("--paper"),
      accent: read("--accent"),
    };
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.node;
    const dense = Math.min(2, devicePixelRatio || 1);
    this.width = width;
    this.height = height;
    this.node.width = Math.round(width * dense);
    this.node.height = Math.round(height * dense);
    this.dense = dense;
  }

  toScreen = (x, y) => [
    (x - this.view.x) * this.view.scale + this.width / 2,
    (y - this.view.y) * this.view.scale + this.height / 2,
  ];
  toWorld = (sx, sy) => [
    (sx - this.width / 2) / this.view.scale + this.view.x,
    (sy - this.height / 2) / this.view.scale + this.view.y,
  ];

  size = (i) => Math.max(1.6, this.model.nodes[i].radius * Math.min(1.6, Math.max(0.42, Math.sqrt(this.view.scale))));

  /** `lit` is the set of nodes to bring out, or nothing. */
  draw(x, y, { hover = -1, chosen = -1, lit = null }) {
    const { pen } = this;
    pen.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    this.#links(x, y, lit, chosen >= 0 ? chosen : hover);
    this.#nodes(x, y, { hover, chosen, lit });
    const taken = new Set();
    if (!lit) this.#regions(x, y, taken);
    this.#labels(x, y, { hover, chosen, lit, taken });
  }

  #links(x, y, lit, centre) {
    const { pen, view, colours } = this;
    pen.strokeStyle = colours.line;
    pen.lineWidth = 0.8;
    pen.globalAlpha = lit ? 0.12 : Math.min(0.7, 0.4 + view.scale * 0.2);
    pen.beginPath();
    for (const { a, b } of this.model.links) this.#line(x, y, a, b);
    pen.stroke();
    pen.globalAlpha = 1;
    if (centre < 0) return;
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 1.4;
    pen.globalAlpha = 0.75;
    pen.beginPath();
    for (const [other] of this.model.neighbours[centre]) this.#line(x, y, centre, other);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  #line(x, y, a, b) {
    const [x1, y1] = this.toScreen(x[a], y[a]);
    const [x2, y2] = this.toScreen(x[b], y[b]);
    if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > this.width || Math.max(y1, y2) < 0 || Math.min(y1, y2) > this.height)
      return;
    this.pen.moveTo(x1, y1);
    this.pen.lineTo(x2, y2);
  }

  #nodes(x, y, { hover, chosen, lit }) {
    const { pen, colours } = this;
    for (let i = this.model.order.length - 1; i >= 0; i--) {
      const at = this.model.order[i];
      const [sx, sy] = this.toScreen(x[at], y[at]);
      const size = this.size(at);
      if (sx < -size || sy < -size || sx > this.width + size || sy > this.height + size) continue;
      pen.globalAlpha = lit && !lit.has(at) ? 0.18 : 1;
      pen.fillStyle = this.model.nodes[at].color ?? colours.accent;
      pen.beginPath();
      pen.arc(sx, sy, size, 0, 6.2832);
      pen.fill();
      if (at !== hover && at !== chosen) continue;
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 2;
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  /** Names of regions, like countries on a map: large when far, gone when near. */
  #regions(x, y, taken) {
    const { pen, view, colours } = this;
    const faint = Math.max(0, Math.min(1, (1.1 - view.scale) / 0.5));
    if (!faint || this.model.nodes.length <= FEW) return;
    pen.font = `650 15px ${font()}`;
    pen.textAlign = "center";
    pen.lineJoin = "round";
    for (const { name, list } of this.model.regions) {
      const wide = pen.measureText(name).width;
      const place = this.#above(list, x, y, wide / 2);
      if (!place) continue;
      const [sx, sy] = place;
      if (!this.#room(taken, sx - wide / 2, sy - 5, wide)) continue;
      pen.globalAlpha = faint;
      this.#text(name, sx, sy, colours.ink, 4);
    }
    pen.globalAlpha = 1;
  }

  /** Right above one of a region's own folders: of the uppermost the one nearest to its middle, leaving out those
   * that lie far off. Nothing where the region is out of sight. */
  #above(list, x, y, half) {
    const all = list.map((i) => this.toScreen(x[i], y[i]));
    const middle = (axis) => all.map((at) => at[axis]).sort((a, b) => a - b)[all.length >> 1];
    const [mx, my] = [middle(0), middle(1)];
    const far = ([sx, sy]) => Math.hypot(sx - mx, sy - my);
    const core = all.sort((a, b) => far(a) - far(b)).slice(0, Math.ceil(all.length * CORE));
    const shown = core.filter(([sx, sy]) => sx > 0 && sx < this.width && sy > 0 && sy < this.height);
    if (!shown.length) return null;
    shown.sort((a, b) => a[1] - b[1]);
    const upper = shown.slice(0, Math.ceil(shown.length * UPPER));
    const [sx] = upper.reduce((best, at) => (Math.abs(at[0] - mx) < Math.abs(best[0] - mx) ? at : best));
    const [, top] = shown.find((at) => Math.abs(at[0] - sx) <= half);
    return [Math.max(half + 4, Math.min(this.width - half - 4, sx)), Math.max(18, top - 12)];
  }

  #labels(x, y, { hover, chosen, lit, taken }) {
    const { pen, view, colours, model } = this;
    const first = [chosen, hover].filter((i) => i >= 0);
    const most = Math.round(24 + 150 * Math.min(1, view.scale));
    pen.font = `12px ${font()}`;
    pen.textAlign = "left";
    let drawn = 0;
    for (const at of [...first, ...model.order]) {
      if (drawn >= most) break;
      if (lit && !lit.has(at)) continue;
      const [sx, sy] = this.toScreen(x[at], y[at]);
      if (sx < 0 || sy < 0 || sx > this.width || sy > this.height) continue;
      const important = first.includes(at) || lit || model.nodes.length <= FEW;
      if (!important && this.size(at) < 5.5 && view.scale < 0.9) continue;
      const left = this.#beside(at, sx);
      if (!this.#room(taken, left, sy, this.#width(at)) && !first.includes(at)) continue;
      this.#text(model.nodes[at].label, left, sy + 4, first.includes(at) ? colours.ink : colours.quiet, 3);
      drawn++;
    }
  }

  /** Right of its node; left of it where the edge would cut the name off. */
  #beside(at, sx) {
    const [gap, wide] = [this.size(at) + 4, this.#width(at)];
    const fits = sx + gap + wide <= this.width || sx - gap - wide < 0;
    return fits ? sx + gap : sx - gap - wide;
  }

  #room(taken, left, top, width) {
    const row = Math.round(top / LABEL_ROOM);
    const [from, to] = [Math.floor(left / 24), Math.floor((left + width) / 24)];
    for (let column = from; column <= to; column++)
      if (taken.has(row * 4096 + column) || taken.has((row + 1) * 4096 + column)) return false;
    for (let column = from; column <= to; column++) taken.add(row * 4096 + column);
    return true;
  }

  #width(at) {
    if (!this.widths.has(at)) this.widths.set(at, this.pen.measureText(this.model.nodes[at].label).width);
    return this.widths.get(at);
  }

  #text(text, x, y, colour, halo) {
    const { pen, colours } = this;
    pen.strokeStyle = colours.paper;
    pen.lineWidth = halo;
    pen.strokeText(text, x, y);
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  }
}

const font = () => "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
