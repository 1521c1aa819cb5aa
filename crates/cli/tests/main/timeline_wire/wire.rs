//! A client of the door that waits for each answer.

mod asking;
mod settle;

use std::net::SocketAddr;
use std::time::Duration;

use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use mneme_wire::proto::*;
use tokio::runtime::Runtime;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status};

use crate::support::Server;

pub struct Wire {
    runtime: Runtime,
    client: MemoryServiceClient<Channel>,
    bearer: Option<MetadataValue<Ascii>>,
    /// Barriers so far; see [`Wire::settle`].
    settled: i64,
}

pub type Told<T> = Result<T, Status>;

/// Until the end of the year 9999.
pub const ALWAYS: i64 = 253_402_300_799_999;

/// No answer takes this long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A runtime for one client.
pub fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().unwrap()
}

pub async fn channel(address: SocketAddr) -> Result<Channel, tonic::transport::Error> {
    let endpoint = Endpoint::from_shared(format!("http://{address}"))?;
    let bounded = endpoint.connect_timeout(PATIENCE).timeout(PATIENCE);
    bounded.connect().await
}

macro_rules! calls {
    ($($name:ident: $asked:ident => $told:ident;)*) => {
        impl Wire {
            $(pub fn $name(&mut self, asked: $asked) -> Told<$told> {
                let request = self.request(asked);
                let told = self.runtime.block_on(self.client.$name(request));
                told.map(Response::into_inner)
            })*
        }
    };
}

calls! {
    ingest_event: IngestEventRequest => IngestEventResponse;
    get_toc_root: GetTocRootRequest => GetTocRootResponse;
    get_node: GetNodeRequest => GetNodeResponse;
    browse_toc: BrowseTocRequest => BrowseTocResponse;
    get_events: GetEventsRequest => GetEventsResponse;
    expand_grip: ExpandGripRequest => ExpandGripResponse;
    teleport_search: TeleportSearchRequest => TeleportSearchResponse;
    get_scheduler_status: GetSchedulerStatusRequest => GetSchedulerStatusResponse;
    pause_job: PauseJobRequest => PauseJobResponse;
    resume_job: ResumeJobRequest => ResumeJobResponse;
}

// === impl Wire ===

impl Wire {
    /// Without a credential: the namespace of the door.
    pub fn to(server: &Server) -> Self {
        Self::at(server.grpc(), None).unwrap()
    }

    pub fn with_key(server: &Server, key: &str) -> Self {
        Self::at(server.grpc(), Some(key)).unwrap()
    }

    pub fn at(address: SocketAddr, key: Option<&str>) -> Result<Self, tonic::transport::Error> {
        let runtime = runtime();
        let channel = runtime.block_on(channel(address))?;
        let bearer = key.map(|key| format!("Bearer {key}").parse().unwrap());
        Ok(Self {
            client: MemoryServiceClient::new(channel)
                .max_decoding_message_size(usize::MAX)
                .max_encoding_message_size(usize::MAX),
            runtime,
            bearer,
            settled: 0,
        })
    }

    fn request<T>(&self, asked: T) -> Request<T> {
        let mut request = Request::new(asked);
        if let Some(bearer) = &self.bearer {
            let key = bearer.clone();
            request.metadata_mut().insert("authorization", key);
        }
        request
    }
}
