//! What the targets share: a measure of memory, and a place for files.
//!
//! **Comes in:** nothing. **Goes out:** [`within`], which fails a target that takes more memory
//! than its input justifies, and [`scratch`] for decoders that read files.
//!
//! Start with any file in `src/bin`: each is one decoder.

pub mod grpc;
pub mod house;
mod memory;
mod place;

pub use memory::within;
pub use place::{parts, scratch, write};

/// What a decoder may take for each byte it is given: the tree of a JSON value takes some 30,
/// and twice that while a list grows.
pub const PER_BYTE: usize = 160;
/// What it may take whatever it is given: buffers, tables, the text of an error.
pub const AT_ONCE: usize = 1 << 20;

/// The usual bound for an input of this many bytes.
pub fn room(bytes: usize) -> usize {
    AT_ONCE + bytes * PER_BYTE
}

/// What decoders of words keep from one text to the next: the stems of so many words.
pub const STEMS: usize = 16 << 20;
