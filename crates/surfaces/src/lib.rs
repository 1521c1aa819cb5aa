//! # surfaces: every door
//!
//! **Comes in:** bytes of a protocol. **Goes out:** bytes of a protocol.
//!
//! **Kept:** nothing. Kill a door and open it again: nothing is lost, because it had nothing.
//! **Deliberately absent:** storage, ranking, rules. A door decodes, asks the desk, encodes;
//! the [`desk`] is the one place where wire shapes become engine operations.
//!
//! Start with [`desk`], then [`rest`] and [`control`] for the same operation at two doors.

pub mod archive;
pub mod control;
pub mod desk;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
pub mod grpc;
pub mod mcp;
pub mod notebook;
pub mod ops;
pub mod rest;
pub mod signals;
pub mod spool;
mod viewer;
