//! Folders that were worked in, and what joins them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};

use crate::redact;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// Links there are; of many folders only the strongest are told.
    #[serde(default)]
    pub links: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The folder's path.
    pub id: String,
    /// Its last part.
    pub label: String,
    /// As `#rrggbb`, the same for the same path everywhere.
    pub color: String,
    pub sessions: usize,
    pub memories: usize,
    pub concepts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    pub source: String,
    pub target: String,
    pub weight: f64,
}

/// What is known of a folder while the graph is made.
#[derive(Clone, Debug, Default)]
struct Folder {
    sessions: usize,
    memories: usize,
    concepts: BTreeSet<String>,
}

/// Folders as they are met.
#[derive(Clone, Debug, Default)]
pub struct Folders(BTreeMap<String, Folder>);

const PER_CONCEPT: f64 = 0.8;
const PER_PART: f64 = 1.5;
const HEAVIEST: f64 = 5.0;
/// So many folders are told with all their links.
const READABLE: usize = 50;
/// Of more, each with so many, and with those that are among another's.
const STRONGEST: usize = 4;
/// Concepts shown of a folder.
const SHOWN: usize = 12;

const SEPARATORS: [char; 2] = ['/', '\\'];

/// A name without a separator is no folder.
pub fn is_path(project: &str) -> bool {
    project.trim_end_matches(SEPARATORS).contains(SEPARATORS)
}

// === impl Folders ===

impl Folders {
    pub fn session(&mut self, project: &str) {
        if let Some(folder) = self.folder(project) {
            folder.sessions += 1;
        }
    }

    pub fn memory(&mut self, project: &str, concepts: &[String]) {
        if let Some(folder) = self.folder(project) {
            folder.memories += 1;
            let named = concepts.iter().map(|concept| concept.to_lowercase());
            let named = named.filter(|concept| !redact::is_mark(concept));
            folder.concepts.extend(named);
        }
    }

    pub fn concepts(&mut self, project: &str, concepts: impl IntoIterator<Item = String>) {
        if let Some(folder) = self.folder(project) {
            folder.concepts.extend(concepts);
        }
    }

    fn folder(&mut self, project: &str) -> Option<&mut Folder> {
        let path = project.trim_end_matches(SEPARATORS);
        let named = is_path(path) && !redact::is_mark(path);
        named.then(|| self.0.entry(path.to_owned()).or_default())
    }

    pub fn graph(&self) -> Graph {
        let nodes = self.0.iter().map(|(path, folder)| node(path, folder));
        let nodes: Vec<Node> = nodes.collect();
        let mut links = self.links();
        let all = links.len();
        if nodes.len() > READABLE {
            thin(&mut links, nodes.len());
        }
        let edge = |link: &Link| Edge {
            source: nodes[link.ends[0]].id.clone(),
            target: nodes[link.ends[1]].id.clone(),
            weight: link.weight,
        };
        Graph {
            edges: links.iter().map(edge).collect(),
            links: all,
            nodes,
        }
    }

    /// Every two folders that share something. There may be half a million pairs to look at, so
    /// words are compared as numbers.
    fn links(&self) -> Vec<Link> {
        let mut words = Words::default();
        let met = self.0.iter().map(|(path, folder)| Met {
            parts: parts(path).into_iter().map(|p| words.number(p)).collect(),
            concepts: words.sorted(&folder.concepts),
        });
        let met: Vec<Met> = met.collect();
        let mut links = Vec::new();
        for (n, a) in met.iter().enumerate() {
            for (m, b) in met.iter().enumerate().skip(n + 1) {
                let (ends, weight) = ([n, m], a.weight(b));
                links.extend((weight > 0.0).then_some(Link { ends, weight }));
            }
        }
        links
    }
}

/// A link between two folders, by their places.
struct Link {
    ends: [usize; 2],
    weight: f64,
}

/// Of many folders only the strongest links of each: nobody can read the others.
fn thin(links: &mut Vec<Link>, folders: usize) {
    links.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut drawn = vec![0_usize; folders];
    links.retain(|link| {
        let stays = link.ends.iter().any(|end| drawn[*end] < STRONGEST);
        for end in link.ends.iter().filter(|_| stays) {
            drawn[*end] += 1;
        }
        stays
    });
}

/// A number for each word that is met.
#[derive(Default)]
struct Words<'a>(HashMap<&'a str, u32>);

impl<'a> Words<'a> {
    fn number(&mut self, word: &'a str) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(word).or_insert(next)
    }

    fn sorted(&mut self, words: &'a BTreeSet<String>) -> Vec<u32> {
        let mut numbers: Vec<u32> = words.iter().map(|word| self.number(word)).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// A folder with its path in parts.
struct Met {
    parts: Vec<u32>,
    concepts: Vec<u32>,
}

impl Met {
    fn weight(&self, other: &Self) -> f64 {
        let pairs = self.parts.iter().zip(&other.parts);
        let leading = pairs.take_while(|(a, b)| a == b).count();
        let shared = shared(&self.concepts, &other.concepts);
        (shared as f64 * PER_CONCEPT + leading as f64 * PER_PART).min(HEAVIEST)
    }
}

/// How many numbers two sorted lists have in common.
fn shared(mut ours: &[u32], mut theirs: &[u32]) -> usize {
    let mut both = 0;
    while let ([a, rest @ ..], [b, others @ ..]) = (ours, theirs) {
        both += usize::from(a == b);
        ours = if a <= b { rest } else { ours };
        theirs = if b <= a { others } else { theirs };
    }
    both
}

fn node(path: &str, folder: &Folder) -> Node {
    Node {
        id: path.to_owned(),
        label: parts(path).last().copied().unwrap_or(path).to_owned(),
        color: color(path),
        sessions: folder.sessions,
        memories: folder.memories,
        concepts: folder.concepts.iter().take(SHOWN).cloned().collect(),
    }
}

fn parts(path: &str) -> Vec<&str> {
    let parts = path.split(['/', '\\']);
    parts.filter(|part| !part.is_empty()).collect()
}

/// A hue of its own at a brightness that reads on white and on black.
pub fn color(path: &str) -> String {
    let hash = digest(&SHA256, path.as_bytes());
    let bytes = hash.as_ref();
    let hue = f64::from(u16::from_be_bytes([bytes[0], bytes[1]])) / 65_536.0 * 360.0;
    let saturation = 0.55 + f64::from(bytes[2]) / 255.0 * 0.25;
    let lightness = 0.46 + f64::from(bytes[3]) / 255.0 * 0.12;
    let [r, g, b] = rgb(hue, saturation, lightness);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn rgb(hue: f64, saturation: f64, lightness: f64) -> [u8; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|n| {
        let k = (n + hue / 30.0) % 12.0;
        let part = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (part * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(graph: &Graph, a: &str, b: &str) -> Option<f64> {
        let joins = |edge: &&Edge| {
            edge.source == a && edge.target == b || edge.source == b && edge.target == a
        };
        graph.edges.iter().find(joins).map(|edge| edge.weight)
    }

    #[test]
    fn shared_concepts_and_shared_parents_join_and_nothing_else_does() {
        let mut folders = Folders::default();
        let auth = [String::from("Auth")];
        folders.memory("/code/api", &auth);
        folders.memory("/srv/web", &auth);
        folders.session("/code/docs/");
        folders.session("/opt/tool");
        folders.session("no folder");
        let graph = folders.graph();
        assert_eq!(graph.nodes.len(), 4);
        assert_eq!(joined(&graph, "/code/api", "/srv/web"), Some(0.8));
        assert_eq!(joined(&graph, "/code/api", "/code/docs"), Some(1.5));
        assert_eq!(joined(&graph, "/opt/tool", "/code/api"), None);
        assert_eq!(
            graph
                .nodes
                .iter()
                .find(|n| n.id == "/code/docs")
                .unwrap()
                .label,
            "docs"
        );
    }

    #[test]
    fn no_edge_is_heavier_than_five() {
        let mut folders = Folders::default();
        folders.session("/a/b/c/d/e/f");
        folders.session("/a/b/c/d/e/g");
        assert_eq!(folders.graph().edges[0].weight, HEAVIEST);
    }

    #[test]
    fn of_many_folders_only_the_strongest_links_are_told() {
        let mut folders = Folders::default();
        (0..1_000).for_each(|n| folders.session(&format!("/code/team{}/p{n}", n % 10)));
        let graph = folders.graph();
        assert_eq!(graph.nodes.len(), 1_000);
        assert_eq!(graph.links, 1_000 * 999 / 2);
        assert!(graph.edges.len() <= 4 * 1_000, "{}", graph.edges.len());
        assert!(
            graph.edges.iter().all(|edge| edge.weight == 3.0),
            "of a team"
        );
        for node in &graph.nodes {
            let ends = |edge: &&Edge| edge.source == node.id || edge.target == node.id;
            assert!(graph.edges.iter().any(|edge| ends(&edge)), "{}", node.id);
        }
    }

    #[test]
    fn a_colour_belongs_to_its_path() {
        let colours: BTreeSet<_> = (0..50).map(|n| color(&format!("/p/{n}"))).collect();
        assert!(colours.len() >= 49, "distinct");
        assert_eq!(color("/p/1"), color("/p/1"));
        assert!(color("/p/1").len() == 7 && color("/p/1").starts_with('#'));
        assert_eq!(rgb(0.0, 1.0, 0.5), [255, 0, 0]);
        assert_eq!(rgb(120.0, 1.0, 0.5), [0, 255, 0]);
    }
}
