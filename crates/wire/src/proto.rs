//! The timeline's messages, its service and its client, as `proto/memory.proto` has them.

#![allow(
    clippy::all,
    missing_docs,
    reason = "generated; the proto file is what is read"
)]

mod json;

pub use json::Shown;

tonic::include_proto!("memory");

/// The description of the service that reflection gives out.
pub const DESCRIPTION: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/memory.bin"));

/// The package and service as clients spell it.
pub const SERVICE: &str = "memory.MemoryService";
