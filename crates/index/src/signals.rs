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

pub static EMBEDDED: Signal =
    Signal::counter("mneme_vectors_made_total", "passages read by the model");
pub static VECTORS: Signal = Signal::gauge(
    "memoryoss_vector_index_size",
    "records with a vector, in open namespaces",
);

pub static ALL: [&Signal; 7] = [
    &TAIL, &INDEXED, &COMMITS, &REBUILDS, &WAITS, &EMBEDDED, &VECTORS,
];
