// A text to read: whole if it is short, else its beginning and a button for all of it.

import { h, replace } from "../core/dom.js";
import { brief, number } from "../core/format.js";
import { button } from "./small.js";

const LONG = 800;

export function prose(text) {
  if (text.length <= LONG) return h("p.prose.lead", text);
  const words = h("p.prose.lead");
  const turn = h("p.prose-turn");
  const show = (all) => {
    words.textContent = all ? text : brief(text, LONG);
    const label = all ? "Show less" : `Show all ${number(text.length)} characters`;
    replace(turn, button(label, null, () => show(!all), { "aria-expanded": String(all) }));
  };
  show(false);
  return h("div.prose-long", words, turn);
}
