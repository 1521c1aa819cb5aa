// Why a hit stands where it stands: its scores as small bars and as words.

import { h } from "../core/dom.js";
import { bar } from "./small.js";

const PARTS = [
  ["bm25Score", "words", "shares words with the question"],
  ["vectorScore", "meaning", "means something alike"],
  ["graphScore", "links", "is linked to other hits"],
];

/** The most each part reached among these hits: bars are read against their best. */
export function best(hits) {
  return Object.fromEntries(PARTS.map(([key]) => [key, Math.max(0, ...hits.map((hit) => hit[key] ?? 0))]));
}

export function score(hit, most) {
  const parts = PARTS.filter(([key]) => most[key] > 0);
  return h(
    "div.score",
    h("span.score-total", { title: "Combined score, from which the order follows" }, shown(hit.combinedScore)),
    parts.map(([key, name]) =>
      h("span.score-part", h("span", name), bar((hit[key] ?? 0) / most[key], name, shown(hit[key]))),
    ),
  );
}

export function why(hit, query) {
  const said = PARTS.filter(([key]) => hit[key] > 0).map(([, , text]) => text);
  const text =
    `${hit.title ?? ""} ${hit.content ?? ""} ${(hit.concepts ?? []).join(" ")} ${(hit.files ?? []).join(" ")}`.toLowerCase();
  const own = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1 && text.includes(word));
  const sentence = said.length ? `${said.join(", ")}` : "found by a related word";
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}${own.length ? `. Says itself: ${[...new Set(own)].join(", ")}` : ""}.`;
}

const shown = (value) => (value ?? 0).toFixed(value >= 1 ? 2 : 3);

/** The text with the words of the question marked in it. */
export function marked(text, query) {
  const wanted = query
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!wanted.length) return [text ?? ""];
  const parts = (text ?? "").split(new RegExp(`(${wanted.join("|")})`, "gi"));
  return parts.map((part, index) => (index % 2 ? h("mark", part) : part));
}
