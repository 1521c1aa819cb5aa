// Actions: what is still to do, the most urgent first.

import { h, replace } from "../core/dom.js";
import { get, patch, post } from "../core/api.js";
import { unshown } from "../core/data.js";
import { when } from "../core/format.js";
import { field, form } from "../parts/dialog.js";
import { empty } from "../parts/empty.js";
import { looking } from "../parts/looking.js";
import { beyond, button, glyphButton, tags } from "../parts/small.js";
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
    glyphButton(`Edit ${action.title}`, "edit", () => edit(action, look)),
    h(
      "select",
      { "aria-label": `Status of ${action.title}`, on: { change: turn } },
      STATES.map((state) => h("option", { value: state, selected: state === action.status }, state)),
    ),
  );
}

const fields = ({ title = "", description = "", priority = 0 } = {}) => [
  field("What is to do?", "title", { required: true, autofocus: true, value: title }),
  field("More about it", "description", { long: true, rows: "3", value: description }),
  field("Priority", "priority", { type: "number", step: "1", value: String(priority), help: "The highest stands on top; from 7 on it is marked." }),
];

const read = ({ title, description, priority }) => ({
  title: title.trim(),
  description,
  priority: Number(priority) || 0,
});

async function make(look) {
  const made = await form("New action", "Write it down", fields(), (given) => post("actions", read(given)));
  if (!made) return;
  toast("Written down.");
  await look();
}

/** Only what was changed is sent: what an agent changed meanwhile stays. */
async function edit(action, look) {
  const save = async (given) => {
    const changed = Object.entries(read(given)).filter(([name, value]) => value !== (action[name] ?? ""));
    return changed.length ? patch(`actions/${encodeURIComponent(action.id)}`, Object.fromEntries(changed)) : {};
  };
  const told = await form("Edit this action", "Save", fields(action), save);
  if (!told?.action) return;
  toast("Saved.");
  await look();
}

const nothing = () =>
  empty(
    "actions",
    "Nothing to do",
    "Agents write down what is left over by the tool memory_action_create. You can too, with the button above.",
  );
