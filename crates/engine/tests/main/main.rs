//! The engine through its operations, against a simple model.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests say what must hold"
)]

mod brief;
mod contradiction;
mod corrected;
mod decay;
mod follow;
mod formats;
mod gate;
mod imported;
mod lately;
mod learn;
mod loaded;
mod model;
mod notebook;
mod ranked;
mod said;
mod support;
mod timeline;
