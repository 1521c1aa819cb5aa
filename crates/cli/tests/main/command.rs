//! The command line: without a server, and through one.

mod bench;
mod everyday;
mod help;
mod hints;
mod import;
mod keys;
mod listing;
mod places;
mod run;
mod settings;
mod simulate;
mod status;
mod terminal;
mod upkeep;

use crate::support::{Home, Server};

/// The same story twice: on a store nobody serves, and on one that is served.
fn both_ways(story: impl Fn(&Home)) {
    story(&Home::new());
    let home = Home::new();
    let server = Server::start(&home);
    story(&home);
    server.assert_sound();
}
