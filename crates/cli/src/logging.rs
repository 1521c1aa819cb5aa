//! Logs go to standard error; standard output is for answers.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::EnvFilter;

/// How a line of the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line, for machines.
    Json,
}

pub fn start(level: &str, format: Format) {
    let filter = EnvFilter::try_new(level).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr);
    // A second start in one process keeps the first.
    drop(match format {
        Format::Text => {
            let ansi = crate::output::colours(stderr().is_terminal());
            log.with_ansi(ansi).try_init()
        }
        Format::Json => log.json().flatten_event(true).try_init(),
    });
}
