//! What may stand behind a key.

use serde_json::Value;

use super::document::Node;
use super::shapes::Shape;

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Text,
    /// A text of a certain form.
    Like(Shape),
    /// Empty is none.
    Path,
    /// A path there must be.
    Dir,
    Switch,
    OneOf(&'static [&'static str]),
    Between(u64, u64),
    /// An amount of money, if any.
    Rate,
    /// A text, `env:NAME` or `file:PATH`.
    Secret,
    /// A URL whose user and password nobody sees.
    Url,
    /// A level, or an object of targets and their levels.
    Levels,
    /// A list of objects.
    Objects,
}

pub const LEVELS: [&str; 6] = ["trace", "debug", "info", "warn", "error", "off"];

/// Longer ones are slips of the pen.
const LONGEST: usize = 4_096;

// === impl Kind ===

impl Kind {
    /// Whether it may stand there, and what may.
    pub fn fits(self, node: &Node) -> (bool, String) {
        let text = match node {
            Node::Leaf(Value::String(text)) => Some(text.as_str()).filter(|text| is_plain(text)),
            _ => None,
        };
        match self {
            Kind::Text => (text.is_some(), "a text on one line".into()),
            Kind::Like(shape) => (text.is_some_and(shape.fits), shape.must.into()),
            Kind::Path => (text.is_some(), "a path".into()),
            Kind::Dir => (
                text.is_some_and(|text| !text.trim().is_empty()),
                "a path, and not empty".into(),
            ),
            Kind::Secret => (text.is_some(), "a text, env:NAME or file:PATH".into()),
            Kind::Url => (text.is_some_and(is_redis), REDIS.into()),
            Kind::Switch => (
                matches!(node, Node::Leaf(Value::Bool(_))),
                "true or false".into(),
            ),
            Kind::OneOf(names) => (
                text.is_some_and(|text| names.contains(&text)),
                format!("one of {}", quoted(names)),
            ),
            Kind::Between(least, most) => {
                let fits = whole(node).is_some_and(|n| (least..=most).contains(&n));
                (fits, numbers(least, most))
            }
            Kind::Rate => (is_rate(node), "a number, 0 or more".into()),
            Kind::Levels => (
                is_levels(node),
                format!(
                    "a level ({}) or an object of targets and levels",
                    LEVELS.join(", ")
                ),
            ),
            Kind::Objects => (is_objects(node), "a list of objects".into()),
        }
    }

    pub fn is_path(self) -> bool {
        matches!(self, Kind::Path | Kind::Dir)
    }
}

fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST && !text.contains(char::is_control)
}

const REDIS: &str =
    "a URL that begins with redis:// or rediss://, or empty for the built-in registry";

fn is_redis(url: &str) -> bool {
    let rest = ["redis://", "rediss://"].map(|scheme| url.strip_prefix(scheme));
    let rest = rest.into_iter().flatten().next();
    url.is_empty() || rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(' '))
}

fn quoted(names: &[&str]) -> String {
    let named = names.iter().filter(|name| !name.is_empty());
    named.copied().collect::<Vec<_>>().join(", ")
}

fn numbers(least: u64, most: u64) -> String {
    match most {
        u64::MAX => format!("a whole number, {least} or more"),
        _ => format!("a whole number from {least} to {most}"),
    }
}

fn whole(node: &Node) -> Option<u64> {
    match node {
        Node::Leaf(value) => value.as_u64(),
        _ => None,
    }
}

fn is_rate(node: &Node) -> bool {
    matches!(node, Node::Leaf(Value::Number(n)) if n.as_f64().is_some_and(|n| n >= 0.0))
}

fn is_levels(node: &Node) -> bool {
    let is_level = |node: &Node| match node {
        Node::Leaf(Value::String(text)) => LEVELS.contains(&text.to_lowercase().as_str()),
        _ => false,
    };
    match node {
        Node::Object(entries) => entries.iter().all(|(_, node)| is_level(node)),
        node => is_level(node),
    }
}

fn is_objects(node: &Node) -> bool {
    match node {
        Node::List(items) => items.iter().all(|item| matches!(item, Node::Object(_))),
        _ => false,
    }
}
