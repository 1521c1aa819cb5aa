// Contents: years, months, weeks, days and segments, down to the words they rest on.

import { h, replace } from "../core/dom.js";
import { hear } from "../core/live.js";
import { empty, failed, stale, waiting } from "../parts/empty.js";
import { children } from "../contents/adapter.js";
import { Tree } from "../contents/tree.js";

export function open(root, _route, signal) {
  const [note, place] = [h("div"), h("div.card.tree-card", waiting(4))];
  let tree = null;
  const look = async () => {
    try {
      const years = await children();
      if (signal.aborted) return;
      if (!years.length)
        return replace(
          place,
          empty(
            "contents",
            "No contents yet",
            "Once something has happened, it is told here by year, month, week, day and segment.",
          ),
        );
      const [next, at] = [new Tree(children, tree?.open), document.activeElement?.closest?.(".tree-line")?.dataset.id];
      await next.show(years);
      if (signal.aborted) return;
      tree = next;
      replace(note);
      replace(place, tree.node);
      if (at) tree.focus(at);
    } catch (error) {
      // What somebody reads stays, and is said to be old.
      if (place.querySelector(".tree")) replace(note, stale(error));
      else replace(place, failed(error, look));
    }
  };
  replace(
    root,
    h(
      "header.page-head",
      h(
        "div",
        h("h1", "Contents"),
        h("p.muted", "What it was about, from years down to segments. A grip leads to the words behind a sentence."),
      ),
    ),
    note,
    place,
  );
  // A tree in which somebody reads stays as it is, unless what is read there may have been forgotten: then it is
  // made again, with the same branches open. r looks again.
  hear("forgotten", () => place.querySelector(".tree") && look(), signal);
  hear("changed", () => place.querySelector(".tree") || look(), signal);
  look();
  // The tree is made anew now and then; keys go to the one that is there.
  const list = { move: (step) => tree?.move(step), openChosen: () => tree?.openChosen() };
  return { refresh: look, list };
}
