//! What the journal tells about itself.

use mneme_model::signal::Signal;

pub static APPENDED: Signal =
    Signal::counter("mneme_journal_appended_total", "events appended, all kinds");
pub static ERASED: Signal = Signal::counter(
    "mneme_journal_erased_total",
    "events whose content was taken away",
);

pub static ALL: [&Signal; 2] = [&APPENDED, &ERASED];
