//! The messages and the client that `build.rs` makes from `proto/memory.proto`.

#![allow(
    clippy::all,
    dead_code,
    missing_docs,
    reason = "generated; the proto file is what is read"
)]

tonic::include_proto!("memory");
