//! Memories that speak against each other. What each says is kept as keyed words in tables of its
//! own, so that a new one is held against the few that could contradict it, inside the writer and
//! whoever tells it. Both are doubted from then on, until somebody settles it.

mod assertion;
mod frame;
mod lexicon;
mod opponents;
mod preview;
mod watch;

pub(crate) use assertion::{Assertion, prefix};
pub use lexicon::is_negator;
pub(crate) use opponents::{against, are_only_heard, names};
pub(crate) use watch::{Watch, kept};
