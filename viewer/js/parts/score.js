// Why a hit stands where it stands: its scores as small bars and as words, and whether it is more than the nearest there was.

import { h } from "../core/dom.js";
import { percent } from "../core/format.js";
import { bar } from "./small.js";

/** Of likeness in meaning, from 0 to 1, so much is more than chance. */
const ALIKE = 0.4;
/** Words of a question that tell nothing are mostly this short. */
const SHORT = 2;
/** So much of a word's beginning stands for its other forms. */
const STEM = 5;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** How strong the words of the best of these hits are: that part has no top of its own. */
export const best = (hits) => Math.max(0, ...hits.map((hit) => hit.bm25Score ?? 0));

export function score(hit, most) {
  const parts = [
    most > 0 && part("words", (hit.bm25Score ?? 0) / most, `${shown(hit.bm25Score)}, the best of these has ${shown(most)}`),
    part("meaning", hit.vectorScore ?? 0, `${percent(hit.vectorScore)} alike`),
    hit.graphScore > 0 && part("links", hit.graphScore, `${percent(hit.graphScore)} linked to other hits`),
  ];
  return h("div.score", parts);
}

const part = (name, share, text) => h("span.score-part", h("span", name), bar(share, name, text));

/** It says less than half of the question's words, and means something else. */
export function weak(hit, query) {
  const asked = terms(query);
  return (hit.vectorScore ?? 0) < ALIKE && (!asked.length || said(hit, asked).length * 2 < asked.length);
}

export function why(hit, query) {
  const asked = terms(query);
  const own = said(hit, asked);
  const reasons = [
    asked.length > 0 && `Says ${own.length} of ${asked.length} words${own.length ? `: ${own.join(", ")}` : ""}`,
    hit.bm25Score > 0 && !own.length && "found by a related word",
    `${percent(hit.vectorScore)} alike in meaning`,
    hit.graphScore > 0 && "linked to other hits",
  ];
  return `${reasons.filter(Boolean).join("; ")}.`;
}

const terms = (query) => [
  ...new Set((query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length > SHORT || UNSPACED.test(word))),
];

/** Those of the words with which a word of the hit begins. Where words have no spaces between them, the server's word counts. */
function said(hit, asked) {
  const text = [hit.title, hit.content, ...(hit.concepts ?? []), ...(hit.files ?? [])].join(" ").toLowerCase();
  const begins = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return asked.filter((word) =>
    UNSPACED.test(word) ? hit.bm25Score > 0 : (word.length > STEM && text.includes(word)) || begins.some((each) => each.startsWith(word.slice(0, STEM))),
  );
}

const shown = (value) => (value ?? 0).toFixed(1);

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
