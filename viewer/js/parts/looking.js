// A place that is loaded, keeps itself right while one looks, and says so when it cannot.

import { h, redraw, replace } from "../core/dom.js";
import { hear } from "../core/live.js";
import { failed, stale, waiting } from "./empty.js";

/** `ask()` fetches, `draw(told)` makes nodes. Drawn again only when something is different, and not under an open choice. */
export function looking(ask, draw, signal) {
  const [note, inner] = [h("div"), h("div", waiting(6))];
  let shown = null;
  const show = (told) => {
    const now = JSON.stringify(told);
    replace(note);
    if (now === shown) return;
    shown = now;
    redraw(inner, draw(told));
  };
  const look = async () => {
    try {
      const told = await ask();
      if (!signal.aborted) show(told);
    } catch (error) {
      if (signal.aborted) return;
      if (shown) replace(note, stale(error));
      else replace(inner, failed(error, look));
    }
  };
  const busy = () => inner.contains(document.activeElement) && document.activeElement.matches("select, textarea");
  hear("changed", () => busy() || look(), signal);
  look();
  return { place: h("div", note, inner), look };
}
