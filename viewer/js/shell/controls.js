// What stands at the end of the top row: is it live, light or dark, which keys.

import { h, replace } from "../core/dom.js";
import { hear, live } from "../core/live.js";
import { glyphButton } from "../parts/small.js";
import { icon } from "../parts/icon.js";
import { showKeys } from "./help.js";

const SAID = {
  live: ["Live", "What agents do appears at once, every other change within seconds."],
  connecting: ["Connecting", "Trying to reach the live stream."],
  polling: ["Polling", "The live stream is not there; looking every few seconds. Click to try it again."],
  offline: ["Offline", "The server does not answer. Click to try again."],
};
const dark = matchMedia("(prefers-color-scheme: dark)");

export class Controls {
  constructor(place) {
    this.status = h("button.live", { type: "button", on: { click: () => live.again() } });
    this.theme = h("button.button.ghost.glyph", { type: "button", on: { click: () => this.turnTheme() } });
    this.said = h("span.unseen", { role: "status" });
    replace(place, this.status, this.said, this.theme, glyphButton("Keys", "keys", showKeys, { class: "only-wide" }));
    hear("state", () => this.#showLive());
    hear("observation", () => this.#beat());
    dark.addEventListener("change", () => this.#showTheme());
    this.#showLive();
    this.#showTheme();
  }

  /** Light, dark: whichever is not there now. The same as the system's counts as no choice. */
  turnTheme() {
    const next = this.#isDark() ? "light" : "dark";
    const system = dark.matches ? "dark" : "light";
    if (next === system) {
      localStorage.removeItem("mneme-theme");
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem("mneme-theme", next);
      document.documentElement.dataset.theme = next;
    }
    this.#showTheme();
  }

  #isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : dark.matches;
  }

  #showTheme() {
    const label = this.#isDark() ? "Switch to light" : "Switch to dark";
    replace(this.theme, icon(this.#isDark() ? "sun" : "moon"));
    this.theme.setAttribute("aria-label", label);
    this.theme.title = label;
    dispatchEvent(new CustomEvent("mneme:theme"));
  }

  #showLive() {
    const [word, text] = SAID[live.state];
    this.status.dataset.state = live.state;
    this.status.title = text;
    this.status.setAttribute("aria-label", `${word}. ${text}`);
    replace(this.status, h("i"), h("span", word));
    this.said.textContent = word;
  }

  #beat() {
    this.status.classList.remove("beat");
    requestAnimationFrame(() => this.status.classList.add("beat"));
  }
}
