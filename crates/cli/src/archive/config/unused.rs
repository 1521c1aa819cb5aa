//! What stands in a file and does nothing: its owner is told.

use std::path::Path;

use super::document::Node;

/// Keys of earlier versions that are no longer read.
const LEGACY: [(&str, &str); 2] = [
    (
        "ipc_token",
        "the token comes from the variable MA_IPC_TOKEN",
    ),
    (
        "annotator_key_hash",
        "keys of annotators are kept in the registry",
    ),
];

/// Rates of earlier versions: for a thousand tokens instead of a million. Nothing here counts
/// cost yet, so nothing is made of them either.
const PER_THOUSAND: &str = "cost_per_1k_";

pub fn warnings(path: &Path, document: &Node, unknown: &[String]) -> Vec<String> {
    let path = path.display();
    let mut said: Vec<_> = unknown
        .iter()
        .map(|key| one(key))
        .map(|why| format!("{path}: {why}"))
        .collect();
    if document.get("storage_backends").is_some() && document.get("cloud.backends").is_some() {
        said.push(format!(
            "{path}: storage_backends and cloud.backends both name backends; storage_backends counts"
        ));
    }
    said
}

fn one(key: &str) -> String {
    if let Some((_, why)) = LEGACY.iter().find(|row| row.0 == key) {
        return format!("{key} is ignored: {why}");
    }
    if key.contains(PER_THOUSAND) {
        return format!(
            "{key} is the price of a thousand tokens, as earlier versions had it; it is ignored: cost_per_million_* takes a thousand times that"
        );
    }
    format!("{key} is not known here; it stays in the file and does nothing")
}
