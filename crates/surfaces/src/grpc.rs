//! The timeline's door: the `memory.MemoryService` of `proto/memory.proto`, with reflection and
//! health, over plain HTTP/2. Without a credential only for programs on this machine.

mod agents;
mod bounds;
mod caller;
mod convert;
mod episodes;
mod events;
mod lifecycle;
mod local;
mod pins;
mod refusal;
mod route;
mod scheduler;
mod search;
mod service;
mod teleport;
mod toc;
mod topics;

use axum::Router;
use axum::middleware;
use mneme_wire::proto;
use mneme_wire::proto::memory_service_server::MemoryServiceServer;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tonic::service::Routes;

use crate::rest::{self, Door};
use service::Timeline;

pub use local::{channel, converse, over};

/// Where the door acts for whoever shows no credential, and how much one message may carry.
#[derive(Clone, Debug)]
pub struct Settings {
    pub namespace: String,
    pub message_bytes: usize,
    /// Nobody acts there without one.
    pub key_required: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            namespace: String::from("default"),
            // An event of the longest text, and what stands around it.
            message_bytes: 17 * 1024 * 1024,
            key_required: false,
        }
    }
}

/// Serves the timeline on a listener until told to stop.
pub async fn serve(
    listener: TcpListener,
    door: Door,
    settings: Settings,
    stopping: watch::Receiver<bool>,
) {
    match router(door, settings).await {
        Ok(router) => rest::serve(listener, None, router, stopping).await,
        Err(error) => tracing::error!(%error, "the timeline's door did not open"),
    }
}

pub(crate) type Error = Box<dyn std::error::Error + Send + Sync>;

pub(crate) async fn router(door: Door, settings: Settings) -> Result<Router, Error> {
    let (health, healthy) = tonic_health::server::health_reporter();
    health
        .set_service_status(proto::SERVICE, tonic_health::ServingStatus::Serving)
        .await;
    let described = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(proto::DESCRIPTION)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let timeline = MemoryServiceServer::new(Timeline {
        desk: door.desk.clone(),
    })
    .max_decoding_message_size(settings.message_bytes)
    .max_encoding_message_size(usize::MAX);
    let routes = Routes::new(timeline)
        .add_service(healthy)
        .add_service(described().build_v1()?)
        .add_service(described().build_v1alpha()?)
        .prepare();
    let guard = caller::Guard {
        door,
        namespace: settings.namespace,
        key_required: settings.key_required,
    };
    Ok(routes
        .into_axum_router()
        .layer(middleware::from_fn_with_state(guard, caller::enter)))
}
