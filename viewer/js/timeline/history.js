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

  /** Lets go of what is no longer there, and says of what. `all` are the sessions there are; only those that shrank are asked. */
  async prune(all) {
    const [there, held] = [new Map(all.map((each) => [each.id, each.observationCount ?? 0])), new Map()];
    for (const seen of this.#seen.values()) held.set(seen.sessionId, (held.get(seen.sessionId) ?? 0) + 1);
    const shrunk = [...held].filter(([id, count]) => count > (there.get(id) ?? 0)).map(([id]) => id);
    const before = [...this.#seen.values()].filter((seen) => shrunk.includes(seen.sessionId));
    const kept = await Promise.all(shrunk.filter((id) => there.has(id)).map(ask));
    const ids = new Set(kept.flat().map((seen) => seen.id));
    const gone = before.filter((seen) => !ids.has(seen.id));
    for (const seen of gone) this.#seen.delete(seen.id);
    this.#left = this.#left.filter((id) => there.has(id));
    return gone;
  }

  async older() {
    const next = this.#left.slice(0, AT_ONCE);
    const lists = await Promise.all(next.map(ask));
    // Only what came is not asked for again.
    this.#left = this.#left.filter((id) => !next.includes(id));
    for (const seen of lists.flat()) this.#seen.set(seen.id, seen);
  }
}

async function ask(sessionId) {
  return (await get("observations", { sessionId })).observations ?? [];
}
