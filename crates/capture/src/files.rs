//! The directory of one recording.
//!
//! `metadata.json` is its record. The four files under `commands` are views of the journal's
//! steps: appended while the recording runs, made again from the steps when in doubt, and never
//! read back as truth.

mod arrays;
mod error;
pub mod fsck;
pub mod hold;
mod incomplete;
pub mod inside;
mod leftovers;
pub mod metadata;
pub mod names;
pub mod tables;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::File;
use std::path::Path;

pub use arrays::Replay;
pub use error::{Error, Result};
pub use incomplete::{mark_incomplete, unmark};
pub use leftovers::{is_leftover, sweep};
pub use mneme_store::replace::replace;
pub use writer::{Form, Writer, regenerate};

pub const METADATA: &str = "metadata.json";
pub const MEMORY: &str = "memory.md";
pub const REASONING: &str = "reasoning/reasoning.jsonl";
pub const FRAMES: &str = "vision/frames";
pub const RAW_TABLE: &str = "commands/raw_input.md";
pub const CONVERTED_TABLE: &str = "commands/converted_input.md";
pub const ACTUATION: &str = "commands/actuation_commands.json";
pub const REPLAYS: &str = "commands/cc_commands.json";

/// The four views of the steps.
pub const COMMANDS: [&str; 4] = [RAW_TABLE, CONVERTED_TABLE, ACTUATION, REPLAYS];

/// Waits until a file, or the names in a directory, are on the disk.
fn sync(path: &Path) -> Result<()> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(Error::io("sync", path))
}
