// What waits for somebody's decision, as the server tells it. The one place to change when the endpoint changes.

import { get, post } from "../core/api.js";

const ENDPOINT = "/v1/review";

/** Candidates have one text, conflicts two. */
export async function waitingItems() {
  const told = await get(ENDPOINT);
  return (told.items ?? []).map((item) => ({
    id: item.id,
    conflict: item.kind === "conflict",
    text: item.content ?? "",
    other: item.other ?? "",
    reason: item.reason ?? "",
    at: item.createdAt,
  }));
}

/** `verdict` is confirm, reject or supersede, as for feedback. */
export const decide = (id, verdict) => post(ENDPOINT, { id, verdict });
