//! Bars for long work: on a terminal, nowhere else.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

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
