// The tabs along the side, or along the bottom of a phone.

import { h, replace } from "../core/dom.js";
import { link } from "../core/route.js";
import { icon } from "../parts/icon.js";

/** Those before are the memory itself, those after say what is done with it. */
const APART = 8;

export class Rail {
  constructor(place) {
    this.place = place;
  }

  draw(tabs) {
    replace(
      this.place,
      h(
        "ul",
        tabs.map((tab, index) =>
          h(
            "li",
            { class: index === APART ? "apart" : "" },
            h(
              "a",
              { href: link(tab.id), data: { tab: tab.id } },
              icon(tab.id),
              h("span", tab.label),
              h("kbd", { "aria-hidden": "true" }, tab.key),
            ),
          ),
        ),
      ),
    );
  }

  mark(id) {
    for (const a of this.place.querySelectorAll("a")) {
      const on = a.dataset.tab === id;
      if (on) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
      if (on) a.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }
}
