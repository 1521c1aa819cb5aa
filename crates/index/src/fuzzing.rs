//! What is private here and takes texts apart, for the targets in `fuzz/`. Built by nobody else.

pub use crate::vectors::passages::passages;
