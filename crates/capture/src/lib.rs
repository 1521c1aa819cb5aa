//! # capture: desktop sessions, as they happen
//!
//! **Comes in:** the command stream of an actuation peer, frames of a capture peer, what the
//! owner of a recording asks for. **Goes out:** steps as events of the journal, a directory of
//! files for each recording, notices to whoever watches.
//!
//! **Kept:** which recordings there are and where each stands, in a registry of its own.
//! **Deliberately absent:** the engine, reasoning, terminals. Reading the stream never waits for
//! a frame, a disk or a watcher: a peer ends the stream of a slow reader.
//!
//! Start with [`recorder`]: one recording from its first command to its last.

pub mod describe;
pub mod files;
pub mod frames;
pub mod recorder;
pub mod sessions;
pub mod signals;
pub mod sources;
