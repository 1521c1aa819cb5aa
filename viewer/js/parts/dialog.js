// Windows above the page. Each is a step of the browser's way back, so that Back closes it.

import { freshId, h, replace } from "../core/dom.js";
import { glyphButton, options, whileBusy } from "./small.js";
import { toast } from "./toast.js";

/** Windows that are open. A step of the way back that belongs to none of them is for nothing. */
const opened = new Set();
const isLeft = () => history.state?.window && !opened.has(history.state.window);
/** A browser that gives no answer to a step back is not waited for. */
const PATIENCE_MS = 1_000;

addEventListener("popstate", () => isLeft() && history.back());

/** After a reload the step of a window is still there, and the window is not. */
export async function leaveStep() {
  if (!isLeft()) return;
  await new Promise((done) => {
    addEventListener("popstate", done, { once: true });
    setTimeout(done, PATIENCE_MS);
    history.back();
  });
}

/** Opens a window and gives what was chosen in it, or nothing. `fill(close)` makes its content. */
export function dialog(title, fill, look = "") {
  return new Promise((resolve) => {
    const id = freshId("dialog");
    let chosen;
    const close = (value) => {
      chosen = value;
      node.close();
    };
    const node = h(
      `dialog.dialog${look ? `.${look}` : ""}`,
      { "aria-labelledby": id },
      h(
        "header",
        h("h2", { id }, title),
        glyphButton("Close", "close", () => close()),
      ),
      fill(close),
    );
    node.addEventListener("click", (event) => event.target === node && !written(node) && close());
    /** Whether it may go now: what was typed is thrown away at the second try only. */
    const may = (key) => {
      if (!written(node) || node.dataset.warned) return true;
      node.dataset.warned = "1";
      toast(`Not saved yet. ${key} once more throws it away.`);
      return false;
    };
    const place = location.hash;
    const left = () => {
      if (history.state?.window === id) return;
      // Elsewhere there is nothing it could be about; in the same place it may ask to be left once more.
      if (location.hash !== place || may("Back")) return close();
      history.pushState({ window: id }, "");
    };
    node.addEventListener("cancel", (event) => may("Escape") || event.preventDefault());
    node.addEventListener("close", async () => {
      removeEventListener("popstate", left);
      opened.delete(id);
      document.body.append(document.getElementById("toasts"));
      node.remove();
      await stepBack(id);
      resolve(chosen);
    });
    opened.add(id);
    addEventListener("popstate", left);
    history.pushState({ window: id }, "");
    document.body.append(node);
    node.showModal();
    node.querySelector("[autofocus]")?.focus();
  });
}

/** Takes the window's own step off the way back, so that the next Back is not for nothing. */
function stepBack(id) {
  if (history.state?.window !== id) return undefined;
  return new Promise((done) => {
    addEventListener("popstate", done, { once: true });
    history.back();
  });
}

/** Asks before something that cannot be taken back. */
export function confirm(title, text, yes, quote) {
  return dialog(title, (close) =>
    h(
      "div",
      quote && h("blockquote", quote),
      h("p", text),
      h(
        "div.dialog-end",
        h("button.button", { type: "button", autofocus: true, on: { click: () => close(false) } }, "Keep it"),
        h("button.button.danger", { type: "button", on: { click: () => close(true) } }, yes),
      ),
    ),
  );
}

/** Whether somebody typed something that would be lost. */
const written = (node) =>
  [...node.querySelectorAll("input, textarea")].some((each) => each.type !== "checkbox" && each.value !== each.defaultValue);

/** A form: `fields` are nodes with a name. `act` is given what they hold; until it succeeds the window stays, with what was typed and the reason. */
export function form(title, yes, fields, act, look) {
  const reason = h("div.form-wrong", { role: "alert" });
  const submit = (close) => async (event) => {
    event.preventDefault();
    const wrong = [...event.target.elements].map(amiss).find(Boolean);
    if (wrong) return replace(reason, h("p.wrong", wrong));
    const given = Object.fromEntries(new FormData(event.target));
    await whileBusy(event.target.querySelector("[type=submit]"), async () => {
      try {
        replace(reason);
        close(await act(given));
      } catch (error) {
        replace(reason, h("p.wrong", error.message), error.more);
        reason.scrollIntoView({ block: "nearest" });
      }
    });
  };
  return dialog(
    title,
    (close) =>
      h(
        "form",
        { novalidate: true, on: { submit: submit(close), keydown: sent } },
        fields,
        reason,
        h(
          "div.dialog-end",
          h("button.button", { type: "button", on: { click: () => close() } }, "Cancel"),
          h("button.button.primary", { type: "submit" }, yes),
        ),
      ),
    look,
  );
}

/** Ctrl and Enter, or ⌘ and Enter, send from within any field. */
function sent(event) {
  const yes = event.currentTarget.querySelector("[type=submit]");
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || yes.disabled) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(yes);
}

/** What is wrong with a field, in words; the first such field is where one goes on. */
function amiss(box) {
  const label = box.labels?.[0]?.firstChild.textContent;
  const blank = box.required && !box.value.trim();
  return blank ? `Nothing is written under “${label}”. Write something, or cancel.` : box.validationMessage && `${label}: ${box.validationMessage}`;
}

export function field(label, name, more = {}) {
  const { long, help, ...rest } = more;
  const id = freshId(name);
  const box = h(long ? "textarea" : "input", { id, name, spellcheck: long ? "true" : "false", ...rest });
  box.defaultValue = box.value;
  return h(
    "label.field",
    { htmlFor: id },
    h("span", label),
    box,
    help && h("small.muted", help),
  );
}

/** A field whose value is one of `choices`, as pairs of a value and its words. */
export function choice(label, name, choices, value, help) {
  return h(
    "label.field",
    h("span", label),
    h("select", { name }, options(choices, value)),
    help && h("small.muted", help),
  );
}
