//! Which recordings there are, where each stands, and who looks after it.
//!
//! [`Registry`] is the one interface; the embedded one keeps its rows in the store, the other
//! in a Redis that several machines may share. [`sweep`] puts right what a crash left behind.

mod counters;
mod embedded;
mod error;
mod owners;
mod redis;
mod registry;
pub mod sweep;
#[cfg(test)]
mod tests;

pub use counters::Counters;
pub use embedded::Embedded;
pub use error::{Error, Result};
pub use owners::{Instance, Owners, Process};
pub use redis::{Redis, RedisSettings, without_credentials};
pub use registry::{
    BoxFuture, Change, Fields, Mended, Move, Page, Registry, Retention, Walk, stamp,
};
