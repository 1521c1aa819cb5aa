// The observations loaded so far: all of one session, or the newest of every session and then further back.

import { get, post } from "../core/api.js";
import { millis } from "../core/format.js";

const PAGE = 200;
/** Later than anything that happened. */
const END = "9999-12-31T23:59:59Z";

export class History {
  #seen = new Map();
  /** The oldest that was fetched: whatever happened since is here. Null where everything is. */
  #edge = null;
  /** How many observations each session should have: as told last, and what came in since. */
  #counts = new Map();

  get size() {
    return this.#seen.size;
  }

  get more() {
    return this.#edge !== null;
  }

  has = (id) => this.#seen.has(id);
  get = (id) => this.#seen.get(id);
  all = () => this.#seen.values();

  newest() {
    return [...this.#seen.values()].sort(newer);
  }

  /** Whether it belongs to what is loaded. What is older comes when one goes back to it. */
  reaches = (seen) => !this.more || millis(seen.timestamp) >= millis(this.#edge.timestamp);

  /** Keeps an observation; says whether it was known before. */
  put(seen) {
    const known = this.#seen.has(seen.id);
    this.#seen.set(seen.id, known ? { ...this.#seen.get(seen.id), ...seen } : seen);
    if (!known) this.#counts.set(seen.sessionId, (this.#counts.get(seen.sessionId) ?? 0) + 1);
    return known;
  }

  /** Begins anew. What was loaded further back stays where the newest join it. */
  async start(session, all) {
    const held = new Set(this.#seen.keys());
    const page = session ? (await ofSession(session)).reverse() : await before(null);
    if (!session && page.length === PAGE && page.some((seen) => this.#seen.has(seen.id))) return this.#join(page);
    const meanwhile = [...this.#seen.values()].filter((seen) => !held.has(seen.id));
    this.#seen = new Map([...meanwhile, ...page].map((seen) => [seen.id, seen]));
    this.#edge = session || page.length < PAGE ? null : page.at(-1);
    this.#count(all);
  }

  #join(page) {
    const ids = new Set(page.map((seen) => seen.id));
    for (const seen of this.#seen.values())
      if (!ids.has(seen.id) && newer(seen, page.at(-1)) < 0) this.#seen.delete(seen.id);
    for (const seen of page) this.put(seen);
  }

  async older() {
    const page = await before(this.#edge);
    this.#edge = page.length < PAGE ? null : page.at(-1);
    for (const seen of page) if (!this.#seen.has(seen.id)) this.#seen.set(seen.id, seen);
  }

  /** Lets go of what is no longer there, and says of what. `all` are the sessions there are; only those that shrank are asked. */
  async prune(all) {
    const there = new Map(all.map((each) => [each.id, each.observationCount ?? 0]));
    const held = new Set([...this.#seen.values()].map((seen) => seen.sessionId));
    const shrunk = new Set([...held].filter((id) => (there.get(id) ?? 0) < (this.#counts.get(id) ?? 1)));
    const kept = await Promise.all([...shrunk].filter((id) => there.has(id)).map(ofSession));
    const ids = new Set(kept.flat().map((seen) => seen.id));
    const gone = [...this.#seen.values()].filter((seen) => shrunk.has(seen.sessionId) && !ids.has(seen.id));
    for (const seen of gone) this.#seen.delete(seen.id);
    this.#count(all);
    return gone;
  }

  #count(all) {
    this.#counts = new Map(all.map((each) => [each.id, each.observationCount ?? 0]));
  }
}

export const newer = (a, b) => millis(b.timestamp) - millis(a.timestamp);

const ofSession = async (sessionId) => (await get("observations", { sessionId })).observations ?? [];

/** So many of any session that happened before one, the newest first; without one, the newest of all. */
async function before(edge) {
  const told = await around(edge?.id ?? END);
  if (!edge) return told;
  if (told[0]?.id === edge.id) return told.slice(1);
  // It was forgotten meanwhile: its time is known still. Others of that moment may come twice.
  return around(new Date(millis(edge.timestamp) + 1).toISOString());
}

/** What the server has up to a moment or an observation, and the latter too. */
async function around(anchor) {
  const { observations = [] } = await post("timeline", { anchor, before: PAGE, after: 0 });
  return observations.reverse();
}
