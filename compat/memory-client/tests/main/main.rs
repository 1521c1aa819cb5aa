//! The client as a program that was written for the published one sees it. What needs a server is
//! tested where the server is, in `crates/cli/tests/main/timeline_client.rs`.

#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests say where they fail by panicking"
)]

mod endpoints;
mod hooks;
mod snippets;
