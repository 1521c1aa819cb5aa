//! What the engine tells about itself.

use mneme_model::signal::Signal;

pub static STORES: Signal = Signal::counter("memoryoss_stores_total", "memories stored");
pub static DUPLICATES: Signal = Signal::counter("mneme_duplicates_total", "memories told again");
pub static EVENTS: Signal = Signal::counter("mneme_events_total", "events ingested");
pub static RECALLS: Signal = Signal::counter("memoryoss_recalls_total", "questions answered");
pub static UPDATES: Signal = Signal::counter("mneme_updates_total", "memories updated");
pub static FEEDBACKS: Signal = Signal::counter("memoryoss_feedbacks_total", "verdicts on memories");
pub static FORGETS: Signal = Signal::counter("memoryoss_forgets_total", "records forgotten");
pub static DECAYED: Signal = Signal::counter(
    "mneme_decayed_total",
    "memories that nobody had a use for, made stale or put away",
);
pub static MERGED: Signal = Signal::counter(
    "mneme_merged_total",
    "memories made of several that said the same",
);
pub static CONTRADICTIONS: Signal = Signal::counter(
    "mneme_contradictions_total",
    "pairs of memories found to speak against each other",
);
pub static PURGES: Signal = Signal::counter(
    "mneme_purges_total",
    "times old files were rid of what was forgotten",
);
pub static HOOKS_DROPPED: Signal = Signal::counter(
    "mneme_webhooks_dropped_total",
    "notices for webhooks that had too many waiting",
);

pub static ALL: [&Signal; 12] = [
    &STORES,
    &DUPLICATES,
    &EVENTS,
    &RECALLS,
    &UPDATES,
    &FEEDBACKS,
    &FORGETS,
    &DECAYED,
    &MERGED,
    &CONTRADICTIONS,
    &PURGES,
    &HOOKS_DROPPED,
];
