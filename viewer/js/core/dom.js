// Building nodes. Data only ever becomes text or an attribute, never markup.

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTY = new Set(["value", "checked", "disabled", "readOnly", "selected", "htmlFor", "hidden", "open"]);

/** `h("div.card", { id: "x", on: { click } }, "text", node, [more])` */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  const first = rest[0];
  const hasProps = first && typeof first === "object" && !(first instanceof Node) && !Array.isArray(first);
  if (hasProps) setProps(node, rest.shift());
  node.append(...flat(rest));
  return node;
}

export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export function replace(node, ...children) {
  node.replaceChildren(...flat(children));
  return node;
}

/** Makes it anew, and leaves whoever reads there where they are: what was open is open, what had the focus has it. */
export function redraw(node, ...children) {
  const open = new Set([...node.querySelectorAll("details[open] > summary")].map(sign));
  const at = node.contains(document.activeElement) ? sign(document.activeElement) : null;
  replace(node, ...children);
  for (const summary of node.querySelectorAll("details > summary"))
    if (open.has(sign(summary))) summary.parentElement.open = true;
  if (!at) return;
  const known = [...node.querySelectorAll("a, button, summary, select, [tabindex]")].find((each) => sign(each) === at);
  known?.focus({ preventScroll: true });
}

/** By what a thing is known again: where it leads, or what it says. Times on it change by themselves. */
function sign(node) {
  const said = [...node.childNodes].filter((child) => child.localName !== "time").map((child) => child.textContent);
  return node.getAttribute("href") ?? `${node.localName} ${node.getAttribute("aria-label") ?? said.join("")}`;
}

function setProps(node, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || (value === false && !AS_PROPERTY.has(key))) continue;
    if (key === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (key === "class") node.className += ` ${value}`;
    else if (key === "style") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (AS_PROPERTY.has(key)) node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
}

function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

let last = 0;
/** A fresh id, to tie a label to its field. */
export const freshId = (prefix) => `${prefix}-${++last}`;

/** Calls `act` once nothing has asked for `ms`. */
export function debounce(act, ms) {
  let timer = 0;
  const later = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), ms);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

export const narrow = matchMedia("(max-width: 760px)");
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
