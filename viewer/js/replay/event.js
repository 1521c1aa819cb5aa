// The event in front: who spoke or which tool ran, what went in, what came out, and the frame if there is one.

import { h, replace } from "../core/dom.js";
import { picture } from "../core/api.js";
import { moment, number, stopwatch } from "../core/format.js";
import { block } from "../parts/observation.js";

export const NAMES = { prompt: "Prompt", tool_call: "Tool", tool_error: "Tool failed", response: "Answer" };
const AHEAD = 3;
const KEPT = 40;

export class EventView {
  #frames = new Map();
  #shown = -1;

  constructor(player) {
    this.player = player;
    this.node = h("article.event", { "aria-live": "off" });
    this.where = h("span.quiet");
  }

  get hasFrames() {
    return this.player.events.some(address);
  }

  /** There are more behind it now. */
  grown() {
    const event = this.player.events[this.#shown];
    if (event) this.where.textContent = this.#place(event);
  }

  #place(event) {
    return `${number(this.#shown + 1)} of ${number(this.player.events.length)} · ${stopwatch(event.offsetMs)}`;
  }

  show(index) {
    const event = this.player.events[index];
    if (!event || index === this.#shown) return;
    this.#shown = index;
    this.where = h("span.quiet", { title: moment(event.ts) }, this.#place(event));
    replace(
      this.node,
      h(
        "header",
        h("span.event-kind", { data: { kind: event.kind } }, NAMES[event.kind] ?? event.kind),
        event.kind !== "prompt" && h("h2", event.label),
        this.where,
      ),
      this.hasFrames && this.#frame(index),
      said(event),
    );
    this.node.scrollTop = 0;
  }

  close() {
    for (const frame of this.#frames.values()) frame.then(URL.revokeObjectURL, () => {});
    this.#frames.clear();
  }

  /** The frame of this event, or of the last one before it that has any. */
  #frame(index) {
    let at = index;
    while (at > 0 && !address(this.player.events[at])) at--;
    const place = h("figure.frame");
    const url = address(this.player.events[at]);
    if (!url) return null;
    this.#fetch(url).then(
      (source) =>
        this.#shown === index &&
        replace(place, h("img", { src: source, alt: `The screen at ${this.player.events[at].label ?? "this step"}` })),
      (error) => replace(place, h("figcaption.quiet", error.message)),
    );
    for (const next of this.player.events.slice(index + 1, index + 1 + AHEAD))
      if (address(next)) this.#fetch(address(next)).catch(() => {});
    return place;
  }

  #fetch(url) {
    if (!this.#frames.has(url)) this.#frames.set(url, picture(url));
    if (this.#frames.size > KEPT) {
      const [oldest, frame] = this.#frames.entries().next().value;
      frame.then(URL.revokeObjectURL, () => {});
      this.#frames.delete(oldest);
    }
    return this.#frames.get(url);
  }
}

/** `image` is an address on this server; a list of frames gives the one at the moment of the step. */
const address = (event) =>
  event?.image ?? event?.images?.find?.((each) => each.at === "at")?.url ?? event?.images?.[0]?.url;

function said(event) {
  const tool = event.toolInput !== undefined && event.toolInput !== null;
  const out = event.toolOutput ?? (tool ? event.body : null);
  return [
    !tool && event.body && h("p.prose.lead", event.body),
    tool && h("section", h("h3", event.toolName ? `${event.toolName} was given` : "Input"), block(event.toolInput)),
    tool && out && h("section", h("h3", event.kind === "tool_error" ? "It failed with" : "It answered"), block(out)),
  ];
}
