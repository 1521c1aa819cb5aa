//! What the guard did in a talk that nobody writes down: without it nobody could tell how often it said
//! no, and it would say so for ever.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::transcript::Talk;
use crate::json::Value;

const REFUSED: u8 = b'n';
const RECALLED: u8 = b'r';
/// Longer ones are no names of sessions.
const LONGEST: usize = 128;

/// The notes of one session; a letter an act.
pub struct Notes(PathBuf);

// === impl Notes ===

impl Notes {
    /// In a home; none of a session without a name, which is not held at all.
    pub fn of(home: &Path, event: &Value) -> Option<Self> {
        let name = event.get("session_id")?.words();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let named = !name.is_empty() && name.len() <= LONGEST && name.chars().all(plain);
        let dir = home.join(".cache").join("memoryoss-guard");
        named.then(|| Self(dir.join(name)))
    }

    pub fn talk(&self) -> Talk {
        let acts = fs::read(&self.0).unwrap_or_default();
        Talk {
            recalled: acts.contains(&RECALLED),
            refusals: acts.iter().filter(|act| **act == REFUSED).count(),
            ..Talk::default()
        }
    }

    /// Whether it is written down: a refusal that nobody can count is none.
    pub fn refuse(&self) -> bool {
        self.note(REFUSED).is_ok()
    }

    pub fn recall(&self) {
        let _ = self.note(RECALLED);
    }

    fn note(&self, act: u8) -> std::io::Result<()> {
        if let Some(dir) = self.0.parent() {
            fs::create_dir_all(dir)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&self.0)?;
        file.write_all(&[act])
    }
}
