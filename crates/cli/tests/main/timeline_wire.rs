//! The timeline at its own door: events in, a table of contents out, over real gRPC.
//!
//! Most tests share one server and take a namespace each, by a key of their own.

mod bench;
mod beside;
mod browse;
mod calendar;
mod carried;
mod contents;
mod doors;
mod forgetting;
mod grips;
mod ingest;
mod jobs;
mod kill;
mod model;
mod numbers;
mod odd;
mod outbox;
mod parallel;
mod ranges;
mod rebuild;
mod reflection;
mod rollup;
pub mod said;
mod segments;
mod transcripts;
mod trouble;
pub mod wire;

use crate::support::{HURRIED, Home, Server, timeline, unique};
use wire::Wire;

/// A line to the shared server, in a namespace of its own.
fn line() -> Wire {
    let namespace = unique("timeline");
    Wire::with_key(timeline(), &timeline().key(&namespace, "writer"))
}

/// A home whose table of contents is in a hurry, with these settings as well.
fn home(more: &str) -> Home {
    Home::with_settings(&format!("{HURRIED}{more}"))
}

/// A server of its own, with the timeline's door open.
fn serve(home: &Home) -> Server {
    Server::start_with(home, &["--grpc", "localhost:0"])
}
