//! What tests of several parts begin with.

use std::sync::Arc;

use mneme_model::{MemoryType, Seq};
use mneme_store::names::Namespace;
use mneme_store::seal::{DataKey, NamespaceKey};
use mneme_store::tables::journal::Position;

use crate::document::Facets;

pub fn namespace() -> Namespace {
    Namespace {
        ns: 1,
        name: "n".into(),
        key: Arc::new(NamespaceKey::alone(DataKey::derive(1, &[7; 32]).unwrap())),
        only: None,
        through: None,
    }
}

/// An event without a session.
pub fn facets(seq: Seq) -> Facets {
    Facets {
        position: Position {
            occurred_ms: seq * 10,
            seq,
        },
        session: None,
        agent: None,
        kinds: vec!["event".into()],
        tags: vec![],
        memory_type: MemoryType::Episodic,
        created_ms: seq,
        replaces: None,
    }
}
