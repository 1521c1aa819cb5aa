// Where the nodes go: links pull, everything else pushes, the middle holds. Far groups push as one (Barnes–Hut).

const THETA2 = 0.81;
const COOLING = 0.985;

export class Forces {
  constructor({ count, links, regionOf }) {
    this.count = count;
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.vx = new Float32Array(count);
    this.vy = new Float32Array(count);
    this.fixed = new Map();
    this.links = links;
    this.heat = 1;
    // Few nodes may stand apart; many must not drift to the horizon.
    this.push = 1_500 / Math.sqrt(1 + count / 80);
    this.reach = 46 + 400 / Math.sqrt(count + 10);
    this.#place(regionOf);
    this.degree = new Float32Array(count);
    for (const { a, b } of links) {
      this.degree[a]++;
      this.degree[b]++;
    }
  }

  /** Folders of one region begin together, so that the picture untangles at once. */
  #place(regionOf) {
    const spread = 26 * Math.sqrt(this.count);
    const names = new Map();
    for (let i = 0; i < this.count; i++) {
      if (!names.has(regionOf[i])) names.set(regionOf[i], names.size);
      const turn = names.get(regionOf[i]) * 2.399963;
      const far = spread * 0.8 * Math.sqrt((names.get(regionOf[i]) + 0.5) / (names.size + 1));
      const own = i * 2.399963;
      const out = 10 * Math.sqrt(i + 1);
      this.x[i] = Math.cos(turn) * far + (Math.cos(own) * out) / 2;
      this.y[i] = Math.sin(turn) * far + (Math.sin(own) * out) / 2;
    }
  }

  get calm() {
    return this.heat < 0.02;
  }

  warm(heat = 0.4) {
    this.heat = Math.max(this.heat, heat);
  }

  step() {
    this.#pull();
    this.#repel();
    const hold = 0.03 * this.heat;
    for (let i = 0; i < this.count; i++) {
      const pin = this.fixed.get(i);
      if (pin) {
        [this.x[i], this.y[i]] = pin;
        this.vx[i] = this.vy[i] = 0;
        continue;
      }
      this.vx[i] = (this.vx[i] - this.x[i] * hold) * 0.6;
      this.vy[i] = (this.vy[i] - this.y[i] * hold) * 0.6;
      this.x[i] += this.vx[i];
      this.y[i] += this.vy[i];
    }
    this.heat *= COOLING;
  }

  #pull() {
    const { x, y, vx, vy, degree } = this;
    for (const { a, b, weight } of this.links) {
      const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
      const far = Math.sqrt(dx * dx + dy * dy) || 1;
      const strength =
        (this.heat * 0.4 * Math.min(1, weight / 3) * (far - this.reach)) /
        far /
        Math.max(1, Math.min(degree[a], degree[b]));
      const share = degree[b] / (degree[a] + degree[b]);
      vx[a] += dx * strength * share;
      vy[a] += dy * strength * share;
      vx[b] -= dx * strength * (1 - share);
      vy[b] -= dy * strength * (1 - share);
    }
  }

  #repel() {
    const tree = grow(this.x, this.y, this.count);
    const stack = [];
    const strength = this.push * this.heat;
    for (let i = 0; i < this.count; i++) {
      let [fx, fy] = [0, 0];
      stack.push(tree);
      while (stack.length) {
        const cell = stack.pop();
        const [dx, dy] = [this.x[i] - cell.cx, this.y[i] - cell.cy];
        const d2 = dx * dx + dy * dy + 1;
        if (cell.kids && cell.size * cell.size > THETA2 * d2) {
          for (const kid of cell.kids) if (kid) stack.push(kid);
        } else if (cell.point !== i) {
          const force = (strength * cell.mass) / d2;
          fx += dx * force;
          fy += dy * force;
        }
      }
      this.vx[i] += fx;
      this.vy[i] += fy;
    }
  }
}

function grow(x, y, count) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    left = Math.min(left, x[i]);
    right = Math.max(right, x[i]);
    top = Math.min(top, y[i]);
    bottom = Math.max(bottom, y[i]);
  }
  const root = cell(left, top, Math.max(right - left, bottom - top, 1) + 1);
  for (let i = 0; i < count; i++) put(root, i, x, y);
  weigh(root);
  return root;
}

const cell = (left, top, size) => ({ left, top, size, mass: 0, cx: 0, cy: 0, point: -1, kids: null });

function put(at, i, x, y) {
  let here = at;
  for (let depth = 0; ; depth++) {
    here.mass++;
    here.cx += x[i];
    here.cy += y[i];
    if (here.mass === 1) {
      here.point = i;
      return;
    }
    if (depth > 24) return;
    if (!here.kids) {
      const old = here.point;
      here.kids = [null, null, null, null];
      here.point = -1;
      if (old >= 0) seat(kid(here, x[old], y[old]), old, x, y);
    }
    here = kid(here, x[i], y[i]);
  }
}

function seat(here, i, x, y) {
  here.mass++;
  here.cx += x[i];
  here.cy += y[i];
  here.point = i;
}

function kid(here, px, py) {
  const half = here.size / 2;
  const [east, south] = [px >= here.left + half ? 1 : 0, py >= here.top + half ? 1 : 0];
  const at = south * 2 + east;
  here.kids[at] ??= cell(here.left + east * half, here.top + south * half, half);
  return here.kids[at];
}

function weigh(here) {
  here.cx /= here.mass;
  here.cy /= here.mass;
  if (here.kids) for (const each of here.kids) if (each) weigh(each);
}
