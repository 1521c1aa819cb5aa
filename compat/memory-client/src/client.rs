//! The client: one method a call.

use memory_types::{Event, TocNode};
use tonic::transport::Channel;

use crate::connect::{DEFAULTS, connect, connect_any};
use crate::error::ClientError;
use crate::proto::memory_service_client::MemoryServiceClient;
use crate::proto::{
    BrowseTocRequest, ExpandGripRequest, GetEventsRequest, GetNodeRequest, GetTocRootRequest,
};
use crate::results::{BrowseTocResult, ExpandGripResult, GetEventsResult};
use crate::{ingest, wire};

/// A connection to the timeline's door. Clones share it.
#[derive(Clone, Debug)]
pub struct MemoryClient {
    inner: MemoryServiceClient<Channel>,
}

// === impl MemoryClient ===

impl MemoryClient {
    /// Connects to an endpoint such as `http://localhost:9999`.
    pub async fn connect(endpoint: &str) -> Result<Self, ClientError> {
        Ok(Self::over(connect(endpoint).await?))
    }

    /// Connects to [`DEFAULT_ENDPOINT`](crate::DEFAULT_ENDPOINT), or to the same port of
    /// `127.0.0.1` where IPv6 leads nowhere.
    pub async fn connect_default() -> Result<Self, ClientError> {
        Ok(Self::over(connect_any(&DEFAULTS).await?))
    }

    /// The daemon decides how much it sends; a page of long events is more than the usual limit.
    fn over(channel: Channel) -> Self {
        let inner = MemoryServiceClient::new(channel).max_decoding_message_size(usize::MAX);
        Self { inner }
    }

    /// Hands an event over. Gives its id, and whether it was new.
    pub async fn ingest(&mut self, event: Event) -> Result<(String, bool), ClientError> {
        ingest::one(self.inner.clone(), event).await
    }

    /// Hands events over, many on the way at a time, and gives the number of new ones. The first
    /// error ends it; what was on the way may be stored, and sending all of it again is safe.
    pub async fn ingest_batch(&mut self, events: Vec<Event>) -> Result<usize, ClientError> {
        ingest::many(&self.inner, events).await
    }

    /// The years, the newest first.
    pub async fn get_toc_root(&mut self) -> Result<Vec<TocNode>, ClientError> {
        let answer = self.inner.get_toc_root(GetTocRootRequest {}).await?;
        Ok(wire::nodes(answer.into_inner().nodes))
    }

    /// One node, if there is one of this id.
    pub async fn get_node(&mut self, node_id: &str) -> Result<Option<TocNode>, ClientError> {
        let node_id = node_id.to_owned();
        let answer = self.inner.get_node(GetNodeRequest { node_id }).await?;
        Ok(answer.into_inner().node.map(wire::node))
    }

    /// A page of a node's children; the token of the page before leads to the next.
    pub async fn browse_toc(
        &mut self,
        parent_id: &str,
        limit: u32,
        continuation_token: Option<String>,
    ) -> Result<BrowseTocResult, ClientError> {
        let request = BrowseTocRequest {
            parent_id: parent_id.to_owned(),
            limit: wire::count(limit),
            continuation_token,
        };
        let answer = self.inner.browse_toc(request).await?.into_inner();
        Ok(BrowseTocResult {
            children: wire::nodes(answer.children),
            continuation_token: answer.continuation_token,
            has_more: answer.has_more,
        })
    }

    /// Events between two moments, both included.
    pub async fn get_events(
        &mut self,
        from_timestamp_ms: i64,
        to_timestamp_ms: i64,
        limit: u32,
    ) -> Result<GetEventsResult, ClientError> {
        let request = GetEventsRequest {
            from_timestamp_ms,
            to_timestamp_ms,
            limit: wire::count(limit),
            page_token: None,
        };
        let answer = self.inner.get_events(request).await?.into_inner();
        Ok(GetEventsResult {
            events: wire::events(answer.events)?,
            has_more: answer.has_more,
        })
    }

    /// The events behind a grip, with so many neighbours on each side.
    pub async fn expand_grip(
        &mut self,
        grip_id: &str,
        events_before: Option<u32>,
        events_after: Option<u32>,
    ) -> Result<ExpandGripResult, ClientError> {
        let request = ExpandGripRequest {
            grip_id: grip_id.to_owned(),
            events_before: events_before.map(wire::count),
            events_after: events_after.map(wire::count),
        };
        let answer = self.inner.expand_grip(request).await?.into_inner();
        Ok(ExpandGripResult {
            grip: answer.grip.map(wire::grip),
            events_before: wire::events(answer.events_before)?,
            excerpt_events: wire::events(answer.excerpt_events)?,
            events_after: wire::events(answer.events_after)?,
        })
    }
}
