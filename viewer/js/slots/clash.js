// Two texts where there may be one: what somebody else wrote meanwhile, and what is typed here.

import { h } from "../core/dom.js";
import { button } from "../parts/small.js";

/** Both: an addition goes behind what is typed, anything else stands before it. */
export function both(base, theirs, mine) {
  if (base && theirs.startsWith(base)) return mine + theirs.slice(base.length);
  return [theirs, mine].filter(Boolean).join("\n");
}

/** `act` is told which text shall stand: "both", "theirs" or "mine". */
export function clash(theirs, act) {
  return h(
    "section.clash",
    { role: "alert" },
    h("p", h("strong", "Changed meanwhile by somebody else."), " Nothing has been saved yet. It now says:"),
    h("blockquote", theirs || "(nothing)"),
    h(
      "div.buttons",
      button("Put both together", null, () => act("both"), { look: "primary" }),
      button("Take theirs", null, () => act("theirs")),
      button("Save mine instead", null, () => act("mine"), { look: "quiet-danger" }),
    ),
  );
}
