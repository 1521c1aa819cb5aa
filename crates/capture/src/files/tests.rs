mod finding;
mod keeping;
mod naming;
mod rows;

use std::path::{Path, PathBuf};

use mneme_model::Moment;
use mneme_model::archive::{Command, Metadata, Step};

use super::*;
use crate::describe;

fn generated() -> Moment {
    Moment::parse("2026-01-02T03:04:05Z").unwrap()
}

/// A command and the step made of it.
fn recorded(id: u32, raw: &str, success: bool) -> (Step, Command) {
    let command = Command {
        timestamp: format!("2026-01-02T03:04:{:02}.678Z", id % 60),
        raw_command: raw.into(),
        action_type: "keyboard".into(),
        action_subtype: "type".into(),
        os_type: "LINUX".into(),
        success,
        ..Command::default()
    };
    let step = Step {
        step_id: id,
        timestamp: command.timestamp.clone(),
        action_type: command.action_type.clone(),
        action_subtype: command.action_subtype.clone(),
        raw_command: command.raw_command.clone(),
        converted_command: describe::human(&command),
        success,
        ..Step::default()
    };
    (step, command)
}

fn session(n: u32) -> Vec<(Step, Command)> {
    let raw = |id: u32| format!("Typed: {id} | a\r\nb \\| c\\");
    (1..=n)
        .map(|id| recorded(id, &raw(id), id % 3 != 0))
        .collect()
}

/// A finished recording of `n` steps, as it lies on the disk.
fn finished(root: &Path, n: u32) -> PathBuf {
    let dir = root.join("a task");
    let writer = Writer::at(&dir, generated());
    writer.create().unwrap();
    let session = session(n);
    for (step, command) in &session {
        writer.append(step, command).unwrap();
    }
    writer.finalize().unwrap();
    metadata::write(&dir, &record(session)).unwrap();
    dir
}

fn record(session: Vec<(Step, Command)>) -> Metadata {
    Metadata {
        memory_name: "a task".into(),
        status: "complete".into(),
        created_at: "2026-01-02T03:04:05Z".into(),
        total_steps: session.len().try_into().unwrap(),
        steps: session.into_iter().map(|(step, _)| step).collect(),
        ..Metadata::default()
    }
}

fn read(dir: &Path, path: &str) -> String {
    std::fs::read_to_string(dir.join(path)).unwrap()
}
