//! Telling a notebook that `AGENTMEMORY_URL` names: over HTTP, or into a spool of its own, which
//! the next hook that finds the notebook there brings along.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::ask::Server;
use super::note::Note;
use crate::json::{self, Value};
use crate::send::{Outcome, Why};
use crate::settings::Settings;
use crate::{now_ms, spool};

/// How long an agent stands still at most for one of them.
const TELL: Duration = Duration::from_millis(1_500);
/// For what waited before: the agent has something else to do.
const BRING: Duration = Duration::from_millis(500);
/// Lines somebody took and did not bring: that hook is dead.
const LEFT: Duration = Duration::from_secs(60);

pub fn tell(server: &Server, settings: &Settings, note: &Note) -> Result<(), String> {
    let (call, body) = note.call();
    match server.tell(call, &body.to_json(), TELL) {
        Outcome::Taken => {
            if let Some(dir) = &settings.spool_dir {
                bring(server, dir);
            }
            Ok(())
        }
        Outcome::Refused(why) => {
            note_refused(settings.spool_dir.as_deref(), server, &why);
            Err(format!("the notebook refused it: {}", why.said))
        }
        Outcome::Nobody | Outcome::Later => {
            let dir = settings.spool_dir.as_deref();
            let dir = dir.ok_or("the event is lost: nobody took it and no home is known")?;
            let line = [("call", Value::text(call)), ("body", body)];
            let line = line.map(|(name, value)| (name.to_owned(), value));
            let line = Value::Object(line.into_iter().collect()).to_json();
            let spooled = spool::append(dir, &name(server.authority()), &line);
            if spooled.is_err() {
                let why = "no notebook took an event, and the spool had no room";
                spool::lost::note(Some(dir), now_ms(), why);
            }
            spooled
        }
    }
}

/// Nobody reads an agent's standard error: what a notebook would not take is noted where somebody
/// looks, by the code of the refusal, never by words that were told.
fn note_refused(dir: Option<&Path>, server: &Server, why: &Why) {
    let (at, code) = (server.authority(), &why.code);
    let why = format!("the notebook at {at} refused an event: {code}");
    spool::lost::note(dir, now_ms(), &why);
}

/// The file of the notebook at this authority (`host:port`).
pub fn name(authority: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '.' {
            c
        } else {
            '_'
        }
    };
    let authority: String = authority.chars().map(plain).collect();
    format!("notebook-{authority}.jsonl")
}

/// Brings what waited, as far as there is time; the rest waits on.
fn bring(server: &Server, dir: &Path) {
    let until = Instant::now() + BRING;
    let name = name(server.authority());
    for file in taken(dir, &name) {
        let lines = fs::read_to_string(&file).unwrap_or_default();
        let mut kept = true;
        for line in lines.lines() {
            if Instant::now() < until && is_brought(server, dir, line) {
                continue;
            }
            kept &= spool::append(dir, &name, line).is_ok();
        }
        if kept {
            // What cannot be removed is brought again, which is better than never.
            let _ = fs::remove_file(file);
        }
    }
}

/// What is refused is not tried again either.
fn is_brought(server: &Server, dir: &Path, line: &str) -> bool {
    let Ok(line) = json::read(line) else {
        return true;
    };
    let (Some(call), Some(body)) = (line.get("call"), line.get("body")) else {
        return true;
    };
    let outcome = server.tell(&call.words(), &body.to_json(), BRING);
    if let Outcome::Refused(why) = &outcome {
        note_refused(Some(dir), server, why);
    }
    matches!(outcome, Outcome::Taken | Outcome::Refused(_))
}

/// The file under a name of this process, and those of hooks that died.
fn taken(dir: &Path, name: &str) -> Vec<PathBuf> {
    let own = dir.join(format!("{name}.{}", std::process::id()));
    let mut files: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .starts_with(&format!("{name}."))
        })
        .filter(|entry| {
            entry
                .metadata()
                .is_ok_and(|meta| is_left(meta.modified().ok()))
        })
        .map(|entry| entry.path())
        .collect();
    if fs::rename(dir.join(name), &own).is_ok() {
        files.push(own);
    }
    files
}

fn is_left(modified: Option<SystemTime>) -> bool {
    let since = modified.and_then(|at| SystemTime::now().duration_since(at).ok());
    since.is_some_and(|since| since > LEFT)
}
