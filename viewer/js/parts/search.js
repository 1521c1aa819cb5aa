// Search as you type, over everything the server remembers.

import { debounce, h, narrow, replace } from "../core/dom.js";
import { post } from "../core/api.js";
import { edge, folder, headline } from "../core/format.js";
import { hear } from "../core/live.js";
import { go } from "../core/route.js";
import { best, compared, firstMark, marked, score, weak, why } from "./score.js";
import { icon } from "./icon.js";
import { foundName } from "./observation.js";
import { kind } from "./small.js";

const PAUSE_MS = 140;
const LIMIT = 20;
/** Of what is only near, so many. */
const NEAREST = 5;
/** Of a title, so much is seen in two lines. */
const TITLE = 80;

export class Search {
  #asked = 0;
  #hits = [];
  #at = -1;

  constructor(place) {
    this.input = h("input", {
      type: "search",
      id: "query",
      role: "combobox",
      placeholder: "Search everything",
      "aria-label": "Search everything",
      autocomplete: "off",
      spellcheck: "false",
      "aria-expanded": "false",
      "aria-controls": "hits",
      "aria-autocomplete": "list",
    });
    // What scrolls would be a stop of its own on the way of the Tab key.
    this.panel = h("div.hits", { id: "hits", role: "listbox", "aria-label": "What was found", tabindex: "-1", hidden: true });
    replace(place, icon("search"), this.input, h("kbd", { "aria-hidden": "true" }, "/"), this.panel);
    const later = debounce(() => this.#ask(), PAUSE_MS);
    this.input.addEventListener("input", later);
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("focus", () => this.#hits.length && this.#show(true));
    hear("forgotten", () => this.#hits.length && this.#again());
    // Whoever goes on by keyboard leaves nothing open over the page.
    place.addEventListener("focusout", ({ relatedTarget: to }) => to && !place.contains(to) && this.#show(false));
    addEventListener("pointerdown", (event) => !place.contains(event.target) && this.#show(false));
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  close() {
    const was = !this.panel.hidden;
    this.#show(false);
    return was;
  }

  async #ask() {
    const query = this.input.value.trim();
    const turn = ++this.#asked;
    if (query.length < 2) {
      this.#hits = [];
      return this.#show(false);
    }
    try {
      const hits = await post("search", { query, limit: LIMIT });
      if (turn !== this.#asked) return;
      this.#draw(query, Array.isArray(hits) ? hits : (hits.results ?? []));
    } catch (error) {
      if (turn !== this.#asked) return;
      // What was found before is not in sight any more: Enter must not open it.
      [this.#hits, this.#at] = [[], -1];
      replace(this.panel, h("p.hits-note", { role: "alert" }, error.message));
    }
    this.#show(true);
  }

  /** Something was forgotten: what is found may be that. */
  #again() {
    if (!this.panel.hidden) return this.#ask();
    this.#hits = [];
    replace(this.panel);
  }

  /** What answers the question, then a few that are only near, and said to be. */
  #draw(query, found) {
    this.#at = -1;
    const strong = found.filter((hit) => !weak(hit, query));
    const near = found.filter((hit) => weak(hit, query)).slice(0, NEAREST);
    this.#hits = [...strong, ...near];
    const [most, meant] = [best(found), compared(found)];
    const rows = this.#hits.map((hit, index) => this.#row(hit, index, query, [most, meant]));
    replace(
      this.panel,
      strong.length ? note(meant ? "Best first. Words are measured against the best hit, meaning from 0 to 100 %." : "Best first, by words alone.") : missing(query, near),
      rows.slice(0, strong.length),
      strong.length > 0 && near.length > 0 && h("p.hits-note.hits-near", "Weak: only near"),
      rows.slice(strong.length),
    );
  }

  #row(hit, index, query, measures) {
    const memory = hit.sessionId === "memory";
    const [first, rest] = memory ? headline(hit.title, hit.content) : [foundName(hit.title), hit.content];
    return h(
      "div.hit",
      { class: weak(hit, query) ? "weak" : "", role: "option", id: `hit-${index}`, "aria-selected": "false", on: { click: () => this.#open(hit) } },
      h(
        "div.hit-head",
        kind(memory ? (hit.type ?? "fact") : hit.type),
        h("strong", marked(cut(first, query, TITLE), query)),
        h("span.quiet.hit-where", memory ? "memory" : folder(hit.sessionId, 1)),
      ),
      rest && h("p", marked(cut(rest, query), query)),
      score(hit, ...measures),
      h("small.quiet", why(hit, query, measures[1])),
    );
  }

  #key(event) {
    if (event.key === "ArrowDown") this.#choose(this.#at + 1);
    else if (event.key === "ArrowUp") this.#choose(this.#at - 1);
    else if (event.key === "Enter" && this.#hits.length) this.#open(this.#hits[Math.max(0, this.#at)]);
    else if (event.key === "Escape") this.close() || this.input.blur();
    else return;
    event.preventDefault();
  }

  #choose(index) {
    if (!this.#hits.length) return;
    this.#at = (index + this.#hits.length) % this.#hits.length;
    for (const row of this.panel.querySelectorAll(".hit")) {
      const on = row.id === `hit-${this.#at}`;
      row.setAttribute("aria-selected", String(on));
      if (on) row.scrollIntoView({ block: "nearest" });
    }
    this.input.setAttribute("aria-activedescendant", `hit-${this.#at}`);
  }

  #open(hit) {
    this.#show(false);
    this.input.blur();
    if (hit.sessionId === "memory") go("memories", hit.obsId);
    else go("timeline", hit.sessionId, hit.obsId);
  }

  #show(on) {
    this.panel.hidden = !on;
    this.input.setAttribute("aria-expanded", String(on));
    if (!on) this.input.removeAttribute("aria-activedescendant");
  }
}

const note = (...said) => h("p.hits-note", { role: "status" }, said);
const missing = (query, near) =>
  note(
    h("strong", near.length ? "Nothing close to “" : "Nothing found for “", query, near.length ? "”; the nearest are:" : "”."),
    !near.length && " Fewer or other words may help; a part of a file name works too.",
  );

/** The stretch of a long text in which the question's words stand, near enough to its beginning to be seen on a phone. */
function cut(text, query, size = narrow.matches ? 110 : 220) {
  const whole = text ?? "";
  if (whole.length <= size) return whole;
  const from = edge(whole, Math.max(0, Math.round(firstMark(whole, query) - size / 4)));
  const shown = whole.slice(from, edge(whole, from + size)).replace(from ? /^\S{0,15}\s+/ : "", "");
  return `${from ? "…" : ""}${shown}${from + size < whole.length ? "…" : ""}`;
}
