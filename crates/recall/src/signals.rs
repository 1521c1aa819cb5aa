//! What recall tells about itself.

use mneme_model::signal::Signal;

pub static CANDIDATES: Signal = Signal::counter(
    "mneme_recall_candidates_total",
    "records loaded and ranked for questions",
);
pub static PACKED: Signal = Signal::counter(
    "mneme_recall_packed_tokens_total",
    "tokens of packed contexts",
);

pub static ALL: [&Signal; 2] = [&CANDIDATES, &PACKED];
