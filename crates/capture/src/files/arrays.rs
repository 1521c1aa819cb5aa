//! The two JSON files: an object a line while commands come in, one array once they have ended.

use std::path::Path;

use mneme_model::archive::{Command, Step};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Error, Result};
use crate::describe;

/// An element of `cc_commands.json`: the command that would do a step again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    pub step_id: u32,
    pub os: String,
    pub command: String,
}

// === impl Replay ===

impl Replay {
    pub fn of(step: &Step, command: &Command) -> Self {
        Self {
            step_id: step.step_id,
            os: command.os_type.clone(),
            command: describe::replay(command),
        }
    }
}

/// One object and its line end.
pub fn line(value: &impl Serialize) -> Result<String> {
    let line = serde_json::to_string(value).map_err(Error::Unwritten)?;
    Ok(line + "\n")
}

pub fn array<T: Serialize>(values: &[T]) -> Result<String> {
    serde_json::to_string_pretty(values).map_err(Error::Unwritten)
}

/// Reads either form. A line that is torn is an error: what it said stands in the journal.
pub fn read<T: DeserializeOwned>(path: &Path, text: &str) -> Result<Vec<T>> {
    let torn = |line| {
        let path = path.to_owned();
        move |source| Error::Torn { path, line, source }
    };
    if is_array(text) {
        return serde_json::from_str(text).map_err(torn(1));
    }
    let lines = text.split('\n').enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(n, line)| serde_json::from_str(line).map_err(torn(n + 1)))
        .collect()
}

pub fn is_array(text: &str) -> bool {
    text.trim_start().starts_with('[')
}
