//! Listing what happened.

use std::time::Instant;

use mneme_model::Clock;
use mneme_wire::Fault;
use mneme_wire::proto::{Event, EventRole, EventType, GetEventsRequest};
use serde_json::{Value, json};

use super::args::TimelineArgs;
use super::envelope::{Envelope, Meta, Told};
use crate::clock::WallClock;
use crate::output::one_line;
use crate::timeline::figures::second;
use crate::timeline::{Client, refused};

pub const DAY_MS: i64 = 86_400_000;
const PAGE: i32 = 1_000;
const WIDTH: usize = 140;

pub async fn timeline(client: &mut Client, args: TimelineArgs) -> Result<Told, Fault> {
    let begun = Instant::now();
    let now_ms = WallClock.now_ms();
    let from_ms = now_ms
        .saturating_sub(args.range.days().saturating_mul(DAY_MS))
        .max(0);
    let mut events = between(client, from_ms, now_ms).await?;
    if let Some(entity) = &args.entity {
        let entity = entity.to_lowercase();
        events.retain(|event| names(event, &entity));
    }
    let texts = events.iter().map(|event| event.text.as_str());
    let meta = Meta::of(begun, texts, 1.0);
    let results = events.iter().map(item).collect();
    Ok(Told {
        envelope: Envelope::ok(args.entity, results, meta),
        text: lines(&events),
    })
}

/// Every event of a stretch of time, page by page.
pub async fn between(client: &mut Client, from_ms: i64, to_ms: i64) -> Result<Vec<Event>, Fault> {
    let (mut events, mut page_token) = (Vec::new(), None);
    loop {
        let asked = GetEventsRequest {
            from_timestamp_ms: from_ms,
            to_timestamp_ms: to_ms,
            limit: PAGE,
            page_token,
        };
        let reply = client
            .get_events(asked)
            .await
            .map_err(refused)?
            .into_inner();
        events.extend(reply.events);
        page_token = reply.page_token;
        if page_token.is_none() {
            return Ok(events);
        }
    }
}

fn names(event: &Event, entity: &str) -> bool {
    let agent = event.agent.as_deref().unwrap_or_default();
    let parts = [event.text.as_str(), &event.session_id, agent];
    parts
        .iter()
        .any(|part| part.to_lowercase().contains(entity))
}

fn item(event: &Event) -> Value {
    let name = |full: &str, stem: &str| full.trim_start_matches(stem).to_lowercase();
    let kind = EventType::try_from(event.event_type).unwrap_or(EventType::Unspecified);
    let role = EventRole::try_from(event.role).unwrap_or(EventRole::Unspecified);
    let mut item = json!({
        "event_id": event.event_id,
        "session_id": event.session_id,
        "timestamp_ms": event.timestamp_ms,
        "event_type": name(kind.as_str_name(), "EVENT_TYPE_"),
        "role": name(role.as_str_name(), "EVENT_ROLE_"),
        "text": event.text,
    });
    if let (Some(agent), Some(item)) = (&event.agent, item.as_object_mut()) {
        item.insert("agent".into(), agent.as_str().into());
    }
    item
}

fn lines(events: &[Event]) -> String {
    if events.is_empty() {
        return String::from("nothing happened there");
    }
    let line = |event: &Event| {
        let when = second(event.timestamp_ms);
        format!("{when}  {}\n", one_line(&event.text, WIDTH))
    };
    events.iter().map(line).collect()
}
