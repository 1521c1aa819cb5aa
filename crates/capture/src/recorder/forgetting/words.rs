//! The words that are to go, as far as the files still have them.

use mneme_model::archive::{Entry, Metadata, Step};

use super::super::steps;
use super::Gone;

/// Shorter ones stand everywhere by chance.
const SHORTEST: usize = 4;
pub const FORGOTTEN: &str = steps::TOLD;

/// The longest first, so that none is left in halves.
#[derive(Debug, Default)]
pub struct Words(Vec<String>);

// === impl Words ===

impl Words {
    pub fn of(metadata: &Metadata, entries: &[Entry], gone: &Gone) -> Self {
        let mut words = Self::default();
        for step in metadata.steps.iter().filter(|step| gone.step(step.step_id)) {
            words.of_step(step);
        }
        for entry in entries {
            let forgotten = gone.step(entry.step_id);
            if forgotten {
                words.add(&entry.raw_command);
                words.add(&entry.converted_command);
            }
            if forgotten || gone.reason(entry.step_id, &entry.reasoning) {
                words.add(&entry.reasoning);
            }
        }
        words.0.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.0.dedup();
        words
    }

    fn of_step(&mut self, step: &Step) {
        if steps::is_forgotten(step) {
            return;
        }
        self.add(&step.raw_command);
        self.add(&step.converted_command);
        let typed = step.converted_command.strip_prefix("Type: ");
        self.add(typed.unwrap_or_default());
    }

    /// As it is, and as it stands in a heading.
    fn add(&mut self, text: &str) {
        let text = text.trim();
        if text.chars().count() < SHORTEST {
            return;
        }
        self.0.push(text.to_owned());
        self.0.push(text.replace(['\r', '\n'], " "));
    }

    pub fn stand_in(&self, text: &str) -> bool {
        self.0.iter().any(|word| text.contains(word.as_str()))
    }

    /// The text without them.
    pub fn out_of(&self, text: &str) -> String {
        let without = |text: String, word: &String| text.replace(word.as_str(), FORGOTTEN);
        self.0.iter().fold(text.to_owned(), without)
    }
}
