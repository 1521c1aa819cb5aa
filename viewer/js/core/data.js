// What several tabs read. Each source keeps its last answer, so that a tab opens with it and then looks again.

import { get } from "./api.js";

const FIRST_MEMORIES = 300;

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
    this.#asking ??= this.#ask(this.value)
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
export const slots = new Source(async () => (await get("slots")).slots ?? []);
export const lessons = new Source(async () => (await get("lessons", { limit: 1000 })).lessons ?? []);

/** The newest memories at once; `all` fetches the rest only if something changed. */
export const memories = new Source(async (kept) => {
  const first = await get("memories", { latest: true, limit: FIRST_MEMORIES });
  const newest = first.memories ?? [];
  const total = first.total ?? newest.length;
  const same = kept && kept.total === total && mark(kept.list) === mark(newest);
  return same ? kept : { list: newest, total };
});

/** Every latest memory; from the second look on only what changed costs anything. */
export async function allMemories(some) {
  const { list, total } = await memories.load();
  if (list.length >= total) return memories.value;
  some?.({ list, total });
  const all = await get("memories", { latest: true, limit: total });
  memories.value = { list: all.memories ?? [], total: all.total ?? total };
  return memories.value;
}

const mark = (list) =>
  list
    .slice(0, FIRST_MEMORIES)
    .map((memory) => `${memory.id}${memory.updatedAt}`)
    .join();
