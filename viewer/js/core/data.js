// What several tabs read. Each source keeps its last answer, so that a tab opens with it and then looks again.

import { get } from "./api.js";

const FIRST_MEMORIES = 300;
/** More than a reader scrolls through; who has more asks the search. */
const ALL_MEMORIES = 100_000;
const MOST_LESSONS = 1_000;

/** How many an answer leaves out of its list: what it says itself, or what its total has more. */
export function unshown({ leftOut, total }, shown) {
  const left = Array.isArray(leftOut) ? leftOut.length : (leftOut ?? (total ?? shown) - shown);
  return Math.max(0, left);
}

/** Of what the audit tells, that by which something is different: it notes also who asked. */
export const changes = (entries) => (entries ?? []).filter((entry) => entry.operation !== "recall");

class Source {
  value = null;
  #ask;
  #asking = null;
  #at = 0;

  constructor(ask) {
    this.#ask = ask;
  }

  /** The kept answer if it is young enough, else a new one. */
  load(maxAgeMs = 0) {
    if (this.value && Date.now() - this.#at < maxAgeMs) return Promise.resolve(this.value);
    this.#asking ??= this.#ask()
      .then((value) => {
        this.value = value;
        this.#at = Date.now();
        return value;
      })
      .finally(() => {
        this.#asking = null;
      });
    return this.#asking;
  }

  stale() {
    this.#at = 0;
  }
}

export const sessions = new Source(async () => (await get("sessions")).sessions ?? []);
export const flags = new Source(() => get("config/flags"));
/** How large the map of folders is. */
export const graph = new Source(async () => {
  const { nodes = [], edges = [], links } = await get("graph");
  return { folders: nodes.length, links: Math.max(links ?? 0, edges.length) };
});
/** The surest, and how many there are. */
export const lessons = new Source(async () => {
  const told = await get("lessons", { limit: MOST_LESSONS });
  const list = told.lessons ?? [];
  return { list, total: list.length + unshown(told, list.length) };
});

/** The newest memories at once, and how many there are; `more` says that there are others, which `allMemories` fetches. */
export const memories = new Source(async () => {
  const { memories: list = [], total } = await get("memories", { latest: true, limit: FIRST_MEMORIES });
  const all = total ?? list.length;
  return { list, total: all, more: all > list.length };
});

/** Every latest memory; `some` is told the newest while the others are on their way. */
export async function allMemories(some) {
  const before = memories.value;
  const newest = await memories.load();
  if (!newest.more) return newest;
  some?.(newest);
  const list = joined(newest, before) ?? (await get("memories", { latest: true, limit: ALL_MEMORIES })).memories ?? [];
  memories.value = { list, total: list.length, more: false };
  return memories.value;
}

/** The newest before those known already, if that makes all there are: nothing but new ones came. */
function joined(newest, before) {
  if (!before || before.more) return null;
  const ids = new Set(newest.list.map((memory) => memory.id));
  const list = [...newest.list, ...before.list.filter((memory) => !ids.has(memory.id))];
  return list.length === newest.total ? list : null;
}
