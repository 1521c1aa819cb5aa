//! The document as it is made, before anybody edits it.

use std::collections::{BTreeMap, HashMap};

use mneme_model::archive::{Entry, Metadata, Source, Step};

const HEAD: &str = "
## Overview
<!-- Describe what this memory does and when to use it -->

## Prerequisites
<!-- List any requirements before running this task -->

## Steps

";
const FOOT: &str = "## Notes & Edge Cases
<!-- Known failure modes, alternative paths, environment-specific behavior -->
";
const NO_REASONING: &str = "<!-- No reasoning provided -->";
const DEGRADED: &str = "<!-- No reasoning: the model was unavailable for this step -->";

/// One step as the document tells it.
struct Told<'a> {
    id: u32,
    title: String,
    entry: Option<&'a Entry>,
    image: Option<&'a str>,
}

/// The steps of the record with what was written about them; of a record without steps, the
/// steps the entries name.
pub fn scaffold(metadata: &Metadata, entries: &[Entry]) -> String {
    let mut text = format!("# Memory: {}\n{HEAD}", one_line(&metadata.memory_name));
    let told = match metadata.steps.is_empty() {
        true => by_entries(entries),
        false => by_steps(&metadata.steps, entries),
    };
    for step in told.values() {
        step.put(&mut text);
    }
    text + FOOT
}

fn by_steps<'a>(steps: &'a [Step], entries: &'a [Entry]) -> BTreeMap<u32, Told<'a>> {
    let entries: HashMap<u32, &Entry> = entries.iter().map(|e| (e.step_id, e)).collect();
    let told = steps.iter().map(|step| {
        let entry = entries.get(&step.step_id).copied();
        let commands = entry.map(|e| [&e.converted_command, &step.converted_command]);
        let told = Told {
            id: step.step_id,
            title: title(commands, &step.action_type, &step.action_subtype),
            entry,
            image: step.image_path.as_deref(),
        };
        (step.step_id, told)
    });
    told.collect()
}

fn by_entries(entries: &[Entry]) -> BTreeMap<u32, Told<'_>> {
    let told = entries.iter().map(|entry| {
        let commands = Some([&entry.converted_command, &entry.raw_command]);
        let told = Told {
            id: entry.step_id,
            title: title(commands, &entry.action_type, &entry.action_subtype),
            entry: Some(entry),
            image: entry.image_path.as_deref(),
        };
        (entry.step_id, told)
    });
    told.collect()
}

/// The first command there is, else what sort of action it was.
fn title(commands: Option<[&String; 2]>, kind: &str, subtype: &str) -> String {
    let named = commands.into_iter().flatten().find(|text| !text.is_empty());
    named.map_or_else(|| format!("{kind}/{subtype}"), |text| one_line(text))
}

/// A heading is one line, whatever was typed.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

// === impl Told ===

impl Told<'_> {
    fn put(&self, text: &mut String) {
        let (id, title, reason) = (self.id, &self.title, self.reason());
        text.push_str(&format!("### Step {id} — {title}\n\n{reason}\n\n"));
        if let Some(path) = self.image {
            text.push_str(&format!("![Step {id}]({path})\n\n"));
        }
    }

    fn reason(&self) -> &str {
        let written = self.entry.map_or("", |entry| entry.reasoning.trim());
        match self.entry {
            _ if !written.is_empty() => written,
            Some(entry) if entry.source == Source::ModelDegraded && !entry.skipped => DEGRADED,
            _ => NO_REASONING,
        }
    }
}
