//! `memory.md`: a document made of the steps and their reasons, for a person to finish.

mod draft;
mod scaffold;
#[cfg(test)]
mod tests;

pub use draft::{Decision, MADE, decide, fingerprint};
pub use scaffold::scaffold;

/// Words as people count them.
pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
