// The forces at work, beside the page, so that it never waits for them.

import { Forces } from "./forces.js";

const TICK_MS = 16;
let forces = null;
let timer = 0;

const acts = {
  start(given) {
    forces = new Forces(given);
    run();
  },
  hold({ node, x, y }) {
    forces.fixed.set(node, [x, y]);
    forces.warm(0.25);
    run();
  },
  release({ node }) {
    forces.fixed.delete(node);
    forces.warm(0.15);
    run();
  },
  /** Calm motion: the whole way at once, without showing it. */
  settle() {
    for (let i = 0; i < 320 && !forces.calm; i++) forces.step();
    tell();
  },
};

addEventListener("message", ({ data }) => acts[data.act]?.(data));

function run() {
  timer ||= setTimeout(tick, 0);
}

function tick() {
  const began = performance.now();
  forces.step();
  tell();
  timer = forces.calm ? 0 : setTimeout(tick, Math.max(0, TICK_MS - (performance.now() - began)));
}

function tell() {
  postMessage({ x: forces.x.slice(), y: forces.y.slice(), calm: forces.calm });
}
