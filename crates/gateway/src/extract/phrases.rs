//! How people tell what is worth keeping, and how they tell what is not. Each list is one line of
//! phrases, so that what belongs together is seen together.

mod begins;
mod kinds;
mod unsaid;
mod words;
mod work;

pub use begins::*;
pub use kinds::KINDS;
pub use unsaid::*;
pub use words::*;
pub use work::*;

/// Phrases, with a bar between two of them.
#[derive(Clone, Copy)]
pub struct Phrases(&'static str);

// === impl Phrases ===

impl Phrases {
    pub const NOT: Self = Self("not|nicht");

    pub const fn of(phrases: &'static str) -> Self {
        Self(phrases)
    }

    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    pub fn contains(self, phrase: &str) -> bool {
        self.iter().any(|one| one == phrase)
    }
}
