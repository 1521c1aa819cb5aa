//! Names are interned: the journal holds small integers, this holds the words.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use mneme_model::{NameId, NsId};

use crate::seal::DataKey;

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
    pub key: Arc<DataKey>,
    /// The one agent whose things are seen in it, where agents are kept apart.
    pub only: Option<Arc<str>>,
}

// === impl Namespace ===

impl Namespace {
    /// As somebody sees it who is shown one agent's things only.
    pub fn seen_by(self, only: Option<&str>) -> Self {
        let only = only.map(Arc::from);
        Self { only, ..self }
    }

    /// Whether what this agent did may be shown. Kept apart, what has no agent belongs to none of
    /// them.
    pub fn sees(&self, agent: Option<&str>) -> bool {
        self.only.is_none() || self.only.as_deref() == agent
    }
}

type Word = (NsId, NameKind, Arc<str>);

/// Past this many words the cache starts again; the table has them all.
const CACHE_WORDS: usize = 200_000;

/// Words seen so far. Only committed ones are published here.
#[derive(Default)]
pub struct Names {
    namespaces: RwLock<HashMap<Arc<str>, Namespace>>,
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
        let all = self
            .namespaces
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        all.values().find(|n| n.ns == ns).cloned()
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
