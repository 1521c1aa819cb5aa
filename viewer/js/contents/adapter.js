// The table of contents as the server tells it, turned into what the tree shows. The one place to change when the endpoint changes.

import { get } from "../core/api.js";
import { link } from "../core/route.js";

const ENDPOINT = "/v1/toc";

/** Children of a node, or the years when none is given. */
export async function children(parent) {
  const told = await get(ENDPOINT, { parent: parent?.id });
  return (told.nodes ?? told.children ?? []).map(node);
}

function node(told) {
  return {
    id: told.id,
    level: told.level ?? "",
    title: told.title ?? told.id,
    summary: told.summary ?? "",
    events: told.events ?? 0,
    opens: told.hasChildren ?? Boolean(told.children?.length),
    bullets: (told.bullets ?? []).map((bullet) => ({ text: bullet.text, grips: (bullet.grips ?? []).map(grip) })),
  };
}

/** A grip is an excerpt and the address of its source; a bare id is shown as it is. */
function grip(told) {
  if (typeof told === "string") return { id: told, excerpt: "", href: null };
  const href = told.sessionId ? link("timeline", told.sessionId, told.observationId) : null;
  return { id: told.id, excerpt: told.excerpt ?? "", href };
}
