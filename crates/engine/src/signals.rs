//! What the engine tells about itself.

use mneme_model::signal::Signal;

pub static STORES: Signal = Signal::counter("memoryoss_stores_total", "memories stored");
pub static DUPLICATES: Signal = Signal::counter("mneme_duplicates_total", "memories told again");
pub static EVENTS: Signal = Signal::counter("mneme_events_total", "events ingested");
pub static RECALLS: Signal = Signal::counter("memoryoss_recalls_total", "questions answered");
pub static UPDATES: Signal = Signal::counter("mneme_updates_total", "memories updated");

pub static ALL: [&Signal; 5] = [&STORES, &DUPLICATES, &EVENTS, &RECALLS, &UPDATES];
