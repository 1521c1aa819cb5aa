//! Every key and its value, as anybody may see them.

use mneme_capture::sessions::without_credentials;
use serde_json::Value;

use super::document::Node;
use super::keys::{self, Fallback, KEYS, Key};
use super::kinds::Kind;

const SET: &str = "(set)";

/// Parts of names under which people keep what nobody should see.
const HUSHED: [&str; 5] = ["token", "key", "secret", "password", "credential"];

/// The keys there are, then those of the file that nobody here knows.
pub fn rows(document: &Node) -> Vec<(String, String)> {
    let known = KEYS
        .iter()
        .map(|key| (key.path.to_owned(), known(key, document)));
    let unknown = keys::check(document).unwrap_or_default();
    let unknown = unknown.into_iter().map(|path| {
        let node = document.get(&path);
        let shown = match is_hushed(&path) {
            true => SET.to_owned(),
            false => node.map(|node| plain(&hushed(node))).unwrap_or_default(),
        };
        (path, shown)
    });
    known.chain(unknown).collect()
}

fn known(key: &Key, document: &Node) -> String {
    let Some(node) = document.get(key.path) else {
        return fallback(key.fallback);
    };
    match (key.kind, node) {
        (_, Node::Leaf(Value::String(text))) if text.is_empty() => String::new(),
        (Kind::Secret, _) => SET.to_owned(),
        (Kind::Url, Node::Leaf(Value::String(url))) => without_credentials(url),
        _ => plain(&hushed(node)),
    }
}

fn fallback(fallback: Fallback) -> String {
    match fallback {
        Fallback::None => String::new(),
        Fallback::Text(text) => text.to_owned(),
        Fallback::Number(number) => number.to_string(),
        Fallback::Switch(switch) => switch.to_string(),
    }
}

fn plain(node: &Node) -> String {
    match node {
        Node::Leaf(Value::String(text)) => text.clone(),
        node => serde_json::to_string(node).unwrap_or_default(),
    }
}

/// The same without what stands under a name that sounds secret, however deep.
fn hushed(node: &Node) -> Node {
    match node {
        Node::Object(entries) => {
            let each = entries.iter().map(|(name, node)| match is_hushed(name) {
                true => (name.clone(), Node::Leaf(SET.into())),
                false => (name.clone(), hushed(node)),
            });
            Node::Object(each.collect())
        }
        Node::List(items) => Node::List(items.iter().map(hushed).collect()),
        leaf => leaf.clone(),
    }
}

fn is_hushed(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name).to_lowercase();
    // A count of tokens is none.
    let counts = name.contains("cost_per") || name.ends_with("_tokens");
    !counts && HUSHED.iter().any(|part| name.contains(part))
}
