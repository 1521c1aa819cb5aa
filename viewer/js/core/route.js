// Where one is, as the hash says it: `#/memories/mem_1?type=bug` is a tab, what is open in it, and how it is filtered.

export function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [tab = "", ...rest] = path.split("/").map(decode);
  return { tab: tab || "dashboard", id: rest[0] ?? "", sub: rest[1] ?? "", query: new URLSearchParams(query) };
}

export function link(tab, id, sub, query) {
  const path = [tab, id, sub].filter(Boolean).map(encodeURIComponent).join("/");
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== "" && value !== undefined && value !== null,
  );
  return `#/${path}${pairs.length ? `?${new URLSearchParams(pairs)}` : ""}`;
}

export function go(...where) {
  location.hash = link(...where).slice(1);
}

/** Changes the address without adding a step to the way back. */
export function stay(...where) {
  history.replaceState(null, "", link(...where));
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
