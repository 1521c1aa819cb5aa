//! Logs go to standard error; standard output is for answers.

pub mod recorder;

use std::io::{self, IsTerminal, Write, stderr};

use tracing_subscriber::EnvFilter;

use crate::output;
use crate::settings::Settings;

/// How a line of the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line, for machines.
    Json,
}

/// Where lines go, whether anybody reads them or not: a server goes on with its work when its log is
/// not read any more.
pub struct Heedless<W>(pub W);

impl<W: Write> Write for Heedless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        drop(self.0.write_all(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        drop(self.0.flush());
        Ok(())
    }
}

/// A server tells what it does; a command only what went wrong. Either tells what is odd about
/// the settings.
pub fn begin(settings: &Settings, talks: bool) {
    let level = if talks { &settings.log } else { "error" };
    start(level, settings.log_format);
    for warning in &settings.warnings {
        match talks {
            true => tracing::warn!("{warning}"),
            false => output::note(&format!("warning: {warning}")),
        }
    }
}

fn start(level: &str, format: Format) {
    let filter = EnvFilter::try_new(level).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .log_internal_errors(false)
        .with_writer(|| Heedless(stderr()));
    // A second start in one process keeps the first.
    drop(match format {
        Format::Text => {
            let ansi = output::colours(stderr().is_terminal());
            log.with_ansi(ansi).try_init()
        }
        Format::Json => log.json().flatten_event(true).try_init(),
    });
}
