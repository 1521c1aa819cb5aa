//! A client of the door that waits for each answer.

use std::net::SocketAddr;

use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use mneme_wire::proto::*;
use tokio::runtime::Runtime;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status};

use super::said::Said;
use crate::support::{Server, eventually, unique};

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

/// A runtime for one client.
pub fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().unwrap()
}

pub async fn channel(address: SocketAddr) -> Result<Channel, tonic::transport::Error> {
    let endpoint = Endpoint::from_shared(format!("http://{address}"))?;
    endpoint.connect().await
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

    pub fn ingest(&mut self, event: Event) -> Told<IngestEventResponse> {
        self.ingest_event(IngestEventRequest { event: Some(event) })
    }

    /// Whether it was new.
    pub fn tell(&mut self, event: impl Into<Event>) -> bool {
        self.ingest(event.into()).unwrap().created
    }

    pub fn tell_all<E: Into<Event>>(&mut self, events: impl IntoIterator<Item = E>) {
        for event in events {
            assert!(self.tell(event), "each is new");
        }
    }

    pub fn range(&mut self, from_ms: i64, to_ms: i64, limit: i32) -> GetEventsResponse {
        self.get_events(GetEventsRequest {
            from_timestamp_ms: from_ms,
            to_timestamp_ms: to_ms,
            limit,
            page_token: None,
        })
        .unwrap()
    }

    /// Everything, however much it is.
    pub fn all(&mut self) -> Vec<Event> {
        let (mut events, mut page_token) = (Vec::new(), None);
        loop {
            let asked = GetEventsRequest {
                from_timestamp_ms: 0,
                to_timestamp_ms: ALWAYS,
                limit: 10_000,
                page_token,
            };
            let page = self.get_events(asked).unwrap();
            events.extend(page.events);
            if !page.has_more {
                return events;
            }
            page_token = page.page_token;
        }
    }

    pub fn node(&mut self, id: &str) -> Option<TocNode> {
        let node_id = id.to_owned();
        self.get_node(GetNodeRequest { node_id }).unwrap().node
    }

    pub fn page(&mut self, parent: &str, limit: i32, token: Option<&str>) -> Told<BrowseTocResponse> {
        self.browse_toc(BrowseTocRequest {
            parent_id: parent.to_owned(),
            limit,
            continuation_token: token.map(str::to_owned),
        })
    }

    /// All children, page by page.
    pub fn below(&mut self, parent: &str) -> Vec<TocNode> {
        let (mut children, mut token) = (Vec::new(), None);
        loop {
            let page = self.page(parent, 100, token.as_deref()).unwrap();
            children.extend(page.children);
            if !page.has_more {
                return children;
            }
            token = page.continuation_token;
        }
    }

    pub fn expand(&mut self, grip: &str) -> ExpandGripResponse {
        self.expand_with(grip, None, None)
    }

    pub fn expand_with(
        &mut self,
        grip: &str,
        before: Option<i32>,
        after: Option<i32>,
    ) -> ExpandGripResponse {
        self.expand_grip(ExpandGripRequest {
            grip_id: grip.to_owned(),
            events_before: before,
            events_after: after,
        })
        .unwrap()
    }

    /// The years, without those of [`Wire::settle`].
    pub fn years(&mut self) -> Vec<TocNode> {
        let root = self.get_toc_root(GetTocRootRequest {}).unwrap().nodes;
        let ours = |year: &TocNode| !is_barrier(year.start_time_ms);
        root.into_iter().filter(ours).collect()
    }

    /// Waits until everything told so far is in the table of contents. The journal is read in
    /// order and periods are told from below: once the year of something told now has a
    /// summary, so has everything before it.
    pub fn settle(&mut self) {
        self.settled += 1;
        while self.node(&barrier(self.settled)).is_some() {
            self.settled += 1;
        }
        let session = unique("barrier");
        let at = BARRIER_MS + self.settled * YEAR_MS;
        for n in 0..2 {
            let text = "Nothing to see here, this only marks a place.";
            self.tell(Said::new(&format!("{session}-{n}"), &session, at + n, text));
        }
        let year = barrier(self.settled);
        eventually("the table of contents to catch up", || {
            self.node(&year)?.summary.map(drop)
        });
    }

    pub fn job(&mut self, name: &str) -> JobStatusProto {
        let status = self.get_scheduler_status(GetSchedulerStatusRequest {});
        let mut jobs = status.unwrap().jobs.into_iter();
        jobs.find(|job| job.job_name == name).unwrap()
    }

    pub fn pause(&mut self, name: &str) -> PauseJobResponse {
        let job_name = name.to_owned();
        self.pause_job(PauseJobRequest { job_name }).unwrap()
    }

    pub fn resume(&mut self, name: &str) -> ResumeJobResponse {
        let job_name = name.to_owned();
        self.resume_job(ResumeJobRequest { job_name }).unwrap()
    }
}

/// The middle of 1970; each barrier is in a year of its own after it.
const BARRIER_MS: i64 = 15_000_000_000;
const YEAR_MS: i64 = 31_556_952_000;

/// The year of a barrier.
fn barrier(number: i64) -> String {
    format!("toc:year:{}", 1970 + number)
}

/// Whether a moment is of a year in which only barriers are.
pub fn is_barrier(at_ms: i64) -> bool {
    (0..30 * YEAR_MS).contains(&at_ms) && at_ms >= YEAR_MS / 2
}
