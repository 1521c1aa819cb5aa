// Slots: short texts every new session is given, edited in place.

import { h, replace } from "../core/dom.js";
import { post, remove } from "../core/api.js";
import { slots } from "../core/data.js";
import { words } from "../core/format.js";
import { confirm, field, form } from "../parts/dialog.js";
import { empty, failed, waiting } from "../parts/empty.js";
import { button } from "../parts/small.js";
import { saying } from "../parts/toast.js";
import { SlotCard } from "../slots/card.js";

export function open(root, route, signal) {
  const tab = new Slots(root, signal);
  tab.refresh();
  return tab;
}

class Slots {
  #cards = new Map();

  constructor(root, signal) {
    this.signal = signal;
    this.grid = h("div.slots", waiting(6));
    replace(
      root,
      h(
        "header.page-head",
        h(
          "div",
          h("h1", "Slots"),
          h(
            "p.muted",
            "Pinned slots open every new session's context. Write what an agent should always know, and keep it short.",
          ),
        ),
        button("New slot", "plus", () => this.#make()),
      ),
      this.grid,
    );
  }

  async refresh() {
    try {
      const all = await slots.load();
      if (!this.signal.aborted) this.#draw(all);
    } catch (error) {
      replace(
        this.grid,
        failed(error, () => this.refresh()),
      );
    }
  }

  #draw(all) {
    if (!all.length)
      return replace(
        this.grid,
        empty(
          "slots",
          "No slots",
          "The server makes eight of them at its first start. Make one of your own:",
          button("New slot", "plus", () => this.#make()),
        ),
      );
    const order = (slot) => `${slot.pinned ? 0 : 1}${slot.scope === "global" ? 0 : 1}${slot.label}`;
    const sorted = [...all].sort((a, b) => (order(a) < order(b) ? -1 : 1));
    // A card that is being written in keeps what was typed.
    const kept = new Map([...this.#cards].filter(([, card]) => card.dirty));
    this.#cards = new Map(
      sorted.map((slot) => [
        slot.label,
        kept.get(slot.label) ?? new SlotCard(slot, { saved: () => this.refresh(), drop: (one) => this.#drop(one) }),
      ]),
    );
    replace(
      this.grid,
      [...this.#cards.values()].map((card) => card.node),
    );
  }

  async #make() {
    const given = await form("New slot", "Make it", [
      field("Label", "label", {
        required: true,
        pattern: "[a-z][a-z0-9_]*",
        placeholder: "release_checklist",
        autofocus: true,
        help: "Small letters, digits and underscores.",
      }),
      field("What is it for?", "description"),
      field("Most characters", "sizeLimit", { type: "number", min: "1", max: "20000", value: "2000" }),
      h(
        "label.field",
        h("span", "Scope"),
        h(
          "select",
          { name: "scope" },
          h("option", { value: "project" }, "this project"),
          h("option", { value: "global" }, "everywhere"),
        ),
      ),
      h(
        "label.check",
        h("input", { type: "checkbox", name: "pinned", checked: true }),
        "Pinned: given to every new session",
      ),
    ]);
    if (!given) return;
    const told = await saying(
      post("slot", {
        label: given.label,
        description: given.description,
        sizeLimit: Number(given.sizeLimit) || 2000,
        scope: given.scope,
        pinned: given.pinned === "on",
        content: "",
      }),
      `${words(given.label)} is there.`,
    );
    if (told) await this.refresh();
  }

  async #drop(slot) {
    if (
      !(await confirm(
        `Delete the slot ${slot.label}?`,
        "Its text is taken away. New sessions are no longer given it.",
        "Delete it",
        slot.content || undefined,
      ))
    )
      return;
    if (await saying(remove("slot", { label: slot.label }), "Deleted.")) await this.refresh();
  }
}
