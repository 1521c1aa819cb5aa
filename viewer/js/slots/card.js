// One slot: its text, how full it is, and saving it.

import { freshId, h, replace } from "../core/dom.js";
import { post } from "../core/api.js";
import { number, when } from "../core/format.js";
import { button, glyphButton, whileBusy } from "../parts/small.js";
import { icon } from "../parts/icon.js";
import { saying } from "../parts/toast.js";

const NEARLY = 0.85;

export class SlotCard {
  constructor(slot, { saved, drop }) {
    this.slot = slot;
    this.saved = saved;
    const id = freshId("slot");
    this.text = h("textarea", {
      id,
      rows: "6",
      value: slot.content ?? "",
      readOnly: Boolean(slot.readOnly),
      spellcheck: "true",
      placeholder: "Empty",
      "aria-describedby": `${id}-size`,
      on: { input: () => this.#measure(), keydown: (event) => this.#key(event) },
    });
    this.meter = h("div.meter", h("i"));
    this.size = h("span.quiet", { id: `${id}-size`, "aria-live": "polite" });
    this.save = button("Save", null, () => this.#save(), { look: "primary" });
    this.undo = button("Undo", null, () => this.#reset());
    this.node = h(
      "section.slot",
      { data: { label: slot.label } },
      h(
        "header",
        h("label", { htmlFor: id }, h("h2", slot.label)),
        marks(slot),
        h("span.push"),
        !slot.readOnly && glyphButton(`Delete ${slot.label}`, "trash", () => drop(slot)),
      ),
      slot.description && h("p.muted", slot.description),
      this.text,
      this.meter,
      h("footer", this.size, h("span.quiet.slot-when", when(slot.updatedAt)), h("span.push"), this.undo, this.save),
    );
    this.#measure();
  }

  get dirty() {
    return this.text.value !== (this.slot.content ?? "");
  }

  /** As the server counts: characters, not UTF-16 units. */
  #measure() {
    const [size, limit] = [[...this.text.value].length, this.slot.sizeLimit ?? 2000];
    const part = size / limit;
    this.meter.style.setProperty("--part", String(Math.min(1, part)));
    this.meter.dataset.full = part > 1 ? "over" : part > NEARLY ? "nearly" : "";
    replace(
      this.size,
      part > 1 ? `${number(size - limit)} characters too many` : `${number(size)} of ${number(limit)}`,
    );
    this.size.classList.toggle("wrong", part > 1);
    this.save.hidden = this.undo.hidden = !this.dirty;
    this.save.disabled = part > 1;
  }

  #reset() {
    this.text.value = this.slot.content ?? "";
    this.#measure();
    this.text.focus();
  }

  #key(event) {
    if (event.key === "Escape") this.text.blur();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.dirty) this.#save();
  }

  async #save() {
    await whileBusy(this.save, async () => {
      const told = await saying(post("slot/replace", { label: this.slot.label, content: this.text.value }), "Saved.");
      if (!told) return;
      this.slot = told.slot ?? { ...this.slot, content: this.text.value };
      this.#measure();
      await this.saved();
    });
  }
}

function marks(slot) {
  return h(
    "span.slot-marks",
    slot.pinned && h("span", { title: "Given to every new session" }, icon("pin"), "pinned"),
    h("span", slot.scope === "global" ? "everywhere" : "project"),
    slot.readOnly && h("span", icon("lock"), "read only"),
  );
}
