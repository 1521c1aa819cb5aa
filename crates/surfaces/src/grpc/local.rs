//! The timeline for whoever holds the desk already: the same service as at the door, without a
//! socket, so that a command has one way to ask, whether or not a server runs.

use std::future::{Ready, ready};
use std::io;
use std::task::{Context, Poll};

use axum::http::Uri;
use hyper_util::rt::TokioIo;
use mneme_wire::proto::memory_service_server::MemoryServiceServer;
use tokio::io::DuplexStream;
use tonic::codegen::{Service, tokio_stream};
use tonic::transport::{Channel, Endpoint, Error, Server};
use tonic::{Request, Status};

use super::Settings;
use super::caller::anybody;
use super::service::Timeline;
use crate::desk::Desk;

/// Nobody is called by this name; the protocol wants one.
const NAME: &str = "http://localhost";
const BUFFER_BYTES: usize = 64 * 1024;

/// A channel to the timeline of this process.
pub async fn channel(desk: Desk, settings: &Settings) -> Result<Channel, Error> {
    let caller = anybody(&settings.namespace);
    let introduced = move |mut request: Request<()>| -> Result<Request<()>, Status> {
        request.extensions_mut().insert(caller.clone());
        Ok(request)
    };
    let timeline = MemoryServiceServer::new(Timeline { desk: Ok(desk) })
        .max_decoding_message_size(settings.message_bytes)
        .max_encoding_message_size(usize::MAX);
    let timeline = tonic::service::interceptor::InterceptedService::new(timeline, introduced);
    let (theirs, ours) = tokio::io::duplex(BUFFER_BYTES);
    let served = Server::builder()
        .add_service(timeline)
        .serve_with_incoming(tokio_stream::once(Ok::<_, io::Error>(ours)));
    // It ends with the connection; what went wrong with it, the other end is told.
    tokio::spawn(async move { drop(served.await) });
    let once = Once(Some(theirs));
    Endpoint::from_static(NAME)
        .connect_with_connector(once)
        .await
}

/// A connector for the one connection there is.
struct Once(Option<DuplexStream>);

impl Service<Uri> for Once {
    type Response = TokioIo<DuplexStream>;
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
