//! Acts that append no event leave a row of the audit all the same.

use mneme_access::Caller;
use mneme_store::tables::audit::{self, Entry};
use mneme_store::{Store, Tx};

use crate::{Engine, Result};

/// Who did what, where, and to what; never with a secret or content.
#[derive(Clone)]
pub(crate) struct Act {
    pub namespace: String,
    pub subject: String,
    pub action: &'static str,
    pub about: String,
}

// === impl Act ===

impl Act {
    /// Of a caller, in its own namespace.
    pub fn of(caller: &Caller, action: &'static str, about: impl Into<String>) -> Self {
        Self {
            namespace: caller.namespace.clone(),
            subject: caller.subject.clone(),
            action,
            about: about.into(),
        }
    }

    pub fn within(self, namespace: &str) -> Self {
        Self {
            namespace: namespace.to_owned(),
            ..self
        }
    }

    /// Into the audit, and into the log.
    pub async fn write(&self, store: &Store) -> Result<()> {
        let act = self.clone();
        store.write(256, move |tx| act.append(tx)).await?;
        let (about, namespace, by) = (&self.about, &self.namespace, &self.subject);
        tracing::info!(action = self.action, %about, %namespace, %by, "done and written down");
        Ok(())
    }

    /// Into the audit, in the transaction of the act.
    pub fn append(&self, tx: &Tx<'_>) -> Result<()> {
        let at_ms = tx.now_ms();
        let entry = self.entry();
        Ok(audit::append(tx, &Entry { at_ms, ..entry })?)
    }

    fn entry(&self) -> Entry {
        Entry {
            action: self.action.to_owned(),
            about: self.about.clone(),
            namespace: self.namespace.clone(),
            subject: self.subject.clone(),
            times: 1,
            ..Entry::default()
        }
    }
}

impl Engine {
    /// Writes an act down before whoever asked is answered.
    pub(crate) async fn note(&self, act: Act) -> Result<()> {
        act.write(&self.store).await
    }

    /// As [`Engine::note`], for acts that only take something along: a store that cannot be
    /// written any more is when they are needed most.
    pub(crate) async fn note_if_possible(&self, act: Act) {
        let action = act.action;
        if let Err(error) = self.note(act).await {
            tracing::warn!(%error, action, "an act could not be written down");
        }
    }
}
