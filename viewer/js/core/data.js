// What several tabs read. Each source keeps its last answer, so that a tab opens with it and then looks again.

import { get } from "./api.js";

const FIRST_MEMORIES = 300;
/** More than a reader scrolls through; who has more asks the search. */
const ALL_MEMORIES = 100_000;

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
export const slots = new Source(async () => (await get("slots")).slots ?? []);
export const lessons = new Source(async () => (await get("lessons", { limit: 1000 })).lessons ?? []);

/** The newest memories at once; `more` says that there may be others, which `allMemories` fetches. */
export const memories = new Source(async () => {
  const list = (await get("memories", { latest: true, limit: FIRST_MEMORIES })).memories ?? [];
  return { list, more: list.length >= FIRST_MEMORIES };
});

/** Every latest memory; `some` is told the newest while the others are on their way. */
export async function allMemories(some) {
  const newest = await memories.load();
  if (!newest.more) return newest;
  some?.(newest);
  const all = await get("memories", { latest: true, limit: ALL_MEMORIES });
  memories.value = { list: all.memories ?? [], more: false };
  return memories.value;
}
