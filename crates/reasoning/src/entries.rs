//! `reasoning.jsonl`: what was written about each step, one object a line.
//!
//! Here are only its words; whoever has the file replaces it whole.

mod count;
#[cfg(test)]
mod tests;
mod upload;

use std::collections::BTreeMap;
use std::fmt;

use mneme_model::archive::{Entry, Source, Step};

pub use count::{Counters, StepState, count, state};
pub use upload::{Refused, merge_upload};

/// A line that could not be read, counted from one, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub line: usize,
    pub why: String,
}

/// The entries in ascending order, one a step: of several, the last. What cannot be read is
/// told and left out.
pub fn read(text: &str) -> (Vec<Entry>, Vec<Warning>) {
    let (mut entries, mut warnings) = (BTreeMap::new(), Vec::new());
    for (line, text) in lines(text) {
        match serde_json::from_str::<Entry>(text) {
            Ok(entry) => drop(entries.insert(entry.step_id, entry)),
            Err(e) => warnings.push(Warning {
                line,
                why: e.to_string(),
            }),
        }
    }
    (entries.into_values().collect(), warnings)
}

/// The text of the file.
pub fn write(entries: &[Entry]) -> String {
    let lines = entries.iter().filter_map(|e| serde_json::to_string(e).ok());
    lines.map(|line| line + "\n").collect()
}

/// Puts an entry in the place of its step. `entries` are in ascending order, and stay so.
pub fn upsert(mut entries: Vec<Entry>, entry: Entry) -> Vec<Entry> {
    match entries.binary_search_by_key(&entry.step_id, |e| e.step_id) {
        Ok(at) => entries[at] = entry,
        Err(at) => entries.insert(at, entry),
    }
    entries
}

/// The line of a step nobody wrote about yet, and who is to.
pub fn blank(step: &Step, source: Source) -> Entry {
    Entry {
        step_id: step.step_id,
        timestamp_action: step.timestamp.clone(),
        action_type: step.action_type.clone(),
        action_subtype: step.action_subtype.clone(),
        raw_command: step.raw_command.clone(),
        converted_command: step.converted_command.clone(),
        image_path: step.image_path.clone(),
        source,
        ..Entry::default()
    }
}

/// The lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.split('\n'));
    lines.filter(|(_, line)| !line.trim().is_empty())
}

// === impl Warning ===

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}
