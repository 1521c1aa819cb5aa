// Windows above the page.

import { freshId, h } from "../core/dom.js";
import { glyphButton } from "./small.js";

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
    node.addEventListener("click", (event) => event.target === node && close());
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

/** A form: `fields` are nodes with a name, the answer is what they hold. */
export function form(title, yes, fields, look) {
  return dialog(
    title,
    (close) =>
      h(
        "form",
        {
          on: {
            submit: (event) => {
              event.preventDefault();
              close(Object.fromEntries(new FormData(event.target)));
            },
          },
        },
        fields,
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
  return h(
    "label.field",
    { htmlFor: id },
    h("span", label),
    h(long ? "textarea" : "input", { id, name, spellcheck: long ? "true" : "false", ...rest }),
    help && h("small.muted", help),
  );
}
