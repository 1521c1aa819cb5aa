//! Where something runs, and what is there beside it for bad days.

/// Of each stage the words for it.
pub const STAGES: [&[&str]; 4] = [
    &["production", "prod"],
    &["staging"],
    &["development", "dev"],
    &["qa"],
];
/// What stands beside the thing itself. Alone these are what somebody does ("restore the database"); before one of
/// [`RUNS`] they say which of two is meant.
pub const COPIES: [&str; 4] = ["backup", "restore", "replica", "standby"];
pub const RUNS: [&str; 9] = [
    "database", "db", "server", "host", "cluster", "instance", "node", "machine", "system",
];
