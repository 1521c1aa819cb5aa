//! The talks Antigravity keeps on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use mneme_engine::notebook::transcripts::{Talk, antigravity};
use serde_json::{Value, json};

use super::{bad, walk};
use crate::rest::Refusal;

/// Which talks are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    pub mode: Mode,
    /// The talk that goes on; without it, the one written last.
    pub conversation: Option<String>,
    /// The folder a talk must speak of, and where one stands.
    pub folder: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    CurrentSession,
    CurrentFolder,
    All,
}

// === impl Wish ===

impl Wish {
    /// By the names they have in a call; why it cannot be meant.
    pub fn named(
        mode: &str,
        conversation: Option<String>,
        folder: Option<String>,
    ) -> Result<Self, String> {
        let (mode, folder) = (Mode::named(mode)?, folder.unwrap_or_default());
        if mode == Mode::CurrentFolder && folder.trim().is_empty() {
            return Err(String::from("mode current_folder needs currentFolder"));
        }
        Ok(Self {
            mode,
            conversation,
            folder,
        })
    }
}

/// Where the talk is, below the directory of its conversation.
const INSIDE: &str = ".system_generated/logs/transcript.jsonl";
const MOST: usize = 2_000;
/// Broken lines that are named.
const NAMED: usize = 100;

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Read {
    pub talks: Vec<Talk>,
    /// Lines that could not be read, each with its file and why.
    pub left_out: Vec<Value>,
}

struct File {
    conversation: String,
    path: PathBuf,
    written: SystemTime,
}

// === impl Mode ===

impl Mode {
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "current_session" => Ok(Self::CurrentSession),
            "current_folder" => Ok(Self::CurrentFolder),
            "all" => Ok(Self::All),
            other => Err(format!(
                "mode '{other}' must be current_session, current_folder or all"
            )),
        }
    }
}

/// The talks a wish means, oldest first.
pub fn talks(brain: &Path, wish: &Wish) -> Result<Read, Refusal> {
    let mut files = files(brain)?;
    files.sort_by(|a, b| a.written.cmp(&b.written).then_with(|| a.path.cmp(&b.path)));
    if wish.mode == Mode::CurrentSession {
        files = current(files, wish.conversation.as_deref());
    }
    let mut read = Read::default();
    for file in files {
        let text = walk::read(&file.path)?;
        if wish.mode == Mode::CurrentFolder && !speaks_of(&text, &wish.folder) {
            continue;
        }
        let talk = antigravity::read(&file.conversation, &text, &wish.folder);
        read.take(&file.path, talk);
    }
    Ok(read)
}

// === impl Read ===

impl Read {
    fn take(&mut self, file: &Path, talk: Talk) {
        let room = NAMED.saturating_sub(self.left_out.len());
        self.left_out
            .extend(talk.broken.iter().take(room).map(|broken| {
                let error = format!("line {} {}", broken.line, broken.why);
                json!({ "file": file.display().to_string(), "line": broken.line, "error": error })
            }));
        if !talk.told.is_empty() {
            self.talks.push(talk);
        }
    }

    /// Beside the published fields, where there is something to tell.
    pub fn tell(self, told: &mut Value) {
        if !self.left_out.is_empty() {
            told["leftOut"] = Value::from(self.left_out);
        }
    }
}

/// A folder stands in a talk as it is, or escaped as JSON escapes it. No folder stands in none.
fn speaks_of(text: &str, folder: &str) -> bool {
    if folder.is_empty() {
        return false;
    }
    let escaped = folder.replace('\\', "\\\\");
    text.contains(folder) || text.contains(&escaped)
}

fn current(mut files: Vec<File>, named: Option<&str>) -> Vec<File> {
    match named {
        Some(named) => files.retain(|file| file.conversation == named),
        None => drop(files.drain(..files.len().saturating_sub(1))),
    }
    files
}

fn files(brain: &Path) -> Result<Vec<File>, Refusal> {
    let entries = fs::read_dir(brain).map_err(|error| {
        let why = format!(
            "the directory of Antigravity, {}, cannot be read: {error}",
            brain.display()
        );
        bad(why).hinting(
            "talks are read on the machine where the tool runs, below its user's home: is Antigravity used there?",
        )
    })?;
    let files = entries.flatten().take(MOST).filter_map(|entry| {
        let conversation = entry.file_name().to_str()?.to_owned();
        let path = entry.path().join(INSIDE);
        // No links on the way: each part is what it seems to be.
        let plain = entry.file_type().ok()?.is_dir();
        let about = fs::symlink_metadata(&path).ok()?;
        (plain && about.is_file()).then_some(File {
            conversation,
            path,
            written: about.modified().unwrap_or(SystemTime::UNIX_EPOCH),
        })
    });
    Ok(files.collect())
}
