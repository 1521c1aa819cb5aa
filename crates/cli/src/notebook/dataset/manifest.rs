//! What a copy consists of, and what this machine last did with one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mneme_engine::notebook::{Copied, DATASET, Failed};
use mneme_model::{Code, hex};
use mneme_providers::hub::Upload;
use mneme_store::replace::replace;
use mneme_store::seal::random;
use mneme_wire::Fault;
use serde::{Deserialize, Serialize};

/// Its name in the dataset.
pub const MANIFEST: &str = "manifest.json";
const VERSION: u32 = 1;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub version: u32,
    /// Of this copy, and of no other.
    pub id: String,
    pub files: Vec<Listed>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    pub path: String,
    pub sha256: String,
    pub bytes: u64,
}

/// By what one sees that something changed: where the journal stands, and each file's checksum.
pub type Marks = BTreeMap<String, String>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub version: u32,
    /// Which dataset it was, when, and what went wrong since: whoever asks how we are is told.
    #[serde(flatten)]
    pub copied: Copied,
    /// Of the copy that was last uploaded or restored.
    pub id: String,
    pub marks: Marks,
    pub files: Vec<String>,
}

// === impl Manifest ===

impl Manifest {
    pub fn of(files: &[Upload]) -> Result<Self, Fault> {
        let id = random::<16>().map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
        let listed = files.iter().map(|file| Listed {
            path: file.path.clone(),
            sha256: file.sha256.clone(),
            bytes: file.bytes.len() as u64,
        });
        Ok(Self {
            version: VERSION,
            id: hex::encode(id),
            files: listed.collect(),
        })
    }

    pub fn text(&self) -> Result<Vec<u8>, Fault> {
        serde_json::to_vec_pretty(self)
            .map_err(|error| Fault::new(Code::Internal, error.to_string()))
    }

    pub fn read(text: &[u8]) -> Result<Self, Fault> {
        let damaged = |why: String| {
            Fault::new(
                Code::BadBackup,
                format!("{MANIFEST} of the dataset is damaged: {why}"),
            )
        };
        let read: Self =
            serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        match read.version == VERSION {
            true => Ok(read),
            false => Err(damaged(format!(
                "it has version {}, this program knows {VERSION}",
                read.version
            ))),
        }
    }
}

// === impl State ===

impl State {
    pub fn after(manifest: &Manifest, place: String, marks: Marks, now: &str) -> Self {
        Self {
            version: VERSION,
            copied: Copied {
                place,
                at: Some(now.to_owned()),
                failed: None,
            },
            id: manifest.id.clone(),
            marks,
            files: manifest
                .files
                .iter()
                .map(|file| file.path.clone())
                .collect(),
        }
    }

    /// None if it is not there, not to be read, or of another dataset: then everything is looked
    /// at again.
    pub fn read(dir: &Path, place: &str) -> Option<Self> {
        Self::last(dir).filter(|state| state.copied.place == place)
    }

    /// Whatever dataset it was of.
    fn last(dir: &Path) -> Option<Self> {
        let text = fs::read(dir.join(DATASET)).ok()?;
        let state: Self = serde_json::from_slice(&text).ok()?;
        (state.version == VERSION).then_some(state)
    }

    /// Writes down that a look came to nothing; what is known of the last copy stays.
    pub fn note_failure(dir: &Path, error: &str, now: &str) {
        let mut state = Self::last(dir).unwrap_or(Self {
            version: VERSION,
            ..Self::default()
        });
        state.copied.failed = Some(Failed {
            at: now.to_owned(),
            error: error.to_owned(),
        });
        if let Err(fault) = state.write(dir) {
            tracing::warn!(error = %fault.error, "that a copy failed could not be written down");
        }
    }

    /// Nothing is wrong any more; whether something was.
    pub fn recover(&mut self) -> bool {
        self.copied.failed.take().is_some()
    }

    pub fn write(&self, dir: &Path) -> Result<(), Fault> {
        let text = serde_json::to_vec_pretty(self).unwrap_or_default();
        replace(&dir.join(DATASET), &text)
            .map_err(|error| Fault::new(Code::NotWritten, error.to_string()))
    }
}
