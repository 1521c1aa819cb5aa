//! How far the writing has come.

use mneme_model::archive::{Entry, Source};

/// Where the reasoning of one step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    Pending,
    /// Begun, and saved by nothing but the clock.
    InProgress,
    Complete,
    Skipped,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub annotated: u32,
    pub skipped: u32,
}

pub fn state(entry: Option<&Entry>) -> StepState {
    match entry {
        Some(entry) if entry.skipped => StepState::Skipped,
        Some(entry) if entry.source == Source::ModelDegraded => StepState::Pending,
        Some(entry) if entry.reasoning.trim().is_empty() => StepState::Pending,
        Some(entry) if entry.draft => StepState::InProgress,
        Some(_) => StepState::Complete,
        None => StepState::Pending,
    }
}

pub fn count(entries: &[Entry]) -> Counters {
    let mut counters = Counters::default();
    for entry in entries {
        match state(Some(entry)) {
            StepState::Complete => counters.annotated += 1,
            StepState::Skipped => counters.skipped += 1,
            StepState::Pending | StepState::InProgress => {}
        }
    }
    counters
}
