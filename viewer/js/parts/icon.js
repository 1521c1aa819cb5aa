// Small line drawings on a 16 by 16 field.

import { svg } from "../core/dom.js";

const PATHS = {
  dashboard: "M2 8.5V14h4.5V8.5zM2 2v3.5h4.5V2zM9.5 2v5.5H14V2zM9.5 10.5V14H14v-3.5z",
  sessions: "M2 3h12v8H7l-3 3v-3H2z",
  memories: "M3.5 2h7L13 4.5V14H3.5zM6 6h4.5M6 8.5h4.5M6 11h3",
  graph:
    "M4 4.5 8 11M12 4.5 8 11M5 3.5h6M2.5 3.5a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0M10.9 3.5a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0M6.5 12.3a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
  timeline: "M4 2v12M4 4.5h8.5M4 8h6M4 11.5h9",
  lessons: "M2 5.5 8 3l6 2.5L8 8zM4.5 7v3.5C6 12 10 12 11.5 10.5V7",
  slots: "M2.5 3h11v3h-11zM2.5 8h11v5.5h-11zM5 10.8h3",
  replay: "M2.5 8a5.5 5.5 0 1 0 2-4.2M2.5 2.5v2.3h2.4M7 6v4l3.2-2z",
  review: "M3 8.5 6.3 12 13 4.5M9 13h4.5",
  contents: "M2.5 3.5h5M5 8h6M5 12.5h6M2.5 3.5v9M2.5 8H5M2.5 12.5H5",
  actions: "M2.5 3h3v3h-3zM2.5 10h3v3h-3zM8 4.5h6M8 11.5h6",
  audit: "M4 2h8v12H4zM6.5 5h3M6.5 7.5h3M6.5 10h1.5",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.4 10.4 14 14",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.8.8M11.8 11.8l.8.8M3.4 12.6l.8-.8M11.8 4.2l.8-.8",
  moon: "M13 9.8A5.5 5.5 0 0 1 6.2 3 5.5 5.5 0 1 0 13 9.8",
  keys: "M1.5 4.5h13v7.5h-13zM4 7h.1M6.6 7h.1M9.2 7h.1M11.8 7h.1M5 9.6h6",
  close: "M4 4l8 8M12 4l-8 8",
  back: "M9.5 3 4.5 8l5 5",
  right: "M6 3.5 10.5 8 6 12.5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  edit: "M3 13l.6-2.8L10.8 3 13 5.2 5.8 12.4zM9.5 4.3l2.2 2.2",
  trash: "M3 4.5h10M6.3 4.5V2.8h3.4v1.7M4.3 4.5 5 13.5h6l.7-9",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  home: "M3 3h3.5M3 3v3.5M13 3H9.5M13 3v3.5M3 13h3.5M3 13V9.5M13 13H9.5M13 13V9.5",
  play: "M5 3l8 5-8 5z",
  pause: "M5 3v10M11 3v10",
  stepBack: "M11.5 3.5 6 8l5.5 4.5zM4 3.5v9",
  stepOn: "M4.5 3.5 10 8l-5.5 4.5zM12 3.5v9",
  upload: "M8 10.5V3M5 5.8 8 3l3 2.8M3 11v2.5h10V11",
  again: "M13 8a5 5 0 1 1-1.6-3.7M13 2.3v2.6h-2.6",
  file: "M4 2h5.5L12 4.5V14H4zM9.5 2v2.5H12",
  pin: "M6 2.5h4l-.5 4 2 2h-7l2-2zM8 8.5V14",
  lock: "M4 7h8v6.5H4zM5.8 7V5a2.2 2.2 0 0 1 4.4 0v2",
  grip: "M3 5.5h10M3 8h10M3 10.5h6",
};

export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] ?? "" }),
  );
}
