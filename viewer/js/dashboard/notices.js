// What a newcomer should do first, and which features are off.

import { h } from "../core/dom.js";
import { COMMANDS, command } from "../parts/empty.js";
import { glyphButton } from "../parts/small.js";

const HIDDEN = "mneme-flags-hidden";

/** One line for all features that are off; how to turn each on lies behind it. */
export function banners(told) {
  const off = (told?.flags ?? []).filter((flag) => !flag.enabled);
  const names = off.map((flag) => flag.key).join();
  if (!off.length || localStorage.getItem(HIDDEN) === names) return null;
  const node = h(
    "details.banner",
    h(
      "summary",
      h("strong", off.length === 1 ? "One feature is off" : `${off.length} features are off`),
      h("span", off.map((flag) => flag.label).join(", ")),
    ),
    h(
      "ul",
      off.map((flag) =>
        h(
          "li",
          h("strong", flag.label),
          h("p", flag.description),
          h(
            "p.muted",
            flag.enableHow,
            flag.needsLlm && told.provider === "noop" ? " It needs a language model, and none is set." : "",
          ),
        ),
      ),
    ),
  );
  const hide = glyphButton("Hide this", "close", () => {
    localStorage.setItem(HIDDEN, names);
    wrap.remove();
  });
  const wrap = h("div.banner-wrap", { role: "note" }, node, hide);
  return wrap;
}

export function firstRun() {
  return h(
    "section.card.first",
    h("h2", "Nothing is remembered yet"),
    h("p.muted", "Three ways to begin. This page fills as soon as something arrives; there is no need to reload it."),
    h(
      "ol.ways",
      way(
        "Connect an agent",
        "Its sessions are recorded from then on, and what matters is given back at the start of the next one.",
        COMMANDS.connect(),
      ),
      way("Keep a fact by hand", "It is found at once, by its words and by its meaning.", COMMANDS.remember()),
      way("Send one observation", "See it appear live in the Timeline.", COMMANDS.observe()),
    ),
  );
}

const way = (title, text, line) => h("li", h("strong", title), h("p.muted", text), command(line));
