//! The published example, unchanged. It connects to the default endpoint, and that port of this
//! machine may be somebody's: here the name leads to the server of the test.

use std::sync::OnceLock;

use chrono::Utc;
use published_client::EventType;

use super::{connect, serve};

static ENDPOINT: OnceLock<String> = OnceLock::new();

/// What the example takes for the client's crate.
mod memory_client {
    pub use published_client::{ClientError, HookEvent, HookEventType, map_hook_event};

    pub struct MemoryClient;

    impl MemoryClient {
        pub async fn connect_default() -> Result<published_client::MemoryClient, ClientError> {
            let endpoint = super::ENDPOINT.get().unwrap();
            published_client::MemoryClient::connect(endpoint).await
        }
    }
}

mod complete {
    use super::memory_client;

    include!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../compat/memory-client/examples/complete.rs"
    ));

    pub fn run_at(endpoint: String) {
        super::ENDPOINT.set(endpoint).unwrap();
        main().unwrap();
    }
}

#[test]
fn t_067_the_published_example_runs() {
    let (_server, endpoint) = serve();
    complete::run_at(endpoint.clone());
    let stored = said(&endpoint);
    let expected = [
        (EventType::SessionStart, ""),
        (EventType::UserMessage, "What is Rust?"),
        (
            EventType::AssistantMessage,
            "Rust is a systems programming language focused on safety...",
        ),
    ];
    assert_eq!(stored, expected.map(|(kind, text)| (kind, text.to_owned())));
}

/// What the store has of the last minutes.
#[tokio::main]
async fn said(endpoint: &str) -> Vec<(EventType, String)> {
    let now = Utc::now().timestamp_millis();
    let mut client = connect(endpoint).await;
    let page = client.get_events(now - 600_000, now, 10).await.unwrap();
    let events = page.events.into_iter();
    events.map(|event| (event.event_type, event.text)).collect()
}
