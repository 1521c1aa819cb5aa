//! Keeping a few words.

use std::time::Instant;

use mneme_model::{Clock, Code};
use mneme_store::seal::random;
use mneme_timeline::ulid;
use mneme_wire::Fault;
use mneme_wire::proto::{Event, EventRole, EventType, IngestEventRequest};
use serde_json::json;

use super::args::{AddArgs, Kind};
use super::envelope::{Envelope, Meta, Told};
use crate::clock::WallClock;
use crate::timeline::{Client, refused};

/// The conversation of whoever speaks through this command.
const SESSION: &str = "memory-cli";

pub async fn add(client: &mut Client, args: AddArgs) -> Result<Told, Fault> {
    let begun = Instant::now();
    let asked = IngestEventRequest {
        event: Some(event(args, WallClock.now_ms())?),
    };
    let reply = client.ingest_event(asked).await.map_err(refused)?;
    let reply = reply.into_inner();
    let results = json!({"event_id": reply.event_id, "created": reply.created});
    let meta = Meta::of(begun, std::iter::empty(), 1.0);
    Ok(Told {
        envelope: Envelope::ok(None, results, meta),
        text: format!("kept: {}", reply.event_id),
    })
}

fn event(args: AddArgs, now_ms: i64) -> Result<Event, Fault> {
    let (event_type, role) = match args.kind {
        Kind::Episodic | Kind::Semantic | Kind::UserMessage => {
            (EventType::UserMessage, EventRole::User)
        }
        Kind::Assistant => (EventType::AssistantMessage, EventRole::Assistant),
        Kind::ToolResult => (EventType::ToolResult, EventRole::Tool),
        Kind::SessionStart => (EventType::SessionStart, EventRole::System),
        Kind::SessionEnd => (EventType::SessionEnd, EventRole::System),
    };
    let chance = random::<16>().map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    Ok(Event {
        event_id: ulid::derived(now_ms, &[&u128::from_be_bytes(chance).to_string()]),
        session_id: SESSION.to_owned(),
        timestamp_ms: now_ms,
        event_type: event_type as i32,
        role: role as i32,
        text: args.content,
        metadata: [(String::from("kind"), kind(args.kind).to_owned())].into(),
        agent: args.agent,
    })
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Episodic => "episodic",
        Kind::Semantic => "semantic",
        Kind::UserMessage => "user_message",
        Kind::Assistant => "assistant",
        Kind::ToolResult => "tool_result",
        Kind::SessionStart => "session_start",
        Kind::SessionEnd => "session_end",
    }
}
