// Actions: what is still to do, the most urgent first.

import { h, replace } from "../core/dom.js";
import { get, patch, post } from "../core/api.js";
import { unshown } from "../core/data.js";
import { when } from "../core/format.js";
import { field, form } from "../parts/dialog.js";
import { empty } from "../parts/empty.js";
import { looking } from "../parts/looking.js";
import { beyond, button, tags } from "../parts/small.js";
import { saying, toast } from "../parts/toast.js";

const MOST = 200;
const STATES = ["pending", "active", "completed", "discarded"];

export function open(root, _route, signal) {
  const ask = async () => {
    const told = await get("actions", { limit: MOST });
    const actions = told.actions ?? [];
    return { actions, left: unshown(told, actions.length) };
  };
  const draw = ({ actions, left }) =>
    actions.length ? [STATES.map((state) => group(state, actions, look)), beyond(left)] : nothing();
  const { place, look } = looking(ask, draw, signal);
  replace(
    root,
    h(
      "header.page-head",
      h("div", h("h1", "Actions"), h("p.muted", "Work that agents and people wrote down for later.")),
      button("New action", "plus", () => make(look)),
    ),
    place,
  );
  return { refresh: look };
}

function group(state, actions, look) {
  const own = actions.filter((action) => action.status === state).sort((a, b) => b.priority - a.priority);
  return (
    own.length > 0 &&
    h(
      "section.group",
      h("h2", state[0].toUpperCase() + state.slice(1), " ", h("span.quiet", String(own.length))),
      h(
        "ul.cards",
        own.map((action) => item(action, look)),
      ),
    )
  );
}

function item(action, look) {
  const turn = async (event) => {
    const choice = event.target;
    const told = await saying(patch(`actions/${encodeURIComponent(action.id)}`, { status: choice.value }), "Changed.");
    if (told) await look();
    // What was not done is not shown as done.
    else choice.value = action.status;
  };
  return h(
    "li.action",
    { data: { state: action.status } },
    h(
      "span.importance",
      { title: `Priority ${action.priority}`, data: { high: action.priority >= 7 ? "1" : "" } },
      String(action.priority ?? 0),
    ),
    h("div", h("strong", action.title), action.description && h("p.muted", action.description), tags(action.tags)),
    h("span.quiet", when(action.updatedAt)),
    h(
      "select",
      { "aria-label": `Status of ${action.title}`, on: { change: turn } },
      STATES.map((state) => h("option", { value: state, selected: state === action.status }, state)),
    ),
  );
}

async function make(look) {
  const fields = [
    field("What is to do?", "title", { required: true, autofocus: true }),
    field("More about it", "description", { long: true, rows: "3" }),
    field("Priority", "priority", { type: "number", value: "0" }),
  ];
  const made = await form("New action", "Write it down", fields, ({ title, description, priority }) =>
    post("actions", { title: title.trim(), description, priority: Number(priority) || 0 }),
  );
  if (!made) return;
  toast("Written down.");
  await look();
}

const nothing = () =>
  empty(
    "actions",
    "Nothing to do",
    "Agents write down what is left over by the tool memory_action_create. You can too, with the button above.",
  );
