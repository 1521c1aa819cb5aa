//! What was written about the steps, and the counters made of it.

use mneme_model::archive::{Entry, Metadata, Source};

use super::{Look, Problem};

const PATH: &str = "reasoning/reasoning.jsonl";

pub fn check(look: &mut Look<'_>, metadata: &Metadata) {
    let entries = match look.dir.join(PATH).exists() {
        true => read(look),
        false => Vec::new(),
    };
    order(look, metadata, &entries);
    counters(look, metadata, &entries);
}

fn read(look: &mut Look<'_>) -> Vec<Entry> {
    let text = look.text(PATH).unwrap_or_default();
    let mut entries = Vec::new();
    for (n, line) in (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
    {
        match serde_json::from_str(line) {
            Ok(entry) => entries.push(entry),
            Err(e) => look.found(PATH, Problem::Unreadable, format!("line {n}: {e}")),
        }
    }
    entries
}

fn order(look: &mut Look<'_>, metadata: &Metadata, entries: &[Entry]) {
    if let Some(pair) = entries
        .windows(2)
        .find(|pair| pair[0].step_id >= pair[1].step_id)
    {
        let (first, second) = (pair[0].step_id, pair[1].step_id);
        let detail = format!("step {second} stands behind step {first}");
        look.found(PATH, Problem::Numbering, detail);
    }
    let steps = metadata.steps.len();
    for entry in entries
        .iter()
        .filter(|e| e.step_id == 0 || e.step_id as usize > steps)
    {
        let detail = format!("there is no step {}", entry.step_id);
        look.found(PATH, Problem::Disagrees, detail);
    }
}

fn counters(look: &mut Look<'_>, metadata: &Metadata, entries: &[Entry]) {
    let skipped = entries.iter().filter(|entry| entry.skipped).count();
    let written = |e: &&Entry| {
        let text = !e.reasoning.trim().is_empty();
        text && !e.skipped && !e.draft && e.source != Source::ModelDegraded
    };
    let annotated = entries.iter().filter(written).count();
    let told = [
        ("annotated_steps", metadata.annotated_steps, annotated),
        ("skipped_steps", metadata.skipped_steps, skipped),
    ];
    for (name, told, there) in told {
        if told as usize != there {
            let detail = format!("{name} is {told}, and reasoning.jsonl has {there}");
            look.found("metadata.json", Problem::Disagrees, detail);
        }
    }
}
