//! Clients of the timeline against a real server: ours, and one a stock compiler makes.

mod batch;
mod calls;
mod example;
mod stock;

use chrono::{DateTime, Utc};
use published_client::{Event, EventRole, EventType, MemoryClient};

use crate::support::{Home, Server};

/// A moment the events of these tests begin at.
const START_MS: i64 = 1_738_281_600_000;

/// A server whose timeline has a port of its own, and its endpoint.
fn serve() -> (Server, String) {
    let server = Server::start_with(&Home::new(), &["--grpc", "127.0.0.1:0"]);
    let endpoint = server.facts["doors"]["grpc"].as_str().unwrap().to_owned();
    (server, endpoint)
}

async fn connect(endpoint: &str) -> MemoryClient {
    MemoryClient::connect(endpoint).await.unwrap()
}

fn moment(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap()
}

/// Event number `n` of a session, a second after the one before.
fn event(n: i64, text: &str) -> Event {
    Event::new(
        format!("event-{n:04}"),
        String::from("session-1"),
        moment(START_MS + n * 1_000),
        EventType::UserMessage,
        EventRole::User,
        text.to_owned(),
    )
}
