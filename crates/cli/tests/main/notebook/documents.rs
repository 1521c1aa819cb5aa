//! Documents say what is served, no more and no less.

use std::collections::BTreeSet;

use super::routes;
use super::tools::LEAST;

const README: &str = include_str!("../../../../../docs/notebook.md");
const AGENTS: &str = include_str!("../../../../../AGENTS.md");

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The scopes of the notebook's contract.
const SCOPES: [&str; 20] = [
    "mem:sessions",
    "mem:obs:{session_id}",
    "mem:memories",
    "mem:lessons",
    "mem:slots",
    "mem:slots:global",
    "mem:relations",
    "mem:actions",
    "mem:summaries",
    "mem:profiles",
    "mem:semantic",
    "mem:procedural",
    "mem:crystals",
    "mem:insights",
    "mem:commits",
    "mem:audit",
    "mem:graph:nodes",
    "mem:graph:edges",
    "mem:image-refs",
    "mem:index:bm25",
];

type Route = (String, String);

/// What the notebook's router has, as its source says it.
fn served() -> BTreeSet<Route> {
    let all = routes::all().into_iter();
    all.map(|(method, path)| (method, path.replace("nobody", "{id}")))
        .collect()
}

/// What the README's table says: methods, a path, and perhaps a query.
fn told() -> BTreeSet<Route> {
    let mut told = BTreeSet::new();
    for span in README.split('`') {
        let Some((methods, path)) = span.rsplit_once(' ') else {
            continue;
        };
        let path = path.split('?').next().unwrap();
        let path = path.strip_prefix("/agentmemory").unwrap_or(path);
        let methods: Vec<&str> = methods.split(", ").collect();
        let known = |method: &&str| METHODS.contains(&method.to_lowercase().as_str());
        if path.starts_with('/') && methods.iter().all(known) {
            let rows = methods
                .iter()
                .map(|method| (method.to_string(), path.to_owned()));
            told.extend(rows);
        }
    }
    told
}

/// The first column of every table of a document.
fn named(document: &str) -> Vec<&str> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split('`').next()).collect()
}

#[test]
fn n_095_every_route_tool_and_scope_is_in_the_documents() {
    let (served, told) = (served(), told());
    assert!(served.len() > 25, "{served:?}");
    let missing: Vec<&Route> = served.difference(&told).collect();
    assert!(missing.is_empty(), "not in the README: {missing:?}");
    for document in [README, AGENTS] {
        let names = named(document);
        let tools = |name: &&&str| LEAST.iter().any(|(tool, _)| tool == *name);
        let tools: Vec<&str> = names.iter().filter(tools).copied().collect();
        assert_eq!(
            tools,
            LEAST.map(|(name, _)| name),
            "in the published order, each once"
        );
    }
    let mut scopes: Vec<&str> = named(AGENTS);
    scopes.retain(|name| name.starts_with("mem:"));
    let sorted = |mut names: Vec<&'static str>| {
        names.sort_unstable();
        names
    };
    assert_eq!(sorted(scopes), sorted(SCOPES.to_vec()));
}
