//! The real binary: what it answers, what it leaves in the spool, what it tells a server.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests say where they fail by panicking, and how long it took"
)]

mod answers;
mod client;
mod house;
mod hung;
mod printed;
mod real;
mod server;
mod spooling;
mod support;
mod telling;
mod waiting;
mod words;
