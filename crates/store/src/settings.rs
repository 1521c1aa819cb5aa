//! What a store can be told.

use std::path::PathBuf;

use crate::seal::Custody;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The data directory; one process owns it.
    pub dir: PathBuf,
    /// How long to wait for another process to let go of the directory, in milliseconds.
    pub lock_wait_ms: u64,
    /// Threads that read, each with a connection of its own.
    pub readers: usize,
    /// Read requests that may wait for a thread.
    pub read_queue: usize,
    /// Operations and bytes that share one commit at most.
    pub group_ops: usize,
    pub group_bytes: usize,
    /// Write-ahead log size after which a checkpoint is started, in bytes.
    pub checkpoint_bytes: u64,
    /// Largest size of the database file in bytes; 0 is no limit but the disk's.
    pub max_bytes: u64,
    /// Who keeps the master key.
    pub custody: Custody,
}

impl Settings {
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            dir: dir.into(),
            lock_wait_ms: 0,
            readers: 2 * cores,
            read_queue: 4_096,
            group_ops: 512,
            group_bytes: 4 * 1024 * 1024,
            checkpoint_bytes: 4 * 1024 * 1024,
            max_bytes: 0,
            custody: Custody::default(),
        }
    }
}
