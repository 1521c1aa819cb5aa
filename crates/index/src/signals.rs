//! What the index tells about itself.

use mneme_model::signal::Signal;

pub static TAIL: Signal = Signal::gauge("memoryoss_indexer_lag", "documents not yet in segments");
pub static INDEXED: Signal = Signal::counter(
    "mneme_index_documents_total",
    "documents written to segments",
);
pub static COMMITS: Signal = Signal::counter("mneme_index_commits_total", "segment commits");
pub static REBUILDS: Signal = Signal::counter(
    "mneme_index_rebuilds_total",
    "segments thrown away because they did not open",
);
pub static WAITS: Signal = Signal::counter(
    "mneme_index_write_waits_total",
    "writes that waited for the tail to shrink",
);

pub static ALL: [&Signal; 5] = [&TAIL, &INDEXED, &COMMITS, &REBUILDS, &WAITS];
