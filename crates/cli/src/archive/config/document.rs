//! JSON that keeps the order of its keys, so that a file comes back as its owner wrote it.

use std::fmt;

use mneme_wire::Fault;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::bad;

#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Object(Vec<(String, Node)>),
    List(Vec<Node>),
    /// Text, number, switch or null.
    Leaf(Value),
}

// === impl Node ===

impl Node {
    pub fn parse(text: &str) -> Result<Self, Fault> {
        // The library's message names line and column, and quotes nothing.
        let node: Node = serde_json::from_str(text)
            .map_err(|error| bad(format!("this is not readable as JSON: {error}")))?;
        match node {
            Node::Object(_) => Ok(node),
            _ => Err(bad("the whole file must be one JSON object")),
        }
    }

    /// As it is written to the file.
    pub fn text(&self) -> Result<String, Fault> {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n")
            .map_err(|error| bad(format!("the settings cannot be written as JSON: {error}")))
    }

    /// The value at `a.b.c`; null counts as not said.
    pub fn get(&self, path: &str) -> Option<&Node> {
        let found = path
            .split('.')
            .try_fold(self, |node, name| node.child(name));
        found.filter(|node| **node != Node::Leaf(Value::Null))
    }

    pub fn leaf(&self, path: &str) -> Option<&Value> {
        match self.get(path) {
            Some(Node::Leaf(value)) => Some(value),
            _ => None,
        }
    }

    /// Sets the value at `a.b.c` where it stands, or at the end of its object.
    pub fn set(&mut self, path: &str, value: Value) {
        let (name, below) = match path.split_once('.') {
            Some((name, below)) => (name, Some(below)),
            None => (path, None),
        };
        let child = self.child_mut(name);
        match below {
            Some(below) => child.set(below, value),
            None => *child = Node::Leaf(value),
        }
    }

    fn child(&self, name: &str) -> Option<&Node> {
        match self {
            Node::Object(entries) => entries.iter().find(|(key, _)| key == name).map(|e| &e.1),
            _ => None,
        }
    }

    /// The child of that name, made if it is missing; what cannot have children becomes an
    /// object (a file in which a text stands there was refused before).
    fn child_mut(&mut self, name: &str) -> &mut Node {
        if !matches!(self, Node::Object(_)) {
            *self = Node::Object(Vec::new());
        }
        let Node::Object(entries) = self else {
            return self;
        };
        let found = entries.iter().position(|(key, _)| key == name);
        let at = found.unwrap_or_else(|| {
            entries.push((name.to_owned(), Node::Leaf(Value::Null)));
            entries.len() - 1
        });
        &mut entries[at].1
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Object(entries) => {
                let mut map = to.serialize_map(Some(entries.len()))?;
                for (key, node) in entries {
                    map.serialize_entry(key, node)?;
                }
                map.end()
            }
            Node::List(items) => {
                let mut list = to.serialize_seq(Some(items.len()))?;
                for node in items {
                    list.serialize_element(node)?;
                }
                list.end()
            }
            Node::Leaf(value) => value.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries: Vec<(String, Node)> = Vec::new();
        while let Some((key, node)) = map.next_entry::<String, Node>()? {
            // Of a key that stands twice the last one counts, as everywhere.
            entries.retain(|(known, _)| *known != key);
            entries.push((key, node));
        }
        Ok(Node::Object(entries))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(node) = list.next_element()? {
            items.push(node);
        }
        Ok(Node::List(items))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf(Value::Null))
    }
}
