//! Reading Rust without compiling it: what is code, what is text, where functions lie.

mod functions;
mod mask;
mod spans;

pub use functions::{Function, functions};
pub use mask::{Literal, Source, mask};

/// The byte after the bracket that closes the one at `open`, in masked code.
pub fn closing(code: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
