//! # wire: what crosses a boundary
//!
//! **Comes in:** nothing. **Goes out:** request and reply types of every operation, the
//! catalogue that lists them, what is described of it to others, the table of public errors, the
//! control protocol and its client.
//!
//! **Kept:** nothing. **Deliberately absent:** storage, engine, servers. A client needs this
//! crate and `model`, and nothing else of ours.
//!
//! Start with [`operations::CATALOGUE`].

pub mod client;
pub mod contract;
pub mod control;
pub mod control_center;
pub mod errors;
pub mod ipc;
pub mod misread;
pub mod openapi;
pub mod operations;
pub mod proto;
pub mod shapes;
pub mod tools;

pub use errors::Fault;
pub use operations::{Operation, Port};
