//! How far long work is: bars on a terminal, elsewhere a line now and again.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::bytes;

/// Between two lines.
const EVERY: Duration = Duration::from_secs(10);

/// A line on standard error at the start, and then now and again.
pub struct Lines {
    what: &'static str,
    last: Mutex<Option<Instant>>,
}

// === impl Lines ===

impl Lines {
    pub fn new(what: &'static str) -> Self {
        let last = Mutex::default();
        Self { what, last }
    }

    pub fn tell(&self, done: u64, all: u64) {
        self.say(|| format!("{done} of {all} {}", self.what));
    }

    fn say(&self, line: impl FnOnce() -> String) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= EVERY) {
            *last = Some(Instant::now());
            beside!("{}", line());
        }
    }
}

/// Tells how far long work over bytes is.
pub struct Bytes {
    bar: ProgressBar,
    lines: Lines,
}

// === impl Bytes ===

impl Bytes {
    pub fn new(what: &'static str) -> Self {
        Self {
            bar: shown(
                what,
                "{msg} [{bar:40}] {percent}% {bytes}/{total_bytes} {eta}",
            ),
            lines: Lines::new(what),
        }
    }

    pub fn tell(&self, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        if self.bar.is_hidden() {
            let line = || format!("{}: {} of {}", self.lines.what, bytes(done), bytes(all));
            self.lines.say(line);
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

/// Only shows that something goes on.
pub fn spinner(what: &'static str) -> ProgressBar {
    let spinner = shown(what, "{spinner} {msg} {elapsed}");
    if !spinner.is_hidden() {
        spinner.enable_steady_tick(Duration::from_millis(100));
    }
    spinner
}

fn shown(what: &'static str, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_message(what)
}
