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
/** A word shorter than this has no other forms: "not" is no beginning of "nothing". */
const FORMS = 4;
const WORD = /[\p{L}\p{N}_]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** How strong the words of the best of these hits are: that part has no top of its own. */
export const best = (hits) => Math.max(0, ...hits.map((hit) => hit.bm25Score ?? 0));

/** Whether anything was looked for by meaning: without a model there is nothing to say of it. */
export const compared = (hits) => hits.some((hit) => hit.vectorScore);

export function score(hit, most, meant = true) {
  const parts = [
    most > 0 && part("words", (hit.bm25Score ?? 0) / most, `${shown(hit.bm25Score)}, the best of these has ${shown(most)}`),
    meant && part("meaning", alike(hit), `${percent(alike(hit))} alike`),
    hit.graphScore > 0 && part("links", hit.graphScore, `${percent(hit.graphScore)} linked to other hits`),
  ];
  return h("div.score", parts);
}

/** Less than nothing in common is nothing. */
const alike = (hit) => Math.max(0, hit.vectorScore ?? 0);
const part = (name, share, text) => h("span.score-part", h("span", name), bar(share, name, text));

/** It says less than half of the question's words, and means something else. */
export function weak(hit, query) {
  const asked = terms(query);
  return (hit.vectorScore ?? 0) < ALIKE && (!asked.length || said(hit, asked).length * 2 < asked.length);
}

export function why(hit, query, meant = true) {
  const asked = terms(query);
  const own = said(hit, asked);
  const reasons = [
    asked.length > 0 && `Says ${own.length} of ${asked.length} words${own.length ? `: ${own.join(", ")}` : ""}`,
    hit.bm25Score > 0 && !own.length && "found by a related word",
    meant && `${percent(alike(hit))} alike in meaning`,
    hit.graphScore > 0 && "linked to other hits",
  ];
  return `${reasons.filter(Boolean).join("; ")}.`;
}

const terms = (query) => [
  ...new Set((query.toLowerCase().match(WORD) ?? []).filter((word) => word.length > SHORT || UNSPACED.test(word))),
];

/** Those of the words the hit says. Where words have no spaces between them, the server's word counts. */
function said(hit, asked) {
  const text = [hit.title, hit.content, ...(hit.concepts ?? []), ...(hit.files ?? [])].join(" ");
  const own = [...new Set(text.toLowerCase().match(WORD) ?? [])];
  return asked.filter((word) => (UNSPACED.test(word) ? hit.bm25Score > 0 : own.some((each) => means(each, word))));
}

/** Whether a word of a text is one that was asked for, perhaps in another form: a short one only if it is the same. */
const means = (own, word) =>
  word.length < FORMS
    ? own.split("_").includes(word) || own === word
    : (word.length > STEM && own.includes(word)) || own.split("_").some((part) => part.startsWith(word.slice(0, STEM)));

const shown = (value) => (value ?? 0).toFixed(1);

/** The text with the words of the question marked in it: whole words, never a part of another. */
export const marked = (text, query) => pieces(text, query).map(([part, on]) => (on ? h("mark", part) : part));

/** Where the first marked word stands, or the beginning. */
export function firstMark(text, query) {
  let at = 0;
  for (const [part, on] of pieces(text, query)) {
    if (on) return at;
    at += part.length;
  }
  return 0;
}

/** Where nothing parts the words of a text, those that were asked for do. */
const among = (asked) => `(${asked}|(?:(?!${asked})[\\p{L}\\p{N}_])+)`;

/** The text in pieces, each with whether it was asked for. */
function pieces(text, query) {
  const asked = query.toLowerCase().match(WORD) ?? [];
  const unspaced = asked.filter((word) => UNSPACED.test(word));
  const words = asked.filter((word) => word.length > 1 && !UNSPACED.test(word));
  const wanted = (own) => words.some((word) => means(own, word)) || unspaced.includes(own);
  const parts = (text ?? "").split(new RegExp(unspaced.length ? among(unspaced.join("|")) : `(${WORD.source})`, "giu"));
  return parts.map((part, index) => [part, index % 2 === 1 && wanted(part.toLowerCase())]);
}
