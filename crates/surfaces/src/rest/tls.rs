//! TLS in front of an HTTP door.
//!
//! Each handshake runs in a task of its own and has a time limit; only finished ones reach the
//! server. So a client that connects and says nothing keeps nobody else waiting.

mod certificates;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

pub use certificates::{Certificates, Error};

/// How a door speaks TLS.
#[derive(Clone)]
pub struct Tls {
    acceptor: TlsAcceptor,
}

/// A listener whose connections have their handshake behind them.
pub struct TlsListener {
    ready: mpsc::Receiver<Accepted>,
    local: io::Result<SocketAddr>,
}

type Accepted = (TlsStream<TcpStream>, SocketAddr);

/// A client that takes longer than this to agree on keys is let go.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Handshakes under way at once, and finished ones nobody has taken yet.
const HANDSHAKES: usize = 1024;
const WAITING: usize = 64;

// === impl Tls ===

impl Tls {
    /// Reads the files, and makes a certificate of our own first if that is asked for.
    pub fn load(certificates: &Certificates) -> Result<Self, Error> {
        let config = certificates.server_config()?;
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
        })
    }
}

// === impl TlsListener ===

impl TlsListener {
    pub fn new(listener: TcpListener, tls: Tls) -> Self {
        let local = listener.local_addr();
        let (hand_over, ready) = mpsc::channel(WAITING);
        tokio::spawn(accept_all(listener, tls, hand_over));
        Self { ready, local }
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.ready.recv().await {
            Some(accepted) => accepted,
            // Only when the accepting task is gone: then nobody comes any more.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.local
            .as_ref()
            .copied()
            .map_err(|error| error.kind().into())
    }
}

/// Accepts until the server behind the channel is gone.
async fn accept_all(mut listener: TcpListener, tls: Tls, hand_over: mpsc::Sender<Accepted>) {
    let room = Arc::new(Semaphore::new(HANDSHAKES));
    loop {
        // The semaphore is never closed; if it were, there would be no room either.
        let Ok(place) = room.clone().acquire_owned().await else {
            return;
        };
        let (stream, peer) = tokio::select! {
            // Waits a moment by itself when the system has no descriptors left.
            accepted = Listener::accept(&mut listener) => accepted,
            () = hand_over.closed() => return,
        };
        let (tls, hand_over) = (tls.clone(), hand_over.clone());
        tokio::spawn(async move {
            if let Some(stream) = shake_hands(&tls, stream).await {
                // The server may be gone by now; then so is this connection.
                let _ = hand_over.send((stream, peer)).await;
            }
            drop(place);
        });
    }
}

async fn shake_hands(tls: &Tls, stream: TcpStream) -> Option<TlsStream<TcpStream>> {
    match timeout(HANDSHAKE, tls.acceptor.accept(stream)).await {
        Ok(Ok(stream)) => return Some(stream),
        Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
        Err(_) => tracing::debug!("a TLS handshake took too long"),
    }
    None
}
