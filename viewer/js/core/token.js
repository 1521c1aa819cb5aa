// The access token: kept for this browser session only, never written into the page or an address one can see.

import { h } from "./dom.js";

const KEY = "mneme-token";
/** After "Not now" only something the reader does may ask again, never a timer. */
const REST_MS = 6_000;
let asking = null;
let turnedAway = 0;

export const token = () => sessionStorage.getItem(KEY) ?? "";

export const keepToken = (value) => sessionStorage.setItem(KEY, value);

/** Lets go of a token that was refused, unless a newer one has come meanwhile. */
export function forgetToken(refused) {
  if (token() === refused) sessionStorage.removeItem(KEY);
}

/** Asks once, however many requests are waiting. False when the reader turns it away. */
export function askToken(refused) {
  if (token()) return Promise.resolve(true);
  const unasked = Date.now() - turnedAway < REST_MS || !navigator.userActivation?.isActive;
  if (turnedAway && unasked && !asking) return Promise.resolve(false);
  asking ??= box(refused).finally(() => {
    asking = null;
  });
  return asking;
}

function box(refused) {
  return new Promise((resolve) => {
    const input = h("input", {
      type: "password",
      id: "token",
      name: "token",
      autocomplete: "off",
      spellcheck: "false",
      required: true,
      "aria-describedby": "token-help",
    });
    const dialog = h(
      "dialog.dialog",
      { "aria-labelledby": "token-title" },
      h(
        "form",
        { on: { submit: take } },
        h("h2", { id: "token-title" }, "This server asks for a token"),
        h(
          "p.muted",
          { id: "token-help" },
          "It is the value of ",
          h("code", "AGENTMEMORY_SECRET"),
          ", or a key from ",
          h("code", "mneme key"),
          ". ",
          h("code", "mneme view"),
          " opens this page without one. It stays in this browser tab until you close it.",
        ),
        refused && h("p.wrong", { role: "alert" }, "That token was not accepted."),
        h("label.field", { htmlFor: "token" }, h("span", "Token"), input),
        h(
          "div.dialog-end",
          h("button.button", { type: "button", on: { click: () => dialog.close() } }, "Not now"),
          h("button.button.primary", { type: "submit" }, "Open"),
        ),
      ),
    );
    let given = false;
    function take(event) {
      event.preventDefault();
      keepToken(input.value.trim());
      given = Boolean(input.value.trim());
      dialog.close();
    }
    dialog.addEventListener("close", () => {
      dialog.remove();
      turnedAway = given ? 0 : Date.now();
      resolve(given);
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
