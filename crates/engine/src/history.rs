//! Where a memory comes from and what became of it: everything tied to it, in the order it
//! happened. It can be taken along as it is, and replayed where nothing is yet.

mod closure;
mod plan;
mod replay;
mod timeline;
mod wordings;

use mneme_access::{Caller, Need};
use mneme_model::Code;
use serde_json::Value;

use crate::memories::Review;
use crate::note::Act;
use crate::{Engine, Error, Record, Result};

pub use replay::{PastMemory, PastReview, Replay, Replayed};
pub use timeline::{Moment, MomentKind};
pub use wordings::{Change, Wording};

/// A memory of a history.
#[derive(Clone, Debug)]
pub struct Node {
    pub record: Record,
    /// Every version it had, oldest first.
    pub wordings: Vec<Wording>,
    /// What was said of it, oldest first.
    pub reviews: Vec<Review>,
    /// Names of what it was made of, and of what it speaks against.
    pub derived_from: Vec<String>,
    pub contradicts: Vec<String>,
    /// When another took its place, and when it was put away.
    pub superseded_ms: Option<i64>,
    pub archived_ms: Option<i64>,
    /// What a team had agreed on it in the store it came from.
    pub governance: Option<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    DerivedFrom,
    SupersededBy,
    ContradictsWith,
}

/// How two memories are tied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: String,
    pub to: String,
    pub kind: EdgeKind,
}

#[derive(Clone, Debug)]
pub struct History {
    /// A name for this look at it.
    pub id: String,
    pub at_ms: i64,
    pub namespace: String,
    pub root: String,
    /// In the order they were first told.
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub timeline: Vec<Moment>,
}

/// Memories one history may have: as many as a bundle of 32 MiB holds, each with what happened to it.
pub const MOST: usize = 32 * 1024;

impl Engine {
    pub async fn history(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: &str,
    ) -> Result<History> {
        let name = self.scope(caller, Need::Read, namespace)?.to_owned();
        let unknown = || Error::refused(Code::NoSuchMemory, "history root not found");
        let space = self.reading(caller, namespace)?.ok_or_else(unknown)?;
        let root = id.to_owned();
        let nodes = self
            .store
            .read(move |view| closure::nodes(view, &space, &root));
        let nodes = nodes.await?.ok_or_else(unknown)?;
        Ok(History {
            id: self.mint_id()?,
            at_ms: self.store.now_ms(),
            namespace: name,
            root: id.to_owned(),
            edges: closure::edges(&nodes),
            timeline: timeline::of(&nodes),
            nodes,
        })
    }

    /// The same, to be taken along: the audit says so.
    pub async fn export_history(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: &str,
    ) -> Result<History> {
        let history = self.history(caller, namespace, id).await?;
        let about = format!("memories={}", history.nodes.len());
        let act = Act::of(caller, "history_export", about).within(&history.namespace);
        self.note_if_possible(act).await;
        Ok(history)
    }
}

// === impl Node ===

impl Node {
    /// Kept, and not found any more, without another in its place.
    pub fn is_archived(&self) -> bool {
        self.archived_ms.is_some()
    }
}

// === impl EdgeKind ===

impl EdgeKind {
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::DerivedFrom => "derived_from",
            EdgeKind::SupersededBy => "superseded_by",
            EdgeKind::ContradictsWith => "contradicts_with",
        }
    }
}
