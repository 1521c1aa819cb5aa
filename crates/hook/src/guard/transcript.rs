//! The talk so far, as Claude Code writes it down: a JSON object a line.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use super::{Memory, REFUSAL};
use crate::json::{self, Value};

/// A longer talk is read from its beginning up to here.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// What was done in a talk.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Talk {
    pub recalled: bool,
    pub kept: bool,
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
                    self.used(tool);
                } else {
                    fields.values().for_each(|value| self.tools_of(value));
                }
            }
            _ => {}
        }
    }

    fn used(&mut self, tool: &str) {
        match Memory::of(tool) {
            Some(Memory::Recalls) => self.recalled = true,
            Some(Memory::Keeps) => self.kept = true,
            Some(Memory::Other) => {}
            None => self.worked = true,
        }
    }
}
