//! The four command files against each other and against the record.

use mneme_model::archive::{Metadata, Step};
use serde_json::Value;

use super::{Look, Problem, is_capturing};

const ACTUATION: &str = "commands/actuation_commands.json";
const REPLAYS: &str = "commands/cc_commands.json";
/// The text a table shows of a step.
type Shown = fn(&Step) -> &str;

const TABLES: [(&str, Shown); 2] = [
    ("commands/raw_input.md", |step| &step.raw_command),
    ("commands/converted_input.md", |step| {
        &step.converted_command
    }),
];

pub fn check(look: &mut Look<'_>, metadata: &Metadata) {
    if is_fresh(look, metadata) {
        return;
    }
    if let Some(commands) = values(look, ACTUATION, metadata) {
        for (step, command) in metadata.steps.iter().zip(&commands) {
            actuation(look, step, command);
        }
    }
    if let Some(replays) = values(look, REPLAYS, metadata) {
        for (n, replay) in (1_u32..).zip(&replays) {
            if replay["step_id"] != n || !replay["command"].is_string() {
                let detail = format!("element {n} is not the command of step {n}");
                look.found(REPLAYS, Problem::Numbering, detail);
            }
        }
    }
    for (path, text) in TABLES {
        table(look, path, metadata, text);
    }
}

/// Before the first command there are no files of commands.
fn is_fresh(look: &Look<'_>, metadata: &Metadata) -> bool {
    let files = [ACTUATION, REPLAYS, TABLES[0].0, TABLES[1].0];
    is_capturing(metadata)
        && metadata.steps.is_empty()
        && !files.iter().any(|path| look.is_there(path))
}

fn actuation(look: &mut Look<'_>, step: &Step, command: &Value) {
    let same = command["raw_command"] == step.raw_command.as_str()
        && command["timestamp"] == step.timestamp.as_str()
        && command["action_type"] == step.action_type.as_str()
        && command["success"] == step.success;
    if !same {
        let detail = format!(
            "the command of step {} is another in metadata.json",
            step.step_id
        );
        look.found(ACTUATION, Problem::Disagrees, detail);
    }
}

/// The elements of a file: an array, or lines while commands may still come.
fn values(look: &mut Look<'_>, path: &str, metadata: &Metadata) -> Option<Vec<Value>> {
    let text = look.text(path)?;
    let lines = is_capturing(metadata) && !text.trim_start().starts_with('[');
    let read: Result<Vec<Value>, _> = match lines {
        true => text.lines().map(serde_json::from_str).collect(),
        false => serde_json::from_str(&text),
    };
    let values = read.map_err(|e| look.found(path, Problem::Unreadable, e.to_string()));
    let values = values.ok()?;
    counted(look, path, metadata, values.len());
    Some(values)
}

fn counted(look: &mut Look<'_>, path: &str, metadata: &Metadata, there: usize) {
    let told = metadata.steps.len();
    if there < told || (there > told && !is_capturing(metadata)) {
        let detail = format!("has {there} steps, and metadata.json has {told}");
        look.found(path, Problem::Disagrees, detail);
    }
}

fn table(look: &mut Look<'_>, path: &str, metadata: &Metadata, told: Shown) {
    let Some(text) = look.text(path) else { return };
    let head = "|------|-----------|";
    let Some((_, rows)) = text
        .split_once(head)
        .and_then(|(_, rest)| rest.split_once('\n'))
    else {
        return look.found(path, Problem::Unreadable, "has no table");
    };
    let rows: Vec<_> = rows.split_terminator('\n').collect();
    counted(look, path, metadata, rows.len());
    for (step, row) in metadata.steps.iter().zip(rows) {
        if row != expected(step, told(step)) {
            let detail = format!(
                "the row of step {} is another in metadata.json",
                step.step_id
            );
            look.found(path, Problem::Disagrees, detail);
        }
    }
}

/// The row a step must have, worked out character by character.
fn expected(step: &Step, text: &str) -> String {
    let mut row = format!("| {:>4} | ", step.step_id);
    put(&mut row, &step.timestamp);
    row.push_str(" | ");
    if !step.success && !text.starts_with("[FAILED] ") {
        row.push_str("[FAILED] ");
    }
    put(&mut row, text);
    row.push_str(" |");
    row
}

fn put(row: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '|' => row.push_str("\\|"),
            '\r' | '\n' => row.push(' '),
            other => row.push(other),
        }
    }
}
