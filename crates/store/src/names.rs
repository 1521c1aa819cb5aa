//! Names are interned: the journal holds small integers, this holds the words.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use mneme_model::{NameId, NsId};

use crate::seal::NamespaceKey;

/// What sort of name. Numbers are written to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    Session = 1,
    Agent = 2,
    Speaker = 3,
    Actor = 4,
    Project = 5,
}

/// A namespace and the key it seals under.
#[derive(Clone)]
pub struct Namespace {
    pub ns: NsId,
    pub name: Arc<str>,
    pub key: Arc<NamespaceKey>,
    /// The one agent whose things are seen in it, where agents are kept apart.
    pub only: Option<Arc<str>>,
    /// What of it is seen by somebody of another namespace; its own see everything.
    pub through: Option<Arc<[Opening]>>,
}

/// What a grant opens of a namespace's memories: those with one of the tags, of one of the
/// agents. No tags are any, and so are no agents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub tags: Vec<String>,
    pub agents: Vec<String>,
}

// === impl Namespace ===

impl Namespace {
    /// As somebody sees it who is shown one agent's things only.
    pub fn seen_by(self, only: Option<&str>) -> Self {
        let only = only.map(Arc::from);
        Self { only, ..self }
    }

    /// As somebody of another namespace sees it, to whom this was granted.
    pub fn seen_through(self, openings: Vec<Opening>) -> Self {
        let through = Some(openings.into());
        Self { through, ..self }
    }

    /// Whether what this agent did may be shown. Kept apart, what has no agent belongs to none of
    /// them.
    pub fn sees(&self, agent: Option<&str>) -> bool {
        self.only.is_none() || self.only.as_deref() == agent
    }

    /// Whether a memory may be shown to whoever looks in from another namespace.
    pub fn opens(&self, tags: &[String], agent: Option<&str>) -> bool {
        let through = self.through.as_deref();
        through.is_none_or(|all| all.iter().any(|opening| opening.admits(tags, agent)))
    }
}

// === impl Opening ===

impl Opening {
    pub fn admits(&self, tags: &[String], agent: Option<&str>) -> bool {
        let tagged = self.tags.is_empty() || tags.iter().any(|tag| self.tags.contains(tag));
        let told = |agent: &str| self.agents.iter().any(|one| one == agent);
        tagged && (self.agents.is_empty() || agent.is_some_and(told))
    }

    /// Whether everything the other admits is admitted here.
    pub fn covers(&self, other: &Opening) -> bool {
        let within = |all: &[String], some: &[String]| {
            all.is_empty() || !some.is_empty() && some.iter().all(|word| all.contains(word))
        };
        within(&self.tags, &other.tags) && within(&self.agents, &other.agents)
    }
}

type Word = (NsId, NameKind, Arc<str>);

/// Past this many words the cache starts again; the table has them all.
const CACHE_WORDS: usize = 200_000;

/// Words seen so far. Only committed ones are published here.
#[derive(Default)]
pub struct Names {
    namespaces: RwLock<HashMap<Arc<str>, Namespace>>,
    by_id: RwLock<HashMap<NsId, Namespace>>,
    ids: RwLock<HashMap<Word, NameId>>,
    words: RwLock<HashMap<NameId, Arc<str>>>,
}

// === impl Names ===

impl Names {
    pub fn namespace(&self, name: &str) -> Option<Namespace> {
        self.namespaces
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
            .cloned()
    }

    pub fn namespace_by_id(&self, ns: NsId) -> Option<Namespace> {
        let all = self.by_id.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&ns).cloned()
    }

    pub fn namespaces(&self) -> Vec<Namespace> {
        let all = self
            .namespaces
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let mut list: Vec<_> = all.values().cloned().collect();
        list.sort_by_key(|n| n.ns);
        list
    }

    pub fn publish_namespace(&self, namespace: Namespace) {
        let mut by_id = self.by_id.write().unwrap_or_else(PoisonError::into_inner);
        by_id.insert(namespace.ns, namespace.clone());
        drop(by_id);
        let mut all = self
            .namespaces
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        all.insert(namespace.name.clone(), namespace);
    }

    pub fn id(&self, ns: NsId, kind: NameKind, name: &str) -> Option<NameId> {
        let ids = self.ids.read().unwrap_or_else(PoisonError::into_inner);
        ids.get(&(ns, kind, Arc::from(name))).copied()
    }

    pub fn word(&self, id: NameId) -> Option<Arc<str>> {
        self.words
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned()
    }

    pub fn publish(&self, ns: NsId, kind: NameKind, name: Arc<str>, id: NameId) {
        let mut ids = self.ids.write().unwrap_or_else(PoisonError::into_inner);
        if ids.len() >= CACHE_WORDS {
            ids.clear();
        }
        ids.insert((ns, kind, name.clone()), id);
        drop(ids);
        self.publish_word(id, name);
    }

    pub fn publish_word(&self, id: NameId, name: Arc<str>) {
        let mut words = self.words.write().unwrap_or_else(PoisonError::into_inner);
        if words.len() >= CACHE_WORDS {
            words.clear();
        }
        words.insert(id, name);
    }
}
