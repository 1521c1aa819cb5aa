//! The published snippets, word for word, each in a function of its own. That they compile is the
//! test: names, imports, an exhaustive match of the error, fields that move out one by one. What
//! a snippet leaves to its reader (three events, a client) stands in the head of its function.

#![allow(
    dead_code,
    unused_imports,
    unused_mut,
    unused_variables,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "snippets are as they were published"
)]

use std::future::Future;

use memory_client::MemoryClient;

type Shown = Result<(), Box<dyn std::error::Error>>;

#[rustfmt::skip]
async fn connecting() -> Shown {
use memory_client::MemoryClient;

// Connect to default endpoint
let mut client = MemoryClient::connect_default().await?;

// Connect to custom endpoint
let mut client = MemoryClient::connect("http://localhost:9999").await?;
Ok(())
}

type Events = (
    memory_client::Event,
    memory_client::Event,
    memory_client::Event,
);

#[rustfmt::skip]
async fn ingesting((event1, event2, event3): Events) -> Shown {
use memory_client::{MemoryClient, Event};
use memory_types::{EventType, EventRole};
use chrono::Utc;

let mut client = MemoryClient::connect_default().await?;

// Create an event
let event = Event::new(
    ulid::Ulid::new().to_string(),  // event_id
    "session-123".to_string(),       // session_id
    Utc::now(),                      // timestamp
    EventType::UserMessage,          // event_type
    EventRole::User,                 // role
    "What is Rust?".to_string(),     // text
);

// Ingest single event
let (event_id, created) = client.ingest(event).await?;
println!("Ingested: {} (new: {})", event_id, created);

// Ingest batch
let events = vec![event1, event2, event3];
let created_count = client.ingest_batch(events).await?;
println!("Created {} new events", created_count);
Ok(())
}

#[rustfmt::skip]
async fn navigating() -> Shown {
use memory_client::MemoryClient;

let mut client = MemoryClient::connect_default().await?;

// Get root nodes
let year_nodes = client.get_toc_root().await?;
for node in year_nodes {
    println!("{}: {}", node.node_id, node.title);
}

// Get specific node
if let Some(node) = client.get_node("toc:year:2026").await? {
    println!("Found: {}", node.title);
}

// Browse children with pagination
let result = client.browse_toc("toc:year:2026", 10, None).await?;
for child in result.children {
    println!("  {}: {}", child.node_id, child.title);
}
if result.has_more {
    // Get next page
    let next = client.browse_toc("toc:year:2026", 10, result.continuation_token).await?;
}
Ok(())
}

#[rustfmt::skip]
async fn reading() -> Shown {
use memory_client::MemoryClient;
use chrono::Utc;

let mut client = MemoryClient::connect_default().await?;

// Get events from last hour
let now = Utc::now().timestamp_millis();
let hour_ago = now - 3600000;
let result = client.get_events(hour_ago, now, 100).await?;

for event in result.events {
    println!("[{}] {}", event.role, event.text);
}
Ok(())
}

#[rustfmt::skip]
async fn expanding() -> Shown {
use memory_client::MemoryClient;

let mut client = MemoryClient::connect_default().await?;

let result = client.expand_grip("grip:01HXYZABC123", Some(3), Some(3)).await?;

if let Some(grip) = result.grip {
    println!("Excerpt: {}", grip.excerpt);

    println!("Before:");
    for event in result.events_before {
        println!("  {}", event.text);
    }

    println!("Excerpt Events:");
    for event in result.excerpt_events {
        println!("  {}", event.text);
    }

    println!("After:");
    for event in result.events_after {
        println!("  {}", event.text);
    }
}
Ok(())
}

#[rustfmt::skip]
async fn hooking(mut client: MemoryClient) -> Shown {
use chrono::Utc;
use memory_client::{HookEvent, HookEventType, map_hook_event};
use std::collections::HashMap;

// Simple hook event
let hook = HookEvent::new("session-1", HookEventType::UserPromptSubmit, "Hello!");
let event = map_hook_event(hook);

// With timestamp
let hook = HookEvent::new("session-1", HookEventType::UserPromptSubmit, "Hello!")
    .with_timestamp(Utc::now());

// With tool name
let hook = HookEvent::new("session-1", HookEventType::ToolResult, "File contents")
    .with_tool_name("Read");

// With metadata
let mut metadata = HashMap::new();
metadata.insert("file_path".to_string(), "/src/main.rs".to_string());
let hook = HookEvent::new("session-1", HookEventType::ToolResult, "File contents")
    .with_tool_name("Read")
    .with_metadata(metadata);

// Convert and ingest
let event = map_hook_event(hook);
client.ingest(event).await?;
Ok(())
}

#[rustfmt::skip]
async fn failing() {
use memory_client::{ClientError, MemoryClient};

match MemoryClient::connect("http://localhost:50051").await {
    Ok(client) => println!("Connected"),
    Err(ClientError::Connection(e)) => eprintln!("Connection failed: {}", e),
    Err(ClientError::Rpc(status)) => eprintln!("RPC error: {}", status),
    Err(ClientError::Serialization(msg)) => eprintln!("Serialization error: {}", msg),
    Err(ClientError::InvalidEndpoint(msg)) => eprintln!("Invalid endpoint: {}", msg),
}
}

/// Whatever is made of a snippet is a future; none of them is asked to run here.
fn assert_future<F: Future>(_: impl FnOnce() -> F) {}

#[test]
fn t_105_every_snippet_compiles() {
    assert_future(connecting);
    assert_future(navigating);
    assert_future(reading);
    assert_future(expanding);
    assert_future(failing);
    let _ingest = ingesting;
    let _hook = hooking;
}
