//! Whose word turned out to be worth what.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mneme_access::{Caller, Need};
use mneme_recall::trust::Standing;
use mneme_store::View;
use mneme_store::tables::reputations;

use crate::{Engine, Error, Result};

/// A source of a namespace, and what is thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub key: Arc<str>,
    pub standing: Standing,
}

/// A number between 0 and 1 that may change while others look at it.
pub struct Threshold(AtomicU64);

// === impl Threshold ===

impl Threshold {
    pub fn new(value: f64) -> Self {
        Self(AtomicU64::new(value.to_bits()))
    }

    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Ordering::Relaxed);
    }
}

impl Engine {
    /// What is trusted less than this is told to be.
    pub fn trust_threshold(&self) -> f64 {
        self.threshold.get()
    }

    /// The sources anything was said of, by name.
    pub async fn sources(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Source>> {
        self.scope(caller, Need::Administer, namespace)?;
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let known = move |view: &View<'_>| {
            let known = reputations::all(view, namespace.ns)?;
            let source = |known: &reputations::Reputation| {
                Ok::<_, Error>(Source {
                    key: view.word(known.source)?,
                    standing: Standing::of(known),
                })
            };
            known.iter().map(source).collect::<Result<Vec<_>>>()
        };
        let mut sources = self.store.read(known).await?;
        sources.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(sources)
    }
}
