// Slots as the server tells them: those of a folder and those that hold everywhere. The one place to change when the endpoint changes.

import { get, post, remove } from "../core/api.js";

/** What one sees in a folder; without one, what holds everywhere. */
export async function slotsOf(project) {
  const { slots = [] } = await get("slots", { project });
  // Without a folder the server also offers empty ones of no folder, which no session would be given.
  return project ? slots : slots.filter((slot) => slot.scope === "global" || slot.content);
}

export async function readSlot(slot, project) {
  return (await get("slot", { label: slot.label, project })).slot;
}

/** Refused with the code slot_changed where it does not say `ifContent` any more. */
export async function writeSlot(slot, project, content, ifContent) {
  const told = await post("slot/replace", { label: slot.label, project: project || undefined, content, ifContent });
  return told.slot ?? { ...slot, content };
}

/** A slot of a folder, or of everybody when none is named. */
export const makeSlot = ({ project, ...slot }) =>
  post("slot", project ? { ...slot, scope: "project", project } : { ...slot, scope: "global" });

export const dropSlot = (slot, project) => remove("slot", { label: slot.label, project });
