//! Whose word turned out to be worth what.

use std::sync::Arc;

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

impl Engine {
    /// What is trusted less than this is told to be.
    pub fn trust_threshold(&self) -> f64 {
        self.settings.trust_threshold
    }

    /// The sources anything was said of, by name.
    pub async fn sources(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Source>> {
        caller.scope(Need::Administer, namespace)?;
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
