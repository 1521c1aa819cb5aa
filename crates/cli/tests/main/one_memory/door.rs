//! What can be done through a door. Hardly any can do all of it; a story that asks too much of one
//! is told so.

use super::stage::Stage;
use super::story::{Fact, Story};

pub trait Door {
    fn tell(&mut self, _stage: &Stage, fact: &Fact) -> Kept {
        panic!("nothing is told through this door: {fact:?}")
    }

    /// Whether whoever asks the fact's question gets its mark among the first few answers.
    fn finds(&mut self, _stage: &Stage, fact: &Fact) -> bool {
        panic!("nothing is asked through this door: {fact:?}")
    }

    fn forget(&mut self, _stage: &Stage, _fact: &Fact, kept: &Kept) {
        panic!("nothing is forgotten through this door: {kept:?}")
    }

    /// Before every fact is asked for: what was seen before does not count.
    fn begin(&mut self, _stage: &Stage, _story: &Story) {}
}

/// By what a fact can be forgotten, at any door.
#[derive(Clone, Debug)]
pub enum Kept {
    Record(String),
    Session(String),
}

/// So many answers are looked at.
pub const FEW: usize = 3;
