//! The actuation peer: two calls, a ring of events that everybody watches, and the ways in which
//! real ones differ and fail.

mod calls;
mod fan;
mod line;
mod service;
mod tls;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use mneme_model::archive::Command;
use mneme_model::{Clock, Secret};
use mneme_wire::control_center::control_service_server::ControlServiceServer;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::codegen::tokio_stream::wrappers::ReceiverStream;

use crate::load::Load;
pub use calls::{Call, Calls};
use fan::Desk;
use line::Lines;
use service::Service;

/// What a peer is and what it asks of those who watch.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Port 0 is a free one.
    pub bind: SocketAddr,
    /// As `GetServerIdentity` says it; anything at all.
    pub version: String,
    /// Speaks TLS and writes the certificate of its authority into this directory.
    pub tls: Option<PathBuf>,
    /// Who may watch; nobody named is everybody. A peer of 1.0 does not look.
    pub grants: Vec<Grant>,
    pub heartbeat: Duration,
    pub agent: Option<Agent>,
    /// Instead of one desktop for all, a made-up one for each watcher.
    pub load: Option<Load>,
}

/// A token and what it is good for.
#[derive(Clone, Debug)]
pub struct Grant {
    pub token: Secret,
    pub scopes: Vec<String>,
}

/// Who carries the commands out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub id: String,
    pub version: String,
    pub os: String,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot listen on {address}: {source}")]
    Listen {
        address: SocketAddr,
        source: io::Error,
    },
    #[error("certificates could not be made: {0}")]
    Certificate(String),
}

/// A running peer; it ends when it is dropped.
pub struct ControlCenter {
    address: SocketAddr,
    ca: Option<PathBuf>,
    desk: Arc<Desk>,
    lines: Arc<Lines>,
    calls: Arc<Calls>,
    tasks: [JoinHandle<()>; 2],
}

// === impl Settings ===

impl Default for Settings {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 0)),
            version: "1.3.0".into(),
            tls: None,
            grants: Vec::new(),
            heartbeat: Duration::from_secs(5),
            agent: Some(Agent::default()),
            load: None,
        }
    }
}

impl Default for Agent {
    fn default() -> Self {
        Self {
            id: "8a6f4c1e-0d5b-4c52-9d0a-1f6f0f3b7a11".into(),
            version: "1.3.0".into(),
            os: "LINUX".into(),
        }
    }
}

// === impl Grant ===

impl Grant {
    pub fn new(token: &str, scopes: &[&str]) -> Self {
        Self {
            token: Secret(token.into()),
            scopes: scopes.iter().map(|s| (*s).to_owned()).collect(),
        }
    }
}

// === impl ControlCenter ===

impl ControlCenter {
    pub async fn start(settings: Settings, clock: Arc<dyn Clock>) -> Result<Self, Error> {
        let listen = |source| Error::Listen {
            address: settings.bind,
            source,
        };
        let listener = TcpListener::bind(settings.bind).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let (mut server, ca) = tls::server(settings.tls.as_deref())?;
        let calls = Arc::new(Calls::default());
        let noted = calls.clone();
        server = server.trace_fn(move |request| {
            noted.path(request.uri().path());
            tracing::Span::none()
        });
        let lines = Arc::new(Lines::default());
        let desk = Arc::new(Desk::new(&settings, address, clock));
        let service = Service::new(settings, desk.clone(), calls.clone());
        let (accepting, accepted) = line::accept(listener, lines.clone());
        let router = server.add_service(ControlServiceServer::new(service));
        let serving = tokio::spawn(async move {
            // It ends with its listener; what a single line suffered is the client's to see.
            let _ = router
                .serve_with_incoming(ReceiverStream::new(accepted))
                .await;
        });
        Ok(Self {
            address,
            ca,
            desk,
            lines,
            calls,
            tasks: [accepting, serving],
        })
    }

    /// `host:port`, as a setting has it.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// The authority a client has to trust, if there is TLS.
    pub fn ca(&self) -> Option<&Path> {
        self.ca.as_deref()
    }

    /// Tells everybody who watches. Time, agent and connection are filled in where empty.
    pub fn say(&self, command: Command) {
        self.desk.say(command);
    }

    pub fn calls(&self) -> &Calls {
        &self.calls
    }

    /// How many watch at this moment.
    pub fn watchers(&self) -> usize {
        self.desk.watchers()
    }

    /// Another agent takes over, or none is there any more.
    pub fn set_agent(&self, agent: Option<Agent>) {
        self.desk.set_agent(agent);
    }

    /// Keeps heartbeats back, as a peer does that hangs.
    pub fn hush(&self, silent: bool) {
        self.desk.hush(silent);
    }

    /// Ends every stream in good order.
    pub fn end_streams(&self) {
        self.desk.end_streams();
    }

    /// Cuts every connection; new ones are accepted.
    pub fn cut(&self) {
        self.lines.cut();
    }

    /// Off: every connection is cut and new ones are closed at once.
    pub fn switch(&self, on: bool) {
        self.lines.switch(on);
    }
}

impl Drop for ControlCenter {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
        self.lines.switch(false);
    }
}
