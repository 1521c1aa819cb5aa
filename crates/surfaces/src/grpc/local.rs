//! The timeline for whoever holds the desk already, or its owner's socket: the same service as at
//! the door, so that a command has one way to ask, whether or not a server runs.

use std::future::{Ready, ready};
use std::io;
use std::task::{Context, Poll};

use axum::http::Uri;
use hyper_util::rt::TokioIo;
use mneme_access::Caller;
use mneme_wire::control::MAX_LINE_BYTES;
use mneme_wire::proto::memory_service_server::MemoryServiceServer;
use tokio::io::{AsyncRead, AsyncWrite};
use tonic::codegen::{Service, tokio_stream};
use tonic::transport::server::Connected;
use tonic::transport::{Channel, Endpoint, Error, Server};
use tonic::{Request, Status};

use super::service::Timeline;
use crate::desk::Desk;

/// Nobody is called by this name; the protocol wants one.
const NAME: &str = "http://localhost";
const BUFFER_BYTES: usize = 64 * 1024;

/// A channel to the timeline of this process.
pub async fn channel(desk: Desk, caller: Caller) -> Result<Channel, Error> {
    let (theirs, ours) = tokio::io::duplex(BUFFER_BYTES);
    // It ends with the connection; what went wrong with it, the other end is told.
    tokio::spawn(converse(ours, desk, caller));
    over(theirs).await
}

/// Answers on one connection, on behalf of one caller, until it ends.
pub async fn converse<S>(stream: S, desk: Desk, caller: Caller)
where
    S: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
{
    let introduced = move |mut request: Request<()>| -> Result<Request<()>, Status> {
        request.extensions_mut().insert(caller.clone());
        Ok(request)
    };
    let timeline = MemoryServiceServer::new(Timeline { desk: Ok(desk) })
        .max_decoding_message_size(MAX_LINE_BYTES)
        .max_encoding_message_size(usize::MAX);
    let timeline = tonic::service::interceptor::InterceptedService::new(timeline, introduced);
    let served = Server::builder()
        .add_service(timeline)
        .serve_with_incoming(tokio_stream::once(Ok::<_, io::Error>(stream)));
    if let Err(error) = served.await {
        tracing::debug!(%error, "a connection to the timeline broke");
    }
}

/// A channel over a connection that is open already.
pub async fn over<S>(stream: S) -> Result<Channel, Error>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let once = Once(Some(stream));
    Endpoint::from_static(NAME)
        .connect_with_connector(once)
        .await
}

/// A connector for the one connection there is.
struct Once<S>(Option<S>);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Service<Uri> for Once<S> {
    type Response = TokioIo<S>;
    type Error = io::Error;
    type Future = Ready<io::Result<Self::Response>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let gone = || io::Error::from(io::ErrorKind::NotConnected);
        ready(self.0.take().map(TokioIo::new).ok_or_else(gone))
    }
}
