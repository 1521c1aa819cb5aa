// Review: candidates that may become memories, and memories that contradict each other.

import { h, replace } from "../core/dom.js";
import { when } from "../core/format.js";
import { empty, failed, waiting } from "../parts/empty.js";
import { button, whileBusy } from "../parts/small.js";
import { saying } from "../parts/toast.js";
import { decide, waitingItems } from "../review/adapter.js";

export function open(root, _route, signal) {
  const place = h("div", waiting(3));
  const look = async () => {
    try {
      const items = await waitingItems();
      if (!signal.aborted)
        replace(
          place,
          items.length
            ? h(
                "ul.cards",
                items.map((item) => card(item, look)),
              )
            : empty(
                "review",
                "Nothing waits for you",
                "When something may be worth keeping, or two memories contradict each other, you are asked here.",
              ),
        );
    } catch (error) {
      replace(place, failed(error, look));
    }
  };
  replace(
    root,
    h("header.page-head", h("div", h("h1", "Review"), h("p.muted", "What the memory is not sure of."))),
    place,
  );
  look();
  return { refresh: look };
}

function card(item, look) {
  const act = (verdict, said) => (event) =>
    whileBusy(event.currentTarget, async () => {
      if (await saying(decide(item.id, verdict), said)) await look();
    });
  const choices = item.conflict
    ? [
        button("The first holds", null, act("confirm", "Kept the first.")),
        button("The second holds", null, act("supersede", "Kept the second.")),
        button("Neither", null, act("reject", "Both are set aside.")),
      ]
    : [
        button("Keep it", null, act("confirm", "It is a memory now."), { look: "primary" }),
        button("Set it aside", null, act("reject", "Set aside.")),
      ];
  return h(
    "li.card.review",
    h(
      "p.quiet",
      item.conflict ? "These contradict each other" : "May be worth keeping",
      " · ",
      item.reason,
      " · ",
      when(item.at),
    ),
    h(
      "div",
      { class: item.conflict ? "two" : "" },
      h("blockquote", item.text),
      item.conflict && h("blockquote", item.other),
    ),
    h("div.buttons", choices),
  );
}
