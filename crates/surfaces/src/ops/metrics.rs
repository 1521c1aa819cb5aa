//! Every room's signals, as Prometheus text.

use std::fmt::{Display, Write};

use mneme_model::signal::{Histogram, Signal};

/// The content type of the text format.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// All signals given, plus gauges worked out now.
pub fn render(signals: &[&'static [&'static Signal]], gauges: &[(&str, &str, f64)]) -> String {
    let (mut text, mut last) = (String::new(), "");
    for signal in signals.iter().copied().flatten() {
        if signal.name != last {
            head(&mut text, signal.name, signal.help, signal.kind.name());
        }
        last = signal.name;
        line(&mut text, signal.name, signal.labels, signal.get());
    }
    for (name, help, value) in gauges {
        head(&mut text, name, help, "gauge");
        line(&mut text, name, "", *value);
    }
    text
}

/// How long things took.
pub fn render_histograms(histograms: &[&'static [&'static Histogram]]) -> String {
    let mut text = String::new();
    for histogram in histograms.iter().copied().flatten() {
        let name = histogram.name;
        head(&mut text, name, histogram.help, "histogram");
        let bucket = format!("{name}_bucket");
        for (bound, count) in histogram.buckets() {
            line(&mut text, &bucket, &format!("le=\"{bound}\""), count);
        }
        line(&mut text, &bucket, "le=\"+Inf\"", histogram.count());
        let _ = writeln!(text, "{name}_sum {}", histogram.sum_ms());
        line(&mut text, &format!("{name}_count"), "", histogram.count());
    }
    text
}

// Writing to a string cannot fail.
pub(super) fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

pub(super) fn line(text: &mut String, name: &str, labels: &str, value: impl Display) {
    let _ = match labels {
        "" => writeln!(text, "{name} {value}"),
        labels => writeln!(text, "{name}{{{labels}}} {value}"),
    };
}
