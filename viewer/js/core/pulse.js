// Whether anything was changed: one small question while somebody looks. The live stream tells observations only.

import { get } from "./api.js";
import { changes } from "./data.js";
import { isOpen } from "./door.js";
import { live } from "./live.js";

const EVERY_MS = 2_500;
/** So many changes at a beat are told apart; where there were more, one of them may have been any. */
const NEWEST = 24;
/** Where the audit may not be read, the tab in front looks again every so many beats. */
const BLIND_BEATS = 4;

let [last, beats, asking] = ["", 0, false];

export function startPulse() {
  setInterval(beat, EVERY_MS);
  document.addEventListener("visibilitychange", beat);
  addEventListener("mneme:open", beat);
  beat();
}

/** Every change is in the audit, so its newest entry tells whether there was one. */
async function beat() {
  if (document.hidden || asking || !isOpen() || live.state === "offline") return;
  asking = true;
  try {
    const { entries: all = [] } = await get("audit", { limit: NEWEST });
    const entries = changes(all);
    if (all.length && !entries.length) return;
    const now = entries[0]?.id ?? "none";
    if (last && now !== last) tell(entries);
    last = now;
  } catch (error) {
    if (error.status === 403 && ++beats % BLIND_BEATS === 0) tell([]);
  } finally {
    asking = false;
  }
}

/** That something changed, and whether words were taken away: those must not stay in sight anywhere. */
function tell(entries) {
  const known = entries.findIndex((entry) => entry.id === last);
  const fresh = known < 0 ? entries : entries.slice(0, known);
  live.dispatchEvent(new CustomEvent("changed"));
  if (known < 0 || fresh.some((entry) => entry.operation === "forget")) live.dispatchEvent(new CustomEvent("forgotten"));
}
