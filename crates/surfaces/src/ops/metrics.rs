//! Every room's signals, as Prometheus text.

use std::fmt::Write;

use mneme_model::signal::Signal;

/// The content type of the text format.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// All signals given, plus gauges worked out now.
pub fn render(signals: &[&'static [&'static Signal]], gauges: &[(&str, &str, u64)]) -> String {
    let mut text = String::new();
    for signal in signals.iter().copied().flatten() {
        line(
            &mut text,
            signal.name,
            signal.help,
            signal.kind.name(),
            signal.get(),
        );
    }
    for (name, help, value) in gauges {
        line(&mut text, name, help, "gauge", *value);
    }
    text
}

fn line(text: &mut String, name: &str, help: &str, kind: &str, value: u64) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}"
    );
}
