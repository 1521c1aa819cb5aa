//! # mneme: the command
//!
//! **Comes in:** arguments, settings, signals of the operating system. **Goes out:** a running
//! server, or the answer to one question.
//!
//! The composition root: the only crate that knows every other, talks to the terminal, reads
//! the clock and the environment, and decides the exit code.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the command is what talks to people"
)]

/// Prints a line; whoever reads it may stop reading at any time.
macro_rules! say {
    ($($arg:tt)*) => { $crate::output::say(format_args!($($arg)*)) };
}

/// Prints a line beside the answer; nobody has to read it.
macro_rules! beside {
    ($($arg:tt)*) => { $crate::output::beside(format_args!($($arg)*)) };
}

mod alias;
mod archive;
mod args;
mod background;
mod clock;
mod commands;
mod compose;
mod confirm;
mod connect;
mod environment;
mod leftovers;
mod logging;
mod notebook;
mod output;
mod port;
mod progress;
mod running;
mod settings;
mod setup;
mod spools;
mod timeline;
mod vault;

#[cfg(any(fuzzing, test))]
pub mod fuzzing;

use std::process::ExitCode;
use std::time::Duration;

use crate::alias::Line;

/// What still runs when a command is done may take so long to end, and then its store to be closed.
const ENDS_WITHIN: Duration = Duration::from_secs(5);

/// Runs one command line and says how it ended.
pub fn run() -> ExitCode {
    if let Some(ended) = alias::as_hook() {
        return ended;
    }
    let line = Line::read();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // What waits for a disk has a thread; hundreds of them would only wait together, each with
        // memory of its own.
        .max_blocking_threads(32)
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            beside!("mneme: no runtime could be started: {error}");
            return ExitCode::FAILURE;
        }
    };
    let json = line.wants_json();
    let outcome = runtime.block_on(line.run());
    runtime.shutdown_timeout(ENDS_WITHIN);
    if !mneme_store::all_closed(ENDS_WITHIN) {
        tracing::warn!(
            "the store was still in use at the end; its log is folded back when it is opened"
        );
    }
    match outcome {
        Ok(code) => code,
        Err(fault) => output::fault(&fault, json),
    }
}
