//! Handing events over, one or many.

use memory_types::Event;
use tokio::task::JoinSet;
use tonic::Status;
use tonic::transport::Channel;

use crate::error::ClientError;
use crate::proto::IngestEventRequest;
use crate::proto::memory_service_client::MemoryServiceClient;
use crate::wire;

/// Events of a batch that wait for their answer at one time. Servers commonly allow 200 calls on
/// a connection; more would only queue here.
const IN_FLIGHT: usize = 128;

type Told = Result<(String, bool), ClientError>;

/// One event: its id, and whether it was new.
pub async fn one(mut inner: MemoryServiceClient<Channel>, event: Event) -> Told {
    let event = Some(wire::sent(event));
    let answer = inner.ingest_event(IngestEventRequest { event }).await?;
    let answer = answer.into_inner();
    Ok((answer.event_id, answer.created))
}

/// Many events over one connection: the number of new ones, or the first error.
pub async fn many(
    inner: &MemoryServiceClient<Channel>,
    events: Vec<Event>,
) -> Result<usize, ClientError> {
    let mut batch = Batch::default();
    for event in events {
        if batch.flying.len() == IN_FLIGHT {
            batch.land().await;
        }
        if batch.failed.is_some() {
            break;
        }
        batch.flying.spawn(one(inner.clone(), event));
    }
    batch.finish().await
}

/// Events on their way. After an error none is added, but those on their way are waited for:
/// calls given up by the dozen look like an attack to a server, and it would hang up.
#[derive(Default)]
struct Batch {
    flying: JoinSet<Told>,
    created: usize,
    failed: Option<ClientError>,
}

// === impl Batch ===

impl Batch {
    /// Waits for the next answer.
    async fn land(&mut self) {
        let error = match self.flying.join_next().await {
            Some(Ok(Ok((_, created)))) => {
                self.created += usize::from(created);
                return;
            }
            Some(Ok(Err(error))) => error,
            Some(Err(ended)) => Status::cancelled(ended.to_string()).into(),
            None => return,
        };
        self.failed.get_or_insert(error);
    }

    async fn finish(mut self) -> Result<usize, ClientError> {
        while !self.flying.is_empty() {
            self.land().await;
        }
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.created),
        }
    }
}
