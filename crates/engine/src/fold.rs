//! Folds: the only writers of knowledge. One file a noun.

mod contradictions;
mod counters;
mod echoes;
mod episodes;
mod feedback;
mod memories;
mod notes;
mod pins;
mod recordings;
mod sessions;
mod sharing;
mod timeline;
mod tombstones;

use mneme_journal::Fold;

pub(crate) use memories::root;

/// Every fold there is, in the order they run.
pub fn all() -> Vec<Box<dyn Fold>> {
    vec![
        Box::new(counters::Counters),
        Box::new(contradictions::Contradictions),
        Box::new(memories::Memories),
        Box::new(feedback::Feedback),
        Box::new(tombstones::Tombstones),
        Box::new(episodes::Episodes),
        Box::new(echoes::Echoes),
        Box::new(recordings::Recordings),
        Box::new(sessions::Sessions),
        Box::new(notes::Notes),
        Box::new(pins::Pins),
        Box::new(sharing::Sharing),
        Box::new(timeline::Timeline),
    ]
}
