// Windows above the page.

import { freshId, h, replace } from "../core/dom.js";
import { glyphButton, whileBusy } from "./small.js";
import { toast } from "./toast.js";

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
    node.addEventListener("cancel", (event) => {
      if (!written(node) || node.dataset.warned) return;
      event.preventDefault();
      node.dataset.warned = "1";
      toast("Not saved yet. Escape once more throws it away.");
    });
    node.addEventListener("close", () => {
      document.body.append(document.getElementById("toasts"));
      node.remove();
      resolve(chosen);
    });
    document.body.append(node);
    node.showModal();
    node.querySelector("[autofocus]")?.focus();
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
        { on: { submit: submit(close) } },
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
