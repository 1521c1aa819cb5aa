//! What every test leans on.

mod client;
mod curl;
mod fields;
mod files;
mod home;
mod lines;
mod packages;
mod python;
mod random;
mod raw;
mod schema;
mod server;
mod shared;
mod upstream;
mod wait;
mod watch;

pub use client::{Client, Reply, ids, query, texts};
pub use curl::curl;
pub use fields::MEMORY_FIELDS;
pub use files::{files, having, having_bytes};
pub use home::{Home, Ran};
pub use lines::{ScriptedEvents, chatter};
pub use packages::{package, python};
pub use python::{Holding, fingerprint, in_python, in_terminal, rows, sqlite};
pub use random::Random;
pub use raw::{Raw, send_raw};
pub use schema::Description;
pub use server::Server;
pub use shared::{
    HASHED, HURRIED, SEGMENTED, hashed, hashed_segmented, segmented, shared, timeline,
};
pub use upstream::{PATIENT, Provider};
pub use wait::{end_of, eventually};
pub use watch::watch;

/// A name that no other test of this run uses, for namespaces and words.
pub fn unique(stem: &str) -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{stem}{}", NEXT.fetch_add(1, Ordering::Relaxed))
}
