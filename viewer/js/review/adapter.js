// What waits for somebody's decision, as the server tells it. The one place to change when the endpoint changes.

import { get, post } from "../core/api.js";
import { unshown } from "../core/data.js";

const ENDPOINT = "review";
const KEY = /^review:/;
const HOUR_MS = 3_600_000;

/** Why a memory waits, in the words of a person. */
const WHY = {
  candidate: "May be worth keeping",
  contested: "Something else speaks against it",
  rejected: "Somebody doubts it",
};

export async function waitingItems() {
  const told = await get(ENDPOINT);
  const items = (told.items ?? []).map(read);
  return { items, left: unshown({ ...told, total: told.total ?? told.summary?.pending }, items.length) };
}

function read(item) {
  return {
    key: item.review_key,
    memory: item.review_key.replace(KEY, ""),
    why: WHY[item.queue_kind] ?? item.queue_kind,
    text: item.preview,
    suggested: item.suggested_action,
    trust: item.trust_score,
    source: item.agent ?? item.source ?? "",
    at: new Date(Date.now() - item.age_hours * HOUR_MS).toISOString(),
    instead: (item.replacement_options ?? []).map((one) => ({ key: one.review_key, text: one.preview })),
  };
}

/** `action` is confirm, reject or supersede, which names what takes its place. */
export const decide = (key, action, instead) =>
  post(ENDPOINT, { review_key: key, action, supersede_with_review_key: instead });
