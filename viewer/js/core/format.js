// Numbers, times and paths as people read them.

import { h } from "./dom.js";

const count = new Intl.NumberFormat("en");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const dayOf = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const shortDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const longDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const clockOf = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const whole = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });

export const number = (n) => count.format(n ?? 0);
export const short = (n) => (Math.abs(n ?? 0) < 100_000 ? number(n) : compact.format(n));
export const percent = (part) => `${Math.round((part ?? 0) * 100)} %`;
export const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

const valid = (iso) => {
  const date = new Date(iso ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};
export const millis = (iso) => valid(iso)?.getTime() ?? 0;
export const clock = (iso) => (valid(iso) ? clockOf.format(valid(iso)) : "");
export const moment = (iso) => (valid(iso) ? whole.format(valid(iso)) : "at no known time");

export function day(iso, now = new Date()) {
  const date = valid(iso);
  if (!date) return "No date";
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return dayOf.format(date);
}

const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

export function ago(iso, now = Date.now()) {
  const date = valid(iso);
  if (!date) return "–";
  const seconds = Math.round((now - date.getTime()) / 1000);
  if (seconds < -60) return `in ${duration(-seconds * 1000)}`;
  if (seconds < 45) return "just now";
  if (seconds < 3_600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h ago`;
  if (seconds < 7 * 86_400) return `${Math.round(seconds / 86_400)} d ago`;
  return date.getFullYear() === new Date(now).getFullYear() ? shortDay.format(date) : longDay.format(date);
}

export function duration(ms) {
  const seconds = Math.max(0, Math.round((ms ?? 0) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`;
}

export function stopwatch(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** The last parts of a path: where one is, without the way there. */
export function folder(path, parts = 2) {
  const all = (path ?? "").split(/[\\/]/).filter(Boolean);
  return all.length > parts ? `…/${all.slice(-parts).join("/")}` : path || "no project";
}

export const words = (name) => (name ?? "").replaceAll("_", " ");
export const asText = (value) => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? ""));

/** What is seen as one character: a family, a flag and an accent are several to the machine. */
const characters = Intl.Segmenter && new Intl.Segmenter("en", { granularity: "grapheme" });
/** More than any one of them needs; the rest of a long text is not looked at. */
const WIDEST = 64;

/** Where a text may be cut: at `at`, or before the character that is there. */
export function edge(text, at) {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  if (!characters) return at - Number(/[\ud800-\udbff]/.test(text[at - 1]));
  const from = Math.max(0, at - WIDEST);
  return from + characters.segment(text.slice(from, at + WIDEST)).containing(at - from).index || at;
}

export const head = (text, most) => text.slice(0, edge(text, most));

/** A text no longer than `most`, cut between two words. */
export function brief(text, most) {
  const whole = text ?? "";
  return whole.length > most ? `${head(whole, most).replace(/\s+\S{0,30}$/, "")} …` : whole;
}

/** A session in one line, where one is chosen from a list. */
export const sessionLine = (s) =>
  `${ago(s.startedAt)} · ${brief(s.title || s.firstPrompt || s.id, 60)} · ${folder(s.project, 1)}`;

/** What stands in large letters is no longer than this. */
const LINE = 120;

/** A text as a first line and the rest: whole sentences, not the 80 characters a title is cut at. */
export function headline(title, content) {
  const text = (content ?? "").trim();
  if (!title || !text.startsWith(title.replace(/…$/, ""))) return [brief(title || text, LINE), title || text.length > LINE ? text : ""];
  const [first] = text.slice(0, LINE + 1).split(/(?<=[.!?])\s|\n/, 1);
  // Of the whole text: where it was cut already, half a character looks like one.
  if (first.length > LINE) return [brief(text, LINE), text.slice(brief(text, LINE).length - 2).trim()];
  return [first, text.slice(first.length).trim()];
}

const RECENT_MS = 3_600_000;

/** What a session does: one that nobody ended and nobody touched for an hour is not active. */
export function doing(session, now = Date.now()) {
  if (session.status !== "active") return session.status;
  return now - millis(session.updatedAt ?? session.startedAt) < RECENT_MS ? "active" : "not ended";
}

/** What a tool was asked to do, in one line. */
export function request(input) {
  if (typeof input === "string") return input;
  for (const name of ["command", "file_path", "path", "url", "query", "pattern", "prompt", "description", "text"])
    if (typeof input?.[name] === "string") return input[name];
  return input && Object.keys(input).length
    ? Object.entries(input)
        .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
        .join(", ")
    : "";
}

/** A time that keeps itself right while the page is open. */
export function when(iso, shown = ago) {
  return h(
    "time",
    { datetime: iso ?? "", title: moment(iso), data: shown === ago ? { ago: iso ?? "" } : {} },
    shown(iso),
  );
}

export function refreshTimes(root = document) {
  for (const node of root.querySelectorAll("time[data-ago]")) node.textContent = ago(node.dataset.ago);
}
