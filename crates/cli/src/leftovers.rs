//! What hooks left in a spool and no server has taken.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mneme_model::Code;
use mneme_wire::errors::hint;
use serde::Serialize;

use crate::output::{bytes, counted, plain};
use crate::settings::{Settings, default_data_dir};

/// A server looks every two seconds; what is younger than this is only on its way.
const FRESH: Duration = Duration::from_secs(10);

/// A file of a spool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    pub file: PathBuf,
    pub bytes: u64,
    /// A server has read them and would not take them.
    pub refused: bool,
    /// Not events, but what hooks say of events they could not keep: so many, and the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Lost>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    pub events: u64,
    /// When it was, and why.
    pub last: String,
}

/// What a hook writes into it: `crates/hook/src/spool/lost.rs`.
const LOST: &str = "lost.log";
/// More than a hook ever writes.
const MAX_LOST_BYTES: u64 = 128 * 1024;

/// The files of the spools a hook of this user may have written to, in the order of their names.
/// Where nobody serves, nothing is on its way.
pub fn find(settings: &Settings, served: bool) -> Vec<Left> {
    let own = settings.data_dir.join("spool");
    let usual = default_data_dir().ok().map(|dir| dir.join("spool"));
    let usual = usual.filter(|dir| *dir != own);
    let mut left: Vec<Left> = [own]
        .iter()
        .chain(&usual)
        .flat_map(|dir| of(dir, served))
        .collect();
    left.sort_by(|a, b| a.file.cmp(&b.file));
    left
}

fn of(dir: &Path, served: bool) -> Vec<Left> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| look(entry.path(), served))
        .collect()
}

fn look(file: PathBuf, served: bool) -> Option<Left> {
    let name = file.file_name()?.to_str()?;
    let refused = name.ends_with(".jsonl.bad");
    let waits = name.ends_with(".jsonl") || name.ends_with(".jsonl.draining");
    let meta = std::fs::metadata(&file).ok()?;
    let age = meta.modified().ok().and_then(|at| at.elapsed().ok());
    let fresh = served && age.is_some_and(|age| age < FRESH);
    let bytes = meta.len();
    let lost = (name == LOST).then(|| lost(&file)).flatten();
    let counts = bytes > 0 && (refused || lost.is_some() || (waits && !fresh));
    counts.then_some(Left {
        file,
        bytes,
        refused,
        lost,
    })
}

fn lost(file: &Path) -> Option<Lost> {
    let mut text = Vec::new();
    let read = File::open(file).ok()?.take(MAX_LOST_BYTES);
    BufReader::new(read).read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    let last = text.lines().last().filter(|line| !line.is_empty())?;
    Some(Lost {
        events: text.lines().count() as u64,
        last: plain(last),
    })
}

// === impl Lost ===

impl Lost {
    /// What helps against the last one, where its code says so.
    fn hint(&self) -> String {
        let code = self.last.rsplit(' ').next().unwrap_or_default();
        let known = Code::ALL.iter().find(|known| known.name() == code);
        let help = known.map_or("", |code| hint(*code));
        match help {
            "" => String::from("look at it, then delete it"),
            help => format!("{help}; then delete it"),
        }
    }
}

// === impl Left ===

impl Left {
    /// What it is, and what to do about it.
    pub fn told(&self) -> (String, String) {
        let (shown, size) = (self.file.display(), bytes(self.bytes));
        if let Some(lost) = &self.lost {
            let events = counted(lost.events, "event");
            let told = format!("{shown}: hooks lost {events}, the last at {}", lost.last);
            return (told, lost.hint());
        }
        if self.refused {
            let told = format!("{shown} ({size}) holds events no server would take");
            return (told, String::from("look at it, then delete it"));
        }
        let told = format!("{shown} ({size}) waits for a server");
        let hint = match self.port() {
            Some(port) => format!("a server with --grpc localhost:{port} takes it in"),
            None => String::from("`mneme serve` takes it in"),
        };
        (told, hint)
    }

    /// The port of the address its hooks were told.
    fn port(&self) -> Option<&str> {
        let name = self.file.file_name()?.to_str()?;
        let (port, _) = name.strip_prefix("grpc-")?.split_once('.')?;
        Some(port)
    }
}
