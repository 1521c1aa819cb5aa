//! Bars for long work on a terminal; elsewhere nothing, or a line now and then.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::bytes;

/// Where there is no terminal, one line in so much time: none for what is done in a moment.
const LINE_EVERY: Duration = Duration::from_secs(1);

/// Tells how far long work over bytes is.
pub struct Teller {
    what: &'static str,
    bar: ProgressBar,
    line: Mutex<Instant>,
}

// === impl Teller ===

impl Teller {
    pub fn of_bytes(what: &'static str) -> Self {
        Self {
            what,
            bar: bar_of_bytes(what, 0),
            line: Mutex::new(Instant::now()),
        }
    }

    pub fn tell(&self, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        let mut last = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() && last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            eprintln!("{}: {} of {}", self.what, bytes(done), bytes(all));
        }
    }

    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}

/// Counts things.
pub fn bar(what: &'static str) -> ProgressBar {
    shown(what, "{msg} [{bar:40}] {pos}/{len} {eta}")
}

/// Counts bytes.
pub fn bar_of_bytes(what: &'static str, length: u64) -> ProgressBar {
    let bar = shown(what, "{msg} [{bar:40}] {bytes}/{total_bytes}");
    bar.set_length(length);
    bar
}

fn shown(what: &'static str, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_message(what)
}
