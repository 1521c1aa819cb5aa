//! A server with its proxy, and the stand-in behind it.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use mneme_peers::Upstream;
use mneme_peers::upstream::Settings;
use mneme_wire::Fault;
use serde_json::json;

use super::super::corpus::Corpus;
use super::super::load::trouble;
use super::super::server::Server;

/// A way of calling the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// Without anybody in between.
    Direct,
    /// Through the proxy, which only passes it on.
    Off,
    /// Through the proxy, which asks the memory first.
    Recall,
}

pub struct Stage {
    pub server: Server,
    upstream: Upstream,
    corpus: Corpus,
    memories: usize,
}

/// What the stand-in says: about as much as a short answer of a real model.
const WORDS: &str = "The deploy goes out on Tuesday once the release owner has approved it in the channel, and a rollback is one command away if the canary shows errors during the first quarter of an hour.";
const PATH: &str = "/v1/chat/completions";

// === impl Stage ===

impl Stage {
    pub async fn open(dir: &Path, memories: usize) -> Result<Self, Fault> {
        let upstream = Upstream::start(Settings {
            says: Some(WORDS.to_owned()),
            remembered: 0,
            ..Settings::default()
        });
        let upstream = upstream.await.map_err(trouble)?;
        let file = dir.join("bench.toml");
        std::fs::write(&file, settings(&upstream)).map_err(trouble)?;
        Ok(Self {
            server: Server::start_with(dir, &["--config".as_ref(), file.as_ref()])?,
            upstream,
            corpus: Corpus::new(),
            memories,
        })
    }

    pub fn address(&self, arm: Arm) -> SocketAddr {
        match arm {
            Arm::Direct => self.upstream.address(),
            Arm::Off | Arm::Recall => self.server.address(),
        }
    }

    pub fn path(&self, arm: Arm) -> String {
        match arm {
            Arm::Direct => PATH.to_owned(),
            Arm::Off | Arm::Recall => format!("/proxy{PATH}"),
        }
    }

    /// The lines of a head that say who calls, and what the memory is to do.
    pub fn head(&self, arm: Arm) -> &'static str {
        match arm {
            Arm::Direct => "authorization: Bearer sk-bench\r\n",
            Arm::Off => "authorization: Bearer sk-bench\r\nx-memory-mode: off\r\n",
            Arm::Recall => "authorization: Bearer sk-bench\r\nx-memory-mode: readonly\r\n",
        }
    }

    /// Every call asks something else: nothing is remembered from the one before.
    pub fn body(&self, n: usize, stream: bool) -> String {
        let question = self.corpus.question(n, self.memories.max(1));
        let messages = json!([
            { "role": "system", "content": "You are a careful colleague. Be brief." },
            { "role": "user", "content": question },
        ]);
        json!({ "model": "gpt-4o", "stream": stream, "messages": messages }).to_string()
    }

    /// How long the server has worked so far, on all processors.
    pub fn worked(&self) -> Duration {
        self.server.worked()
    }
}

fn settings(upstream: &Upstream) -> String {
    let (openai, anthropic) = (upstream.openai(), upstream.anthropic());
    format!(
        "[proxy]\nenabled = true\nupstream_url = \"{openai}\"\nanthropic_upstream_url = \"{anthropic}\"\npassthrough_auth = true\nextraction_enabled = false\n\n[limits]\nrate_limit_per_sec = 1000000\n"
    )
}
