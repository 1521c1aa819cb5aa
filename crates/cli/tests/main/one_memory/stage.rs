//! One server with every door open, a provider of models and a desktop beside it.

use crate::archive::Studio;
use crate::support::{Client, PATIENT, Provider, Server};
use mneme_peers::upstream::Settings;

pub struct Stage {
    pub studio: Studio,
    pub provider: Provider,
    server: Option<Server>,
}

/// The gateway's key for the namespace every other door has, too.
pub const KEY: &str = "pk-one-memory";

/// Talk is a stretch of its own as soon as nobody goes on with it.
const TIMELINE: &str =
    "[timeline]\nfollow_ms = 20\ntime_threshold_ms = 200\nmin_events_per_segment = 1\n";

// === impl Stage ===

impl Stage {
    pub fn set() -> Self {
        let studio = Studio::new();
        let provider = Provider::start_with(Settings {
            listens: true,
            ..Settings::default()
        });
        studio
            .home
            .set(&format!("{}{TIMELINE}", gateway(&provider)));
        let mut stage = Self {
            studio,
            provider,
            server: None,
        };
        stage.start();
        stage
    }

    fn start(&mut self) {
        let socket = self.studio.socket().display().to_string();
        let doors = ["--ipc", &socket, "--grpc", "127.0.0.1:0"];
        let doors = [&doors[..], &["--notebook", "127.0.0.1:0"]].concat();
        self.server = Some(Server::start_with(&self.studio.home, &doors));
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    /// Whoever owns the store.
    pub fn owner(&self) -> Client {
        self.server().owner()
    }

    /// Ends the server in good order and starts it again.
    pub fn restart(&mut self) {
        self.server.take().unwrap().stop();
        self.start();
    }

    /// The same the hard way.
    pub fn kill(&mut self) {
        self.server.take().unwrap().kill();
        self.start();
    }

    /// Nothing went wrong inside, and what is kept is what happened.
    pub fn assert_sound(&self) {
        self.server().assert_sound();
        let found = self.studio.home.json(&["verify", "--json"]);
        assert_eq!(found["clean"], true, "{found}");
    }
}

/// Calls of models pass through, and teach.
fn gateway(provider: &Provider) -> String {
    let (openai, anthropic) = (provider.openai(), provider.anthropic());
    format!(
        "{PATIENT}[proxy]\nupstream_url = \"{openai}\"\nanthropic_upstream_url = \"{anthropic}\"\ndefault_memory_mode = \"full\"\nextract_api_key = \"sk-reads\"\n\
         [[proxy.key_mapping]]\nproxy_key = \"{KEY}\"\nupstream_key = \"sk-real\"\nnamespace = \"default\"\n"
    )
}
