//! Known clients before the proxy: what each is known to send, and the official kits themselves.

mod around;
mod exchange;
mod kits;
mod recorded;
mod replayed;
mod untouched;

use crate::support::{Home, Provider, Server};
use exchange::exchange;
use recorded::{Recorded, recorded};

/// A server whose proxy stands before a provider of its own.
struct Stage {
    provider: Provider,
    server: Server,
}

impl Stage {
    fn new() -> Self {
        let provider = Provider::start();
        let home = Home::with_settings(&provider.settings());
        let server = Server::start(&home);
        Self { provider, server }
    }
}
