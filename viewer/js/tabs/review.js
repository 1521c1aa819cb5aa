// Review: memories that are doubted, rejected or never confirmed, and the word of whoever looks.

import { h, replace } from "../core/dom.js";
import { percent, when } from "../core/format.js";
import { link } from "../core/route.js";
import { empty } from "../parts/empty.js";
import { looking } from "../parts/looking.js";
import { beyond, button, whileBusy } from "../parts/small.js";
import { saying } from "../parts/toast.js";
import { decide, waitingItems } from "../review/adapter.js";

export function open(root, _route, signal) {
  const draw = ({ items, left }) =>
    items.length
      ? [
          h(
            "ul.cards",
            items.map((item) => card(item, look)),
          ),
          beyond(left, "that wait behind these"),
        ]
      : empty(
          "review",
          "Nothing waits for you",
          "When something may be worth keeping, or somebody doubts a memory, you are asked here. Open a memory to doubt it.",
        );
  const { place, look } = looking(waitingItems, draw, signal);
  replace(
    root,
    h("header.page-head", h("div", h("h1", "Review"), h("p.muted", "What the memory is not sure of."))),
    place,
  );
  return { refresh: look };
}

function card(item, look) {
  const act = (action, said, instead) => (event) =>
    whileBusy(event.currentTarget, async () => {
      if (await saying(decide(item.key, action, instead), said)) await look();
    });
  const lead = (action) => ({ look: item.suggested === action ? "primary" : undefined });
  return h(
    "li.card.review",
    h("p.quiet", item.why, " · ", item.source, " · ", when(item.at), ` · trust ${percent(item.trust)}`),
    h("blockquote", item.text),
    item.instead.map((one) =>
      h(
        "div.two",
        h("blockquote", one.text),
        button("This one holds", null, act("supersede", "It takes its place.", one.key)),
      ),
    ),
    h(
      "div.buttons",
      button("Keep it", null, act("confirm", "It is believed."), lead("confirm")),
      button("Set it aside", null, act("reject", "Set aside."), lead("reject")),
      h("a.link", { href: link("memories", item.memory) }, "Open"),
    ),
  );
}
