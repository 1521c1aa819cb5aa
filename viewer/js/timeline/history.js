// The observations loaded so far: of one session, or of the newest ones and then further back.

import { get } from "../core/api.js";
import { millis } from "../core/format.js";

const AT_ONCE = 4;

export class History {
  #seen = new Map();
  #left = [];

  get size() {
    return this.#seen.size;
  }

  get more() {
    return this.#left.length > 0;
  }

  has = (id) => this.#seen.has(id);
  get = (id) => this.#seen.get(id);
  all = () => this.#seen.values();

  newest() {
    return [...this.#seen.values()].sort((a, b) => millis(b.timestamp) - millis(a.timestamp));
  }

  /** Keeps an observation; says whether it was known before. */
  put(seen) {
    const known = this.#seen.has(seen.id);
    this.#seen.set(seen.id, known ? { ...this.#seen.get(seen.id), ...seen } : seen);
    return known;
  }

  async start(session, all) {
    const ids = session ? [session] : all.filter((each) => each.observationCount !== 0).map((each) => each.id);
    const lists = await Promise.all(ids.slice(0, AT_ONCE).map(ask));
    this.#seen = new Map(lists.flat().map((seen) => [seen.id, seen]));
    this.#left = ids.slice(AT_ONCE);
  }

  async older() {
    const next = this.#left.splice(0, AT_ONCE);
    for (const seen of (await Promise.all(next.map(ask))).flat()) this.#seen.set(seen.id, seen);
  }
}

async function ask(sessionId) {
  return (await get("observations", { sessionId })).observations ?? [];
}
