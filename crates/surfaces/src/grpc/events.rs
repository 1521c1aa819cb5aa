//! Events in, and events of a stretch of time out.

use mneme_engine::timeline::Range;
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::caller::caller_of;
use super::convert::{event, happening};
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

const DEFAULT: usize = 50;
const MOST: usize = 10_000;
/// 9999-12-31T23:59:59.999Z.
const LATEST_MS: i64 = mneme_model::time::LATEST_MS;

pub async fn ingest(
    door: &Timeline,
    request: Request<IngestEventRequest>,
) -> Answer<IngestEventResponse> {
    let caller = caller_of(&request)?;
    let event = request.into_inner().event;
    let event = event.ok_or_else(|| Status::invalid_argument("Event is required"))?;
    check(&event)?;
    let event_id = event.event_id.clone();
    let engine = &door.desk()?.engine;
    let recorded = engine.record(&caller, happening(event)).await;
    let recorded = recorded.map_err(|error| refuse(&error))?;
    Ok(Response::new(IngestEventResponse {
        event_id,
        created: recorded.created,
        deduplicated: recorded.repeat,
    }))
}

fn check(event: &Event) -> Result<(), Status> {
    let invalid = |message: &str| Err(Status::invalid_argument(message));
    if event.event_id.is_empty() {
        return invalid("event_id is required");
    }
    if event.session_id.is_empty() {
        return invalid("session_id is required");
    }
    if !(0..=LATEST_MS).contains(&event.timestamp_ms) {
        return invalid("Invalid timestamp: timestamp_ms must lie between 1970 and 9999");
    }
    Ok(())
}

pub async fn get(door: &Timeline, request: Request<GetEventsRequest>) -> Answer<GetEventsResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let range = Range {
        from_ms: asked.from_timestamp_ms,
        to_ms: asked.to_timestamp_ms,
        limit: match usize::try_from(asked.limit) {
            Ok(0) | Err(_) => DEFAULT,
            Ok(limit) => limit.min(MOST),
        },
        after: asked.page_token,
    };
    let listing = door.desk()?.engine.happened(&caller, range).await;
    let listing = listing.map_err(|error| refuse(&error))?;
    Ok(Response::new(GetEventsResponse {
        events: listing.records.into_iter().map(event).collect(),
        has_more: listing.next.is_some(),
        page_token: listing.next,
    }))
}
