//! A client of the interface itself.

use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use mneme_wire::proto::{Event, EventRole, EventType, IngestEventRequest};
use tokio::runtime::Runtime;
use tonic::transport::Channel;

pub struct Line {
    runtime: Runtime,
    client: MemoryServiceClient<Channel>,
}

/// 2026-01-30 10:00:00 UTC, a Friday.
pub const MORNING: i64 = 1_769_767_200_000;

pub fn event(id: &str, session: &str, at: i64, role: EventRole, text: &str) -> Event {
    let event_type = match role {
        EventRole::Assistant => EventType::AssistantMessage,
        EventRole::Tool => EventType::ToolResult,
        EventRole::System => EventType::SessionStart,
        _ => EventType::UserMessage,
    };
    Event {
        event_id: id.into(),
        session_id: session.into(),
        timestamp_ms: at,
        event_type: event_type as i32,
        role: role as i32,
        text: text.into(),
        ..Event::default()
    }
}

/// A short talk about ownership, on the morning of 2026-01-30.
pub fn talk() -> Vec<Event> {
    use EventRole::{Assistant, Tool, User};
    let said = [
        (
            User,
            "What is Rust and why should I use it for memory safety?",
        ),
        (
            Assistant,
            "Rust is a systems programming language focused on safety. Its ownership system prevents data races at compile time.",
        ),
        (User, "How does the borrow checker enforce ownership rules?"),
        (
            Assistant,
            "The borrow checker enforces that references never outlive the value they point to.",
        ),
        (Tool, "File contents: fn main() { println!(\"Hello\"); }"),
        (User, "What about lifetimes in function signatures?"),
    ];
    let at = |n: usize| MORNING + 5_000 * i64::try_from(n).unwrap();
    let event =
        |(n, (role, text))| event(&format!("01HXYZABC00{n}"), "session-1", at(n), role, text);
    said.into_iter().enumerate().map(event).collect()
}

// === impl Line ===

impl Line {
    pub fn to(url: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let client = runtime.block_on(MemoryServiceClient::connect(url.to_owned()));
        let client = client.unwrap();
        Self { runtime, client }
    }

    /// Whether it was new.
    pub fn tell(&mut self, event: Event) -> bool {
        let asked = IngestEventRequest { event: Some(event) };
        let told = self.runtime.block_on(self.client.ingest_event(asked));
        told.unwrap().into_inner().created
    }

    pub fn tell_all(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            assert!(self.tell(event));
        }
    }
}
