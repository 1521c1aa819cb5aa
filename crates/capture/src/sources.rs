//! The actuation peer, listened to: one connection for many recordings, each with a stream of
//! its own that is read at once, whoever is waiting for what.

mod address;
mod fidelity;
mod pool;
mod queue;
mod reader;
mod refusal;
pub mod retry;
mod trust;
pub mod version;
mod watch;

use std::path::PathBuf;
use std::time::Duration;

use mneme_model::Secret;
use mneme_wire::control_center::control_service_client::ControlServiceClient;
use mneme_wire::control_center::{InfoRequest, ServerIdentity, WatchRequest};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Channel;
use tonic::{Request, Status};
use tracing::warn;

use address::Address;
use fidelity::Fidelity;
use pool::{Key, Pool, Seat};
pub use refusal::Refusal;
pub use watch::{Heard, Watch};

/// Whether to encrypt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Security {
    /// TLS; in the open, and without the token, where the peer has no TLS.
    #[default]
    Auto,
    /// TLS or nothing.
    Strict,
    /// In the open, token included.
    Legacy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    Tls,
    Plaintext,
}

/// Whom to listen to, and on which terms.
#[derive(Clone, Debug)]
pub struct Target {
    /// `host:port`; a scheme in front of it says nothing about the transport.
    pub address: String,
    pub security: Security,
    /// The only authority that is trusted; the system's, where there is none.
    pub tls_ca: Option<PathBuf>,
    pub token: Option<Secret>,
    /// Raises the newest version that is listened to.
    pub max_version: Option<String>,
    /// Listens to unsupported peers and agents, with a warning.
    pub allow_unsupported: bool,
    /// Nothing heard for so long, heartbeats included, ends the stream; zero never does.
    pub silence: Duration,
    /// No command for so long ends the stream; zero never does.
    pub idle: Duration,
    /// Bytes of commands that may wait for a recorder.
    pub queue_bytes: usize,
}

/// Everything a process listens to.
#[derive(Default)]
pub struct Sources {
    pool: Pool,
    trust: trust::Trust,
}

/// Loud words about streams are found under this name.
pub(crate) const LOG: &str = "ma_core::capture::stream";

const CALL: Duration = Duration::from_secs(10);
/// Some servers answer with their first event, which may be a heartbeat.
const FIRST_ANSWER: Duration = Duration::from_secs(20);

// === impl Security ===

impl Security {
    pub fn named(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "" | "auto" => Some(Security::Auto),
            "strict" => Some(Security::Strict),
            "legacy" => Some(Security::Legacy),
            _ => None,
        }
    }
}

// === impl Transport ===

impl Transport {
    pub fn name(self) -> &'static str {
        match self {
            Transport::Tls => "tls",
            Transport::Plaintext => "plaintext",
        }
    }
}

// === impl Target ===

impl Target {
    pub fn new(address: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            security: Security::Auto,
            tls_ca: None,
            token: None,
            max_version: None,
            allow_unsupported: false,
            silence: Duration::from_secs(30),
            idle: Duration::ZERO,
            queue_bytes: 64 * 1024 * 1024,
        }
    }
}

// === impl Sources ===

impl Sources {
    pub fn new() -> Self {
        Self::default()
    }

    /// Listens from now on, or says why not. One attempt: see [`retry`] for when to come again.
    pub async fn watch(&self, target: &Target) -> Result<Watch, Refusal> {
        let address = Address::parse(&target.address)?;
        let token = target.token.as_ref();
        match target.security {
            Security::Strict => self.attempt(target, &address, Transport::Tls, token).await,
            Security::Legacy => {
                self.attempt(target, &address, Transport::Plaintext, token)
                    .await
            }
            Security::Auto => self.negotiate(target, &address).await,
        }
    }

    async fn negotiate(&self, target: &Target, address: &Address) -> Result<Watch, Refusal> {
        let open = Key::new(address, Transport::Plaintext, None, None);
        // Somebody listens there in the open already: TLS was tried, and not long ago.
        if self.pool.serves(&open).await {
            return self
                .attempt(target, address, Transport::Plaintext, None)
                .await;
        }
        let token = target.token.as_ref();
        let secret = self.attempt(target, address, Transport::Tls, token).await;
        let Err(Refusal::NoTls { why, .. }) = secret else {
            return secret;
        };
        warn!(target: LOG, peer = %address, %why,
            "control center does not speak TLS; listening in plaintext, without the token");
        let opened = self
            .attempt(target, address, Transport::Plaintext, None)
            .await;
        opened.map_err(|refusal| refusal.after_tls(&why, target.token.is_some()))
    }

    async fn attempt(
        &self,
        target: &Target,
        address: &Address,
        transport: Transport,
        token: Option<&Secret>,
    ) -> Result<Watch, Refusal> {
        let ca = target.tls_ca.as_deref();
        let ca = ca.filter(|_| transport == Transport::Tls);
        let key = Key::new(address, transport, token, ca);
        let opening = self.trust.connect(address, transport, ca);
        let seat = self.pool.take(key, opening).await?;
        let bearer = token.map(|token| bearer(address, token)).transpose()?;
        let server = identify(&seat, address, bearer.as_ref()).await;
        gate(&server, address, target)?;
        let stream = subscribe(&seat, address, bearer.as_ref()).await?;
        let fidelity = Fidelity::new(&server.version, target.allow_unsupported);
        Ok(Watch::start(
            stream, fidelity, server, transport, seat, target,
        ))
    }
}

fn client(seat: &Seat) -> ControlServiceClient<Channel> {
    ControlServiceClient::new(seat.channel.clone())
}

fn bearer(address: &Address, token: &Secret) -> Result<MetadataValue<Ascii>, Refusal> {
    let value = format!("Bearer {}", token.0.trim());
    let mut value: MetadataValue<Ascii> = value.parse().map_err(|_| Refusal::BadToken {
        address: address.to_string(),
    })?;
    value.set_sensitive(true);
    Ok(value)
}

fn asking<T>(message: T, bearer: Option<&MetadataValue<Ascii>>) -> Request<T> {
    let mut request = Request::new(message);
    if let Some(bearer) = bearer {
        let metadata = request.metadata_mut();
        metadata.insert("authorization", bearer.clone());
    }
    request
}

/// Who the peer is. A peer that does not say is no reason to go: the stream decides.
async fn identify(
    seat: &Seat,
    address: &Address,
    bearer: Option<&MetadataValue<Ascii>>,
) -> ServerIdentity {
    let mut client = client(seat);
    let asked = client.get_server_identity(asking(InfoRequest {}, bearer));
    let answer = match tokio::time::timeout(CALL, asked).await {
        Ok(Ok(identity)) => return identity.into_inner(),
        Ok(Err(status)) => refusal::told(&status),
        Err(_) => "no answer in time".to_owned(),
    };
    warn!(target: LOG, peer = %address, why = %answer,
        "control center does not say who it is; its version is not checked");
    ServerIdentity::default()
}

fn gate(server: &ServerIdentity, address: &Address, target: &Target) -> Result<(), Refusal> {
    let max = target.max_version.as_deref();
    match version::judge(&server.version, max) {
        version::Verdict::Supported => Ok(()),
        version::Verdict::Unknown => {
            warn!(target: LOG, peer = %address, version = %server.version,
                "control center has no version that can be read; listening all the same");
            Ok(())
        }
        version::Verdict::Unsupported(why) if target.allow_unsupported => {
            warn!(target: LOG, peer = %address, %why,
                "control center is not supported; listening because the settings say so");
            Ok(())
        }
        version::Verdict::Unsupported(why) => Err(Refusal::Version {
            address: address.to_string(),
            why,
        }),
    }
}

async fn subscribe(
    seat: &Seat,
    address: &Address,
    bearer: Option<&MetadataValue<Ascii>>,
) -> Result<watch::Stream, Refusal> {
    let mut client = client(seat);
    let asked = client.watch_commands(asking(WatchRequest {}, bearer));
    let late = |_| Err(Status::deadline_exceeded("no answer in time"));
    let answer = tokio::time::timeout(FIRST_ANSWER, asked).await;
    match answer.unwrap_or_else(late) {
        Ok(stream) => Ok(stream.into_inner()),
        Err(status) => Err(Refusal::of_status(&address.to_string(), &status)),
    }
}

#[cfg(test)]
mod tests;
