//! Asking: filters, time, pages, packing, explanations; from memory and from segments.

mod batch;
mod explain;
mod filters;
mod pack;
mod pages;
mod time;
mod versions;

use crate::support::{Client, segmented, shared};

/// Fills a namespace and asks where everything is in memory; and where it is in segments,
/// at once, while the index still works, and again when it has settled.
fn everywhere<T>(name: &str, fill: impl Fn(&mut Client) -> T, ask: impl Fn(&mut Client, &T)) {
    let mut client = shared().room(name);
    let filled = fill(&mut client);
    ask(&mut client, &filled);
    let mut client = segmented().room(name);
    let filled = fill(&mut client);
    ask(&mut client, &filled);
    segmented().settled();
    ask(&mut client, &filled);
}

/// As [`everywhere`], for questions whose answers are compared with each other: only where
/// nothing moves meanwhile.
fn at_rest<T>(name: &str, fill: impl Fn(&mut Client) -> T, ask: impl Fn(&mut Client, &T)) {
    for server in [shared(), segmented()] {
        let mut client = server.room(name);
        let filled = fill(&mut client);
        server.settled();
        ask(&mut client, &filled);
    }
}
