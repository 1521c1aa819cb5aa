//! Bars for long work: on a terminal, nowhere else.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

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
