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

pub static ASKED_AGAIN: Signal = Signal::counter(
    "mneme_recall_asked_again_total",
    "further searches for questions whose hits were gone",
);

pub static ALL: [&Signal; 3] = [&CANDIDATES, &PACKED, &ASKED_AGAIN];
