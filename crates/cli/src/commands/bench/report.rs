//! Figures: a name, a value, and what it is compared with.

use std::time::Duration;

use serde::Serialize;

use crate::output::{bold, dim};

#[derive(Debug, Serialize)]
pub struct Figure {
    pub name: String,
    pub value: f64,
    pub unit: &'static str,
    pub note: String,
}

#[derive(Debug, Default, Serialize)]
pub struct Report {
    pub figures: Vec<Figure>,
}

// === impl Report ===

impl Report {
    pub fn add(
        &mut self,
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        note: impl Into<String>,
    ) {
        let figure = Figure {
            name: name.into(),
            value,
            unit,
            note: note.into(),
        };
        beside!("{}", line(&figure));
        self.figures.push(figure);
    }

    pub fn value(&self, name: &str) -> f64 {
        self.figures
            .iter()
            .find(|figure| figure.name == name)
            .map_or(f64::NAN, |figure| figure.value)
    }

    /// Takes the figures of another run in, each under a name that says which.
    pub fn take(&mut self, run: &str, other: Report) {
        let named = other.figures.into_iter().map(|figure| Figure {
            name: format!("{run}: {}", figure.name),
            ..figure
        });
        self.figures.extend(named);
    }

    pub fn markdown(&self) -> String {
        let mut text = String::from("| figure | value | unit | note |\n|---|---|---|---|\n");
        for f in &self.figures {
            text.push_str(&format!(
                "| {} | {} | {} | {} |\n",
                f.name,
                number(f.value),
                f.unit,
                f.note
            ));
        }
        text
    }
}

fn number(value: f64) -> String {
    match value {
        v if v >= 1_000.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v => format!("{v:.3}"),
    }
}

fn line(figure: &Figure) -> String {
    let value = format!("{:>12} {:<9}", number(figure.value), figure.unit);
    format!("{:<44}{} {}", figure.name, bold(&value), dim(&figure.note))
}

/// The middle and the slow end of a list of times, in milliseconds.
pub fn percentiles(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let at = |share: f64| {
        let n = ((times.len() as f64 - 1.0) * share).round() as usize;
        times
            .get(n)
            .map_or(f64::NAN, |time| time.as_secs_f64() * 1_000.0)
    };
    (at(0.50), at(0.99))
}
