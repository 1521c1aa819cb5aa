// The keyboard: keys for the whole page, then those of the tab in front.

const busy = (target) => target.closest?.("input, textarea, select, [contenteditable], dialog[open]");

/** `page` and `tab()` map a key to an act; an act that returns false lets the browser have the key. */
export function listenKeys(page, tab) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (busy(event.target) || document.querySelector("dialog[open]")) return;
    const pressed = event.key === " " && event.target.closest("button, a, summary, [role=option]") ? null : event.key;
    const act = tab()?.[pressed] ?? page[pressed];
    if (act && act(event) !== false) event.preventDefault();
  });
}

export const KEYS = [
  ["/", "Search everything"],
  ["1 – 9", "Open a tab"],
  ["a  c  v", "Open Audit, Contents, Review"],
  ["j  k", "Next, previous in a list"],
  ["Enter", "Open what is chosen"],
  ["Ctrl  Enter", "Send what is written"],
  ["Esc", "Close what is open"],
  ["r", "Look again"],
  ["t", "Light or dark"],
  ["?", "These keys"],
];

export const REPLAY_KEYS = [
  ["Space", "Play, pause"],
  ["←  →", "Step back, step on"],
  ["Home  End", "First, last event"],
  ["↑  ↓", "Faster, slower"],
];

export const GRAPH_KEYS = [
  ["+  −", "Nearer, farther"],
  ["0", "See everything"],
  ["Arrows", "Move about"],
];
