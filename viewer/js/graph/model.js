// The graph as it is drawn: which links matter, how large a node is, which region it lies in.

/** Links kept for a node. With all of them a thousand folders are one grey cloud. */
const KEPT_LINKS = 4;

/** `links` counts those the server keeps to itself, too. */
export function model({ nodes: told = [], edges = [], links: counted }) {
  // By path, so that a folder's neighbours in the list are its neighbours on the disk.
  const nodes = [...told].sort((a, b) => (a.id < b.id ? -1 : 1));
  const index = new Map(nodes.map((node, i) => [node.id, i]));
  const own = nodes.map(() => []);
  const links = [];
  for (const edge of edges) {
    const [a, b] = [index.get(edge.source), index.get(edge.target)];
    if (a === undefined || b === undefined || a === b) continue;
    const link = { a, b, weight: edge.weight ?? 1 };
    links.push(link);
    own[a].push(link);
    own[b].push(link);
  }
  const kept = links.length > nodes.length * KEPT_LINKS ? strongest(own) : links;
  const degree = new Uint32Array(nodes.length);
  for (const { a, b } of kept) {
    degree[a]++;
    degree[b]++;
  }
  const drawn = nodes.map((node, i) => shape(node, own[i].length));
  return {
    nodes: drawn,
    links: kept,
    all: Math.max(counted ?? 0, links.length),
    regions: regions(drawn),
    order: byWeight(drawn),
    neighbours: neighbours(drawn.length, kept),
    degree,
  };
}

/** The heaviest links of each node, the nearest path first among equals, so that no folder becomes a hub by chance. A link stays if either end holds on to it. */
function strongest(own) {
  const kept = new Set();
  const far = (link) => Math.abs(link.a - link.b);
  for (const list of own) {
    list.sort((x, y) => y.weight - x.weight || far(x) - far(y));
    for (const link of list.slice(0, KEPT_LINKS)) kept.add(link);
  }
  return [...kept];
}

function shape(node, linked) {
  const weight = (node.sessions ?? 0) + (node.memories ?? 0);
  return { ...node, linked, weight, radius: 3.5 + Math.min(15, Math.sqrt(weight) * 1.5), region: region(node.id) };
}

/** The part of the map a folder belongs to: its first two names. */
function region(path) {
  const parts = path.split(/[\\/]/).filter(Boolean);
  return parts.slice(0, Math.min(parts.length - 1, parts[0] === "home" ? 3 : 2)).join("/");
}

function regions(nodes) {
  const members = new Map();
  nodes.forEach((node, i) => members.set(node.region, [...(members.get(node.region) ?? []), i]));
  return [...members].filter(([name, list]) => name && list.length > 4).map(([name, list]) => ({ name, list }));
}

const byWeight = (nodes) => nodes.map((_, i) => i).sort((a, b) => nodes[b].weight - nodes[a].weight);

function neighbours(count, links) {
  const near = Array.from({ length: count }, () => []);
  for (const { a, b, weight } of links) {
    near[a].push([b, weight]);
    near[b].push([a, weight]);
  }
  for (const list of near) list.sort((x, y) => y[1] - x[1]);
  return near;
}
