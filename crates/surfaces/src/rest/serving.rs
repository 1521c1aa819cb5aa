//! The connections of a listener. Each is served in a task of its own until its client leaves, the
//! server stops, or nothing was asked on it for long.
//!
//! A connection without a request has a descriptor and some memory. So whoever connects and says
//! nothing, sends half a head, or keeps what it does not use, is let go.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::{Service, service_fn};
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

/// Nothing asked for so long, and a connection is closed. Clients that keep connections for
/// later let go of them after 90 seconds or sooner, so that they never meet a closed one.
pub(super) const QUIET: Duration = Duration::from_secs(120);
/// To say goodbye in, where the protocol has words for it.
const GOODBYE: Duration = Duration::from_secs(1);

/// Requests of one connection.
struct Asked {
    connected: Instant,
    open: AtomicUsize,
    /// When the last one was over, in milliseconds since the connection came.
    last_ms: AtomicU64,
}

/// One of them, until the last byte of its answer is handed over.
struct Open(Arc<Asked>);

/// An answer's body, which knows when it is over.
struct Told {
    body: Body,
    _open: Open,
}

/// Until told to stop; whoever has asked by then is answered.
pub(super) async fn serve_on<L>(
    mut listener: L,
    router: Router,
    mut stopping: watch::Receiver<bool>,
    quiet: Duration,
) where
    L: Listener<Addr = SocketAddr>,
{
    let mut served = JoinSet::new();
    let told = stopping.clone();
    loop {
        tokio::select! {
            (io, peer) = listener.accept() => {
                served.spawn(converse(io, peer, router.clone(), told.clone(), quiet));
            }
            Some(_) = served.join_next() => {}
            () = stop(&mut stopping) => break,
        }
    }
    drop(listener);
    while served.join_next().await.is_some() {}
}

async fn converse<I>(
    io: I,
    peer: SocketAddr,
    router: Router,
    mut stopping: watch::Receiver<bool>,
    quiet: Duration,
) where
    I: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let asked = Arc::new(Asked::new());
    let answers = TowerToHyperService::new(router);
    let noted = asked.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let (open, answer) = (Open::new(&noted), answers.call(request));
        async move { answer.await.map(|answer| told(answer, open)) }
    });
    let mut builder = Builder::new(TokioExecutor::new());
    // WebSockets over HTTP/2 need it.
    builder.http2().enable_connect_protocol();
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(io), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = asked.quiet_for(quiet) => {}
        () = stop(&mut stopping) => {}
    }
    connection.as_mut().graceful_shutdown();
    let over = asked.quiet_for(GOODBYE);
    // What it ended with is the client's affair.
    tokio::select! {
        _ = connection => {}
        () = over => {}
    }
}

fn told(answer: Response<Body>, open: Open) -> Response<Told> {
    answer.map(|body| Told { body, _open: open })
}

/// The sender gone means the same as told to stop.
async fn stop(stopping: &mut watch::Receiver<bool>) {
    drop(stopping.wait_for(|stop| *stop).await);
}

// === impl Asked ===

impl Asked {
    fn new() -> Self {
        Self {
            connected: Instant::now(),
            open: AtomicUsize::new(0),
            last_ms: AtomicU64::new(0),
        }
    }

    /// Until nothing was asked for so long.
    async fn quiet_for(&self, limit: Duration) {
        let begun = Instant::now();
        loop {
            let since = begun.max(self.last());
            let left = match self.open.load(Ordering::Acquire) {
                0 => limit.saturating_sub(since.elapsed()),
                _ => limit,
            };
            if left.is_zero() {
                return;
            }
            sleep(left).await;
        }
    }

    fn last(&self) -> Instant {
        self.connected + Duration::from_millis(self.last_ms.load(Ordering::Acquire))
    }
}

// === impl Open ===

impl Open {
    fn new(asked: &Arc<Asked>) -> Self {
        asked.open.fetch_add(1, Ordering::AcqRel);
        Self(asked.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let now = self.0.connected.elapsed().as_millis();
        let now = u64::try_from(now).unwrap_or(u64::MAX);
        self.0.last_ms.store(now, Ordering::Release);
        self.0.open.fetch_sub(1, Ordering::AcqRel);
    }
}

// === impl Told ===

impl HttpBody for Told {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests;
