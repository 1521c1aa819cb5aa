//! The product from outside: a real server and the real command, over real sockets and files.
//!
//! Ordinary tests share one server and take a namespace each (`support::shared`). A test
//! that restarts, kills, fills or damages something starts its own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "helpers of tests say where they fail by panicking"
)]

mod access;
mod admin;
mod alias;
mod archive;
mod backup;
mod bad_input;
mod brief;
mod command;
mod concurrency;
mod consolidate;
mod contradictions;
mod durability;
mod feedback;
mod forgetting;
mod gateway;
mod gateway_clients;
mod history;
mod meaning;
mod migrate;
mod newcomer;
mod notebook;
mod observed;
mod one_memory;
mod openapi;
mod recall;
mod rest;
mod review;
mod sealing;
mod setup;
mod sharing;
mod simulation;
mod support;
mod timeline;
mod timeline_client;
mod timeline_search;
mod timeline_wire;
mod trouble;
