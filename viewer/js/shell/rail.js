// The tabs along the side, or along the bottom of a phone.

import { h, replace } from "../core/dom.js";
import { link } from "../core/route.js";
import { icon } from "../parts/icon.js";

const WITH_KEY = 8;

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
            { class: index === WITH_KEY ? "apart" : "" },
            h(
              "a",
              { href: link(tab.id), data: { tab: tab.id } },
              icon(tab.id),
              h("span", tab.label),
              index < WITH_KEY && h("kbd", { "aria-hidden": "true" }, String(index + 1)),
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
