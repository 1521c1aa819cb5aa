//! A backup: one consistent cut of tables and objects in one file, and the way back.
//!
//! The file is a tar in zstd. First comes `backup-meta.json`, which names every other entry
//! with its size and checksum; then `data/…` as it lies in the data directory. What is derived
//! and cheap (the text index) is left out and made again; secrets come along only when asked
//! for. [`write`] is run beside a busy store, [`restore`] on a directory nobody owns.

mod cut;
mod entries;
mod keys;
pub(crate) mod meta;
mod pack;
mod part;
mod refusal;
mod restore;
mod since;
mod sources;
mod stage;
pub(crate) mod unpack;
mod write;

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

pub use refusal::Refusal;
pub use restore::restore;
pub use since::{Closed, Forgotten, Since};
pub use stage::{clear_left_behind, left_behind};
pub(crate) use write::write;

/// What is wanted of a backup.
#[derive(Clone, Debug)]
pub struct Order {
    /// The file to write.
    pub file: PathBuf,
    /// Whether the files in `keys/` come along.
    pub include_key: bool,
    /// Whether a file of that name may be replaced.
    pub force: bool,
}

/// A backup that is whole and in its place.
#[derive(Clone, Debug)]
pub struct Written {
    pub created_at: String,
    /// Of the file.
    pub bytes: u64,
    /// Of what is in it.
    pub data_bytes: u64,
    pub files: usize,
    /// The file of the data directory without which the store does not open.
    pub key_file: PathBuf,
}

/// A store that is back.
#[derive(Clone, Debug, Serialize)]
pub struct Restored {
    pub data_dir: PathBuf,
    /// Which mneme made the backup, and when.
    pub version: String,
    pub created_at: String,
    pub key_included: bool,
    pub files: usize,
    pub bytes: u64,
    /// Whether a store that was there before is gone.
    pub replaced: bool,
    /// Records the replaced store had forgotten and the backup had not: forgotten again.
    pub forgotten_again: u64,
    /// Keys that had been revoked since, and spaces or grants that had been taken away.
    pub revoked_again: usize,
    pub closed_again: usize,
}

/// Told as work goes on: bytes done, of how many.
pub type Told = Arc<dyn Fn(u64, u64) + Send + Sync>;
