//! How the keyword index is, and the copy of the store in a dataset.

use std::fs;
use std::time::Duration;

use mneme_access::Caller;
use serde::{Deserialize, Serialize};

use crate::{Engine, Error, Result};

/// Where whoever keeps a copy in a dataset writes down how that went, in the data directory.
pub const DATASET: &str = "dataset.json";
/// An index that is still being opened or made is not waited for longer.
const PATIENCE: Duration = Duration::from_millis(200);

/// How far the keyword index is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Indexed {
    Open {
        documents: u64,
    },
    /// It is being opened, or made again: what is asked meanwhile waits.
    Opening,
    Failed(String),
}

/// What became of the copy in a dataset, as far as its file says; part of that file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Copied {
    /// The dataset; empty where none was ever written.
    pub place: String,
    /// When the dataset last had what was here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Why the last look came to nothing, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<Failed>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Failed {
    pub at: String,
    pub error: String,
}

impl Engine {
    /// The keyword index of the caller's namespace.
    pub async fn indexed(&self, caller: &Caller) -> Result<Indexed> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(Indexed::Open { documents: 0 });
        };
        let opened = tokio::time::timeout(PATIENCE, self.index.ready(&namespace)).await;
        Ok(match opened {
            Ok(Ok(())) => Indexed::Open {
                documents: self.index.documents(&namespace),
            },
            Ok(Err(error)) => Indexed::Failed(Error::from(error).to_string()),
            Err(_) => Indexed::Opening,
        })
    }

    /// What is written down about the copy in a dataset; nothing where no copy is kept.
    pub async fn copied(&self) -> Option<Copied> {
        let path = self.store.dir().join(DATASET);
        let read = tokio::task::spawn_blocking(move || fs::read(path)).await;
        let text = read.ok()?.ok()?;
        serde_json::from_slice(&text).ok()
    }
}
