// One slot: its text, how full it is, saving it, and what somebody else wrote meanwhile.

import { freshId, h, replace } from "../core/dom.js";
import { draft, keepDraft } from "../core/drafts.js";
import { folder, number, when } from "../core/format.js";
import { button, glyphButton, whileBusy } from "../parts/small.js";
import { icon } from "../parts/icon.js";
import { saying, toast } from "../parts/toast.js";
import { readSlot, writeSlot } from "./adapter.js";
import { both, clash } from "./clash.js";

const NEARLY = 0.85;
/** What the server writes where a secret stood. */
const TAKEN = /\[REDACTED[^\]]*\]/g;

export class SlotCard {
  /** What stood there when the typing began. */
  #base = "";
  #theirs = null;

  constructor(slot, { project, saved, drop }) {
    Object.assign(this, { slot, project, saved });
    this.#base = slot.content ?? "";
    const id = freshId("slot");
    this.text = h("textarea", {
      id,
      rows: "6",
      value: this.#base,
      readOnly: Boolean(slot.readOnly),
      spellcheck: "true",
      placeholder: "Empty",
      "aria-describedby": `${id}-size`,
      on: { input: () => this.#typed(), keydown: (event) => this.#key(event) },
    });
    this.meter = h("div.meter", h("i"));
    this.clash = h("div.clash-place");
    this.taken = h("p.slot-taken", { role: "status", hidden: true });
    this.size = h("span.quiet", { id: `${id}-size`, "aria-live": "polite" });
    this.when = h("span.quiet.slot-when");
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
        !slot.readOnly && glyphButton(`Delete ${slot.label}`, "trash", () => drop(this.slot)),
      ),
      slot.description && h("p.muted", slot.description),
      this.text,
      this.meter,
      this.taken,
      this.clash,
      h("footer", this.size, this.when, h("span.push"), this.undo, this.save),
    );
    this.#know(slot);
    this.#recall();
  }

  get dirty() {
    return this.text.value !== (this.slot.content ?? "");
  }

  get #name() {
    return `slot ${this.slot.scope === "global" ? "" : this.project} ${this.slot.label}`;
  }

  /** What the server says now: shown at once, unless somebody is typing here. */
  tell(slot) {
    const now = slot.content ?? "";
    if (now === (this.slot.content ?? "") && slot.updatedAt === this.slot.updatedAt) return;
    const clean = !this.dirty;
    this.#know(slot);
    if (clean) this.#take(now);
    else this.#compare();
    this.#measure();
  }

  #know(slot) {
    this.slot = slot;
    replace(this.when, slot.updatedAt && when(slot.updatedAt));
  }

  /** Text of an earlier visit that was not saved. */
  #recall() {
    const kept = draft(this.#name);
    if (kept && !this.slot.readOnly) {
      this.text.value = kept.text;
      this.#base = kept.base;
      this.#compare();
    }
    this.#measure();
  }

  #take(content) {
    this.text.value = this.#base = content;
    this.#compare();
  }

  #typed() {
    this.taken.hidden = true;
    this.#keep();
    this.#measure();
  }

  #keep() {
    keepDraft(this.#name, this.dirty ? { text: this.text.value, base: this.#base } : null);
  }

  /** Says so when the server's text is neither what the typing began with nor what was typed. */
  #compare() {
    const now = this.slot.content ?? "";
    const apart = this.dirty && now !== this.#base;
    if (!apart) {
      this.#base = now;
      keepDraft(this.#name, this.dirty ? { text: this.text.value, base: now } : null);
    }
    if (apart && this.#theirs === now) return;
    this.#theirs = apart ? now : null;
    replace(this.clash, apart && clash(now, (which) => this.#settle(which)));
  }

  #settle(which) {
    const theirs = this.slot.content ?? "";
    if (which === "both") this.text.value = both(this.#base, theirs, this.text.value);
    if (which === "theirs") this.text.value = theirs;
    this.#base = theirs;
    this.#compare();
    this.#measure();
    this.text.focus();
    if (which === "mine") this.#save();
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
      this.dirty && h("span.unsaved", " · not saved"),
    );
    this.size.classList.toggle("wrong", part > 1);
    this.save.hidden = this.undo.hidden = !this.dirty;
    this.save.disabled = part > 1;
  }

  #reset() {
    this.#take(this.slot.content ?? "");
    this.#measure();
    this.text.focus();
  }

  #key(event) {
    if (event.key === "Escape") this.text.blur();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.dirty) this.#save();
  }

  /** Read again first: what came in meanwhile is not written over unseen. */
  async #save() {
    await whileBusy(this.save, async () => {
      const sent = this.text.value;
      const now = await saying(readSlot(this.slot, this.project));
      if (!now) return;
      this.#know({ ...this.slot, ...now });
      this.#compare();
      if (this.#theirs !== null) return;
      const same = sent === this.slot.content;
      const told = same ? this.slot : await saying(this.#write(sent));
      if (!told) return;
      this.#know({ ...this.slot, ...told });
      if (!same) this.#kept(sent, told.content ?? sent);
      await this.saved();
    });
    this.#measure();
  }

  /** What the server kept is what stands here, unless somebody has typed on. It keeps no secrets, and that is said. */
  #kept(sent, content) {
    const taken = found(content) - found(sent);
    this.#base = content;
    if (this.text.value === sent) this.text.value = content;
    this.#compare();
    this.taken.hidden = taken <= 0;
    if (taken <= 0) return toast("Saved.");
    const [were, the] = taken === 1 ? ["A secret was", "the secret"] : [`${number(taken)} secrets were`, "the secrets"];
    replace(this.taken, icon("lock"), h("span", `${were} taken out before this was saved.`));
    toast(`Saved, without ${the} that stood in it.`);
  }

  /** Only over what was just read: the server says so where somebody was faster, and nothing is lost. */
  async #write(content) {
    try {
      return await writeSlot(this.slot, this.project, content, this.slot.content ?? "");
    } catch (error) {
      if (error.code !== "slot_changed") throw error;
      this.#know({ ...this.slot, ...error.body.slot });
      this.#compare();
      return null;
    }
  }
}

const found = (text) => text.match(TAKEN)?.length ?? 0;

function marks(slot) {
  const where = slot.scope === "global" ? "everywhere" : slot.project ? `in ${folder(slot.project)}` : "in no folder";
  return h(
    "span.slot-marks",
    slot.pinned && h("span", { title: "Given to every new session" }, icon("pin"), "pinned"),
    h("span", { title: slot.project || where }, where),
    slot.readOnly && h("span", icon("lock"), "read only"),
  );
}
