// A list on one side and what is open on the other. On a phone one covers the other.

import { h, replace } from "../core/dom.js";
import { glyphButton } from "./small.js";

export class Split {
  constructor(tools, list, close) {
    this.list = h("div.split-list", tools, list);
    this.detail = h("div.split-detail", { hidden: true });
    this.node = h("div.split", this.list, this.detail);
    this.close = close;
  }

  show(label, ...content) {
    const fresh = this.detail.dataset.label !== label;
    this.detail.hidden = false;
    this.detail.dataset.label = label;
    this.node.dataset.open = "";
    const scroll = this.detail.scrollTop;
    replace(
      this.detail,
      h(
        "div.split-close",
        glyphButton("Close", "close", () => this.close()),
      ),
      content,
    );
    this.detail.setAttribute("role", "region");
    this.detail.setAttribute("aria-label", label);
    this.detail.scrollTop = fresh ? 0 : scroll;
  }

  hide() {
    const was = !this.detail.hidden;
    this.detail.hidden = true;
    delete this.detail.dataset.label;
    delete this.node.dataset.open;
    replace(this.detail);
    return was;
  }
}
