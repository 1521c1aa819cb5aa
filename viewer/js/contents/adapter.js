// The table of contents as the server tells it, turned into what the tree shows. The one place to change when the endpoint changes.

import { get } from "../core/api.js";
import { link } from "../core/route.js";

/** Children of a node, or the years when none is given. */
export async function children(parent) {
  const all = [];
  for (let offset = 0; offset !== undefined;) {
    const told = await get("toc", { parent: parent?.id, offset: offset || undefined });
    all.push(...(told.nodes ?? []).map(node));
    offset = told.next;
  }
  return all;
}

/** What a grip rests on: its own events, and a few around them. */
export async function source(grip) {
  const told = await get("grip", { grip });
  const said = (own) => (event) => ({
    own,
    id: event.id,
    at: event.occurred_at ?? event.created_at,
    who: event.speaker ?? event.role ?? "",
    text: event.content ?? "",
    href: event.session ? link("timeline", event.session, event.id) : null,
  });
  return [
    ...(told.before ?? []).map(said(false)),
    ...(told.events ?? []).map(said(true)),
    ...(told.after ?? []).map(said(false)),
  ];
}

function node(told) {
  return {
    id: told.id,
    level: told.level ?? "",
    title: told.title ?? told.id,
    summary: told.summary ?? "",
    events: told.events ?? 0,
    opens: Boolean(told.children?.length),
    bullets: told.bullets ?? [],
  };
}
