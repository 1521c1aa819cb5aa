//! The talk so far, as Claude Code writes it down: a JSON object a line.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use super::{Memory, REFUSAL};
use crate::json::{self, Value};

/// A longer talk is read from its beginning up to here.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// A memory that says so is not there just now: whoever met it tried.
const AWAY: [&str; 7] = [
    "store_in_use",
    "store_closed",
    "not_serving",
    "purge_pending",
    "rate_limited",
    "internal",
    "storage_",
];
/// What a call of a tool is answered with that was not understood.
const BAD_CALL: &str = "-32602";

/// What was done in a talk.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Talk {
    pub recalled: bool,
    pub kept: bool,
    /// Calls that should keep something, of which nothing worse is known.
    pub keeps: BTreeSet<String>,
    /// A tool was used that is not the memory's.
    pub worked: bool,
    /// How often the guard said no.
    pub refusals: usize,
}

// === impl Talk ===

impl Talk {
    /// One that has no file yet has just begun; one that cannot be read is unknown.
    pub fn read(path: &Path) -> Option<Self> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Some(Self::default()),
            Err(_) => return None,
        };
        // A pipe or a device would never end.
        file.metadata().ok().filter(|meta| meta.is_file())?;
        Some(Self::of(BufReader::new(file.take(MAX_BYTES))))
    }

    fn of(mut lines: impl BufRead) -> Self {
        let (mut talk, mut line) = (Self::default(), Vec::new());
        while lines.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
            talk.hear(&String::from_utf8_lossy(&line));
            line.clear();
        }
        talk.kept |= !talk.keeps.is_empty();
        talk
    }

    /// Most lines are words: only those that may name a tool are taken apart.
    fn hear(&mut self, line: &str) {
        if line.contains("tool_result") && line.contains(REFUSAL) {
            self.refusals += 1;
        }
        if (line.contains("tool_use") || line.contains("tool_name"))
            && let Ok(value) = json::read(line)
        {
            self.tools_of(&value);
        }
    }

    fn tools_of(&mut self, value: &Value) {
        match value {
            Value::List(values) => values.iter().for_each(|value| self.tools_of(value)),
            Value::Object(fields) => {
                let used = value.get("type") == Some(&Value::text("tool_use"));
                let name = if used { "name" } else { "tool_name" };
                if let Some(Value::Text(tool)) = value.get(name) {
                    self.used(tool, value.get("id"));
                } else if value.get("type") == Some(&Value::text("tool_result")) {
                    self.answered(value);
                } else {
                    fields.values().for_each(|value| self.tools_of(value));
                }
            }
            _ => {}
        }
    }

    fn used(&mut self, tool: &str, id: Option<&Value>) {
        match (Memory::of(tool), id) {
            (Some(Memory::Recalls), _) => self.recalled = true,
            (Some(Memory::Keeps), Some(id)) => {
                self.keeps.insert(id.words());
            }
            (Some(Memory::Keeps), None) => self.kept = true,
            (Some(Memory::Other), _) => {}
            (None, _) => self.worked = true,
        }
    }

    /// What was refused is not kept. Where the memory could not be reached, nobody is held for it.
    fn answered(&mut self, result: &Value) {
        let failed = result.get("is_error") == Some(&Value::Bool(true));
        if failed && result.get("content").is_some_and(is_refusal) {
            let id = result.get("tool_use_id").map(Value::words);
            self.keeps.remove(&id.unwrap_or_default());
        }
    }
}

/// Whether the memory was there, and did not take what it was given.
fn is_refusal(content: &Value) -> bool {
    let texts: Vec<String> = match content {
        Value::List(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text"));
            texts.map(Value::words).collect()
        }
        other => vec![other.words()],
    };
    texts.iter().any(|text| {
        let code = text.split("\"code\":\"").nth(1).unwrap_or_default();
        let away = AWAY.iter().any(|away| code.starts_with(away));
        text.contains(BAD_CALL) || (text.contains("\"error\":") && !away)
    })
}
