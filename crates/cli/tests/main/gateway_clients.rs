//! Known clients before the proxy: what each is known to send, and the official kits themselves.

mod around;
pub mod exchange;
mod kits;
pub mod recorded;
mod replayed;
mod untouched;

use crate::alias::{ADMIN, Oss, client};
use crate::support::{Client, Home, Provider, Server};
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

    /// Started under the other name, and whoever may write there. By words alone little scores as
    /// much as its usual bar wants.
    fn published() -> (Self, Client) {
        let provider = Provider::start();
        let rest = "min_recall_score = 0.1\n[server]\nport = 0\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n";
        let key = format!("[[auth.api_keys]]\nkey = \"{ADMIN}\"\nrole = \"admin\"\n");
        let oss = Oss::new(&format!("{}{rest}{key}", provider.settings()));
        let server = oss.serve(&["serve"]);
        let admin = client(&server, ADMIN);
        (Self { provider, server }, admin)
    }
}
