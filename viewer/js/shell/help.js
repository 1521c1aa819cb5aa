// The keys, on one page.

import { h } from "../core/dom.js";
import { GRAPH_KEYS, KEYS, REPLAY_KEYS } from "../core/keys.js";
import { dialog } from "../parts/dialog.js";

export function showKeys() {
  dialog(
    "Keys",
    () =>
      h(
        "div.keys",
        group("Everywhere", KEYS),
        h("div", group("In Replay", REPLAY_KEYS), group("In the Graph", GRAPH_KEYS)),
      ),
    "wide",
  );
}

function group(title, keys) {
  return h(
    "section",
    h("h3", title),
    h(
      "dl",
      keys.map(([key, text]) =>
        h(
          "div",
          h(
            "dt",
            key.split(/\s{2}| (?=–)|(?<=–) /).map((each) => (each === "–" ? " – " : h("kbd", each))),
          ),
          h("dd", text),
        ),
      ),
    ),
  );
}
