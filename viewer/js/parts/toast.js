// Short sentences at the edge of the page.

import { h } from "../core/dom.js";

const STAYS_MS = { said: 3_500, wrong: 9_000 };
const MOST = 4;

export function toast(text, mood = "said") {
  const place = document.getElementById("toasts");
  for (const old of place.children) if (old.firstChild.textContent === text) old.remove();
  const node = h(
    "div.toast",
    { data: { mood }, role: mood === "wrong" ? "alert" : "status" },
    h("span", text),
    h("button.button.ghost", { type: "button", "aria-label": "Dismiss", on: { click: () => node.remove() } }, "×"),
  );
  // Above a dialog only what lies inside it is seen.
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  place.append(node);
  while (place.children.length > MOST) place.firstChild.remove();
  setTimeout(() => node.remove(), STAYS_MS[mood]);
}

/** Says in words what went wrong, and carries on. */
export async function saying(promise, done) {
  try {
    const value = await promise;
    if (done) toast(typeof done === "function" ? done(value) : done);
    return value;
  } catch (error) {
    if (error.name !== "AbortError") toast(error.message, "wrong");
    return undefined;
  }
}
