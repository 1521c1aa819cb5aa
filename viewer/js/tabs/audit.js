// Audit: who changed what, the newest first.

import { h, replace } from "../core/dom.js";
import { get } from "../core/api.js";
import { moment, when, words } from "../core/format.js";
import { empty } from "../parts/empty.js";
import { looking } from "../parts/looking.js";
import { select } from "../parts/small.js";

const MOST = 300;

export function open(root, _route, signal) {
  let operation = "";
  const seen = new Set();
  const tools = h("div");
  const ask = async () => (await get("audit", { limit: MOST, operation })).entries ?? [];
  const draw = (entries) => {
    for (const entry of entries) seen.add(entry.operation);
    replace(tools, choice());
    return entries.length
      ? [table(entries), entries.length === MOST && h("p.none.beyond", { role: "note" }, `These are the latest ${MOST}; older changes do not fit.`)]
      : empty("audit", "Nothing has been changed yet", "Every change is written here with who made it.");
  };
  const choice = () =>
    select(
      "Operation",
      [["", "Every operation"], ...[...seen].sort().map((name) => [name, words(name)])],
      operation,
      (value) => {
        operation = value;
        look();
      },
    );
  const { place, look } = looking(ask, draw, signal);
  replace(
    root,
    h("header.page-head", h("div", h("h1", "Audit"), h("p.muted", "Every change, with who made it.")), tools),
    place,
  );
  return { refresh: look };
}

function table(entries) {
  return h(
    "div.table-wrap",
    h(
      "table.audit",
      h(
        "thead",
        h(
          "tr",
          ["When", "What", "Who", "On"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        entries.map((entry) =>
          h(
            "tr",
            h("td", { title: moment(entry.timestamp) }, when(entry.timestamp)),
            h("td", h("strong", words(entry.operation))),
            h("td", entry.userId ?? "–"),
            h("td.mono.cut", { title: (entry.targetIds ?? []).join(", ") }, (entry.targetIds ?? []).join(", ")),
          ),
        ),
      ),
    ),
  );
}
