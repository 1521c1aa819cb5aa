//! # memory-client: the timeline's client, under its published name
//!
//! **Comes in:** events, hooks of an agent, questions. **Goes out:** what the timeline's door
//! answers, as the plain structs of `memory-types`.
//!
//! **Kept:** one connection. **Deliberately absent:** every other crate of ours. A program that
//! talks to the door needs the messages of `proto/memory.proto` and nothing of the server.
//!
//! Start with [`MemoryClient`]; `examples/complete.rs` shows it at work.

mod client;
mod connect;
mod error;
mod hook;
mod ingest;
mod proto;
mod results;
mod wire;

pub use client::MemoryClient;
pub use connect::DEFAULT_ENDPOINT;
pub use error::ClientError;
pub use hook::{HookEvent, HookEventType, map_hook_event};
pub use memory_types::{Event, EventRole, EventType, Grip, TocBullet, TocLevel, TocNode};
pub use results::{BrowseTocResult, ExpandGripResult, GetEventsResult};
