//! One file a table: its columns, its codec, its few statements. Functions that only read
//! take a [`crate::View`]; functions that write take the writer's [`crate::Tx`].

pub mod api_keys;
pub mod archive;
pub mod assertions;
pub mod audit;
pub mod contradictions;
pub mod counters;
pub mod cursors;
pub mod episodes;
pub mod former;
pub mod grips;
pub mod injections;
pub mod jobs;
pub mod journal;
pub mod keys;
pub mod memories;
pub(crate) mod meta;
pub(crate) mod names;
pub(crate) mod namespaces;
pub mod notes;
pub mod outcomes;
pub mod pins;
pub mod recalls;
pub mod records;
pub mod reputations;
pub mod reseal;
pub mod sessions;
pub mod spaces;
pub mod toc;
pub mod tombstones;
pub mod vectors;
pub mod versions;
