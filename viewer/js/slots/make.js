// A new slot: what it is called, and where it holds.

import { h } from "../core/dom.js";
import { folder } from "../core/format.js";
import { choice, field, form } from "../parts/dialog.js";
import { makeSlot } from "./adapter.js";

/** Gives the folder it was made for, or nothing when nobody made one. */
export function newSlot(folders, chosen) {
  const places = [["", "Everywhere"], ...folders.map((path) => [path, `Only in ${folder(path)}`])];
  const fields = [
    field("Label", "label", {
      required: true,
      pattern: "[a-z][a-z0-9_]*",
      placeholder: "release_checklist",
      autofocus: true,
      help: "Small letters, digits and underscores.",
    }),
    field("What is it for?", "description"),
    field("Most characters", "sizeLimit", { type: "number", min: "1", max: "20000", value: "2000" }),
    choice("Where does it hold?", "project", places, chosen, "Sessions of that folder are given it, or all sessions."),
    h("label.check", h("input", { type: "checkbox", name: "pinned", checked: true }), "Pinned: given to new sessions"),
  ];
  return form("New slot", "Make it", fields, async (given) => {
    await makeSlot({
      label: given.label,
      description: given.description,
      sizeLimit: Number(given.sizeLimit) || 2000,
      project: given.project,
      pinned: given.pinned === "on",
      ifAbsent: true,
      content: "",
    });
    return given;
  });
}
