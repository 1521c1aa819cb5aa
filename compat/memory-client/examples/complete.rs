// The published example of this client, word for word: whoever wrote a program after it can go on
// using it. Ours are these lines and the attributes that keep its layout and let it print.

#[rustfmt::skip]
use memory_client::{MemoryClient, HookEvent, HookEventType, map_hook_event};
use chrono::Utc;

#[rustfmt::skip]
#[allow(clippy::print_stdout, reason = "an example shows what it does")]
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Connect to daemon
    let mut client = MemoryClient::connect_default().await?;

    // Ingest a session start
    let start = HookEvent::new("session-001", HookEventType::SessionStart, "")
        .with_timestamp(Utc::now());
    let (id, _) = client.ingest(map_hook_event(start)).await?;
    println!("Session started: {}", id);

    // Ingest user message
    let user_msg = HookEvent::new(
        "session-001",
        HookEventType::UserPromptSubmit,
        "What is Rust?"
    );
    client.ingest(map_hook_event(user_msg)).await?;

    // Ingest assistant response
    let assistant_msg = HookEvent::new(
        "session-001",
        HookEventType::AssistantResponse,
        "Rust is a systems programming language focused on safety..."
    );
    client.ingest(map_hook_event(assistant_msg)).await?;

    // Query the TOC
    let roots = client.get_toc_root().await?;
    println!("TOC has {} year nodes", roots.len());

    // Get recent events
    let now = Utc::now().timestamp_millis();
    let events = client.get_events(now - 60000, now, 10).await?;
    println!("Found {} recent events", events.events.len());

    Ok(())
}
