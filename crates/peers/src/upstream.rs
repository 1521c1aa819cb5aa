//! A stand-in for a model provider: answers as the real ones do, over HTTP, and keeps what it was
//! asked. It understands OpenAI's chat completions and Responses, Anthropic's messages and
//! ollama's generate. What it says is scripted, or an echo.

mod desk;
mod extraction;
mod format;
mod gate;
mod http;
mod refusal;
mod reply;
mod request;
mod route;
#[cfg(test)]
mod tests;
mod turn;
mod write;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use desk::Desk;
pub use extraction::{Fact, OPENING};
pub use gate::Gate;
pub use refusal::Refusal;
pub use reply::Reply;
pub use request::Request;
pub use turn::{Call, Turn};

/// How a stand-in behaves where nothing else is scripted.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Port 0 is a free one.
    pub bind: SocketAddr,
    /// The credentials that are let in; without any, everybody is.
    pub keys: Vec<String>,
    /// How many requests are kept to be looked at.
    pub remembered: usize,
    /// How long an answer takes, and each part of a stream after the first.
    pub delay: Duration,
    pub pause: Duration,
    /// What is said where nothing is scripted; else it repeats what it heard.
    pub says: Option<String>,
    /// Without scripted facts, what a user asks to be remembered is one.
    pub listens: bool,
    /// When answers say they were made, in seconds since 1970.
    pub created: i64,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {source}")]
pub struct Error {
    address: SocketAddr,
    source: io::Error,
}

/// A running stand-in; it ends when it is dropped.
pub struct Upstream {
    address: SocketAddr,
    desk: Arc<Desk>,
    task: JoinHandle<()>,
}

// === impl Settings ===

impl Default for Settings {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 0)),
            keys: Vec::new(),
            remembered: 10_000,
            delay: Duration::ZERO,
            pause: Duration::ZERO,
            says: None,
            listens: false,
            created: 1_750_000_000,
        }
    }
}

// === impl Upstream ===

impl Upstream {
    pub async fn start(settings: Settings) -> Result<Self, Error> {
        let address = settings.bind;
        let failed = |source| Error { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let desk = Arc::new(Desk::new(settings));
        let task = tokio::spawn(http::serve(listener, desk.clone()));
        Ok(Self {
            address,
            desk,
            task,
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://host:port`: where ollama would be.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What `proxy.upstream_url` is set to.
    pub fn openai(&self) -> String {
        format!("{}/v1", self.url())
    }

    /// What `proxy.anthropic_upstream_url` is set to: the whole address of messages.
    pub fn anthropic(&self) -> String {
        format!("{}/v1/messages", self.url())
    }

    /// The answer to the next call of a model, behind those that wait already. A call that
    /// extracts facts does not take it.
    pub fn push(&self, reply: Reply) {
        self.desk.push(None, reply);
    }

    /// The answer to the next request whose path ends like this, whatever it is.
    pub fn push_at(&self, path: &str, reply: Reply) {
        self.desk.push(Some(path.to_owned()), reply);
    }

    /// What the next call that extracts facts finds.
    pub fn teach(&self, facts: &[Fact]) {
        self.push_extraction(Reply::turn(extraction::found(facts)));
    }

    /// The answer to the next call that extracts facts, whatever it is.
    pub fn push_extraction(&self, reply: Reply) {
        self.desk.push_extraction(reply);
    }

    /// Everything that was asked, in order.
    pub fn requests(&self) -> Vec<Request> {
        self.desk.requests()
    }

    /// What was asked for clients.
    pub fn calls(&self) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(|request| !request.is_extraction());
        requests
    }

    /// What was asked to find facts in a conversation.
    pub fn extractions(&self) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(Request::is_extraction);
        requests
    }

    /// As [`Upstream::requests`], and begins anew.
    pub fn take_requests(&self) -> Vec<Request> {
        self.desk.take_requests()
    }

    /// How many requests there were, kept or not.
    pub fn count(&self) -> u64 {
        self.desk.count()
    }

    /// Waits until there were so many requests.
    pub async fn arrived(&self, count: u64) {
        self.desk.arrived(count).await;
    }

    /// How many answers had nobody left to read them.
    pub fn hang_ups(&self) -> u64 {
        self.desk.hang_ups()
    }

    /// Off: connections are closed without an answer.
    pub fn switch(&self, on: bool) {
        self.desk.switch(on);
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        self.switch(false);
        self.task.abort();
    }
}
