// The smallest things every tab shows: chips, bars, meters, buttons.

import { h } from "../core/dom.js";
import { number, percent, words } from "../core/format.js";
import { icon } from "./icon.js";

/** A kind, as a coloured dot with its word: never by colour alone. */
export const kind = (name) => h("span.kind", { data: { kind: name ?? "other" } }, words(name ?? "other"));

export const tag = (text) => h("span.tag", { title: text }, text);

export function tags(list, most = 4) {
  const all = list ?? [];
  if (!all.length) return null;
  const more = all.length - most;
  return h(
    "span.tags",
    all.slice(0, most).map(tag),
    more > 0 && h("span.tag.more", { title: all.slice(most).join(", ") }, `+${more}`),
  );
}

/** A share from 0 to 1, as a bar with its words for those who do not see it. */
export function bar(share, label, shown = percent(share)) {
  const part = Math.max(0, Math.min(1, share || 0));
  return h(
    "span.bar",
    { role: "img", "aria-label": `${label}: ${shown}`, title: `${label}: ${shown}` },
    h("i", { style: { "--part": String(part) } }),
  );
}

export const status = (name) => h("span.state", { data: { state: name } }, name);

export function button(label, glyph, act, more = {}) {
  const { look = "", ...rest } = more;
  return h(
    `button.button${look ? `.${look}` : ""}`,
    { type: "button", on: { click: act }, ...rest },
    glyph && icon(glyph),
    h("span", label),
  );
}

/** A button that is only a drawing, with its name for those who do not see it. */
export function glyphButton(label, glyph, act, more = {}) {
  return h(
    "button.button.ghost.glyph",
    { type: "button", "aria-label": label, title: label, on: { click: act }, ...more },
    icon(glyph),
  );
}

/** Runs `act` with the button out of service, so that nothing is sent twice. */
export async function whileBusy(node, act) {
  node.disabled = true;
  node.setAttribute("aria-busy", "true");
  try {
    return await act();
  } finally {
    node.disabled = false;
    node.removeAttribute("aria-busy");
  }
}

export function facts(pairs) {
  const rows = pairs.filter(([, value]) => value || value === 0);
  return h(
    "dl.facts",
    rows.map(([name, value]) => [h("dt", name), h("dd", value)]),
  );
}

/** Below a list that is not whole: how many are not in it. */
export const beyond = (left, why = "that do not fit") =>
  left > 0 && h("p.none.beyond", { role: "note" }, `and ${number(left)} more ${why}`);

export function select(label, choices, value, change) {
  return h(
    "label.pick",
    h("span.quiet", label),
    h(
      "select",
      { "aria-label": label, on: { change: (event) => change(event.target.value) } },
      options(choices, value),
    ),
  );
}

export const options = (choices, value) =>
  choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text));

export function filterBox(label, value, input) {
  return h(
    "label.filter",
    icon("search"),
    h("input", {
      type: "search",
      placeholder: label,
      "aria-label": label,
      value,
      spellcheck: "false",
      on: { input: (event) => input(event.target.value) },
    }),
  );
}
