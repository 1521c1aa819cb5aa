//! What the store tells about itself.

use mneme_model::signal::Signal;

pub static COMMITS: Signal = Signal::counter(
    "memoryoss_group_commit_flushes_total",
    "commits, each synced to disk once",
);
pub static OPERATIONS: Signal = Signal::counter(
    "memoryoss_group_commit_ops_total",
    "write operations that shared those commits",
);
pub static CHECKPOINTS: Signal = Signal::counter(
    "mneme_store_checkpoints_total",
    "write-ahead log checkpoints",
);
pub static WRITE_QUEUE: Signal = Signal::gauge(
    "mneme_store_write_queue",
    "write operations waiting for the writer",
);

pub static ALL: [&Signal; 4] = [&COMMITS, &OPERATIONS, &CHECKPOINTS, &WRITE_QUEUE];
