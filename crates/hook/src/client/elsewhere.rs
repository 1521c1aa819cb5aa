//! Telling a notebook that `AGENTMEMORY_URL` names: over HTTP, or into a spool of its own, which
//! the next hook that finds the notebook there brings along.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::ask::Server;
use super::note::Note;
use crate::json::{self, Value};
use crate::send::{Outcome, Told, Why};
use crate::settings::Settings;
use crate::{now_ms, spool};

/// For what waited before: the agent has something else to do.
const BRING: Duration = Duration::from_millis(500);
/// Lines somebody took and did not bring: that hook is dead.
const LEFT: Duration = Duration::from_secs(60);

/// Where nobody is expected to answer, nobody is asked.
pub fn tell(server: &Server, settings: &Settings, note: &Note, expected: bool) -> Told {
    let (call, body) = note.call();
    let outcome = match expected {
        true => server.tell(call, &body.to_json(), Server::patience(settings)),
        false => Outcome::Later,
    };
    let answered = outcome.is_answer();
    let done = match outcome {
        Outcome::Taken => match &settings.spool_dir {
            Some(dir) => bring(server, dir),
            None => Ok(()),
        },
        Outcome::Refused(why) => {
            note_refused(settings.spool_dir.as_deref(), server, &why);
            Err(format!("the notebook refused it: {}", why.said))
        }
        Outcome::Closed => keep(server, settings, call, body).and_then(|()| Err(closed(server))),
        Outcome::Nobody | Outcome::Later => keep(server, settings, call, body),
    };
    Told {
        answered,
        trouble: done.err(),
    }
}

/// It waits for a hook that finds the notebook there.
fn keep(server: &Server, settings: &Settings, call: &str, body: Value) -> Result<(), String> {
    let dir = settings.spool_dir.as_deref();
    let dir = dir.ok_or("the event is lost: nobody took it and no home is known")?;
    let line = json::object([("call", Value::text(call)), ("body", body)]);
    let spooled = spool::append(dir, &name(server.authority()), &line.to_json());
    if spooled.is_err() {
        let why = "no notebook took an event, and the spool had no room";
        spool::lost::note(Some(dir), now_ms(), why);
    }
    spooled
}

fn closed(server: &Server) -> String {
    let at = server.authority();
    format!(
        "the notebook at {at} lets nobody in with this AGENTMEMORY_SECRET; what happens waits in the spool"
    )
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

/// Brings what waited, as far as there is time; the rest waits on. A line that cannot be read is
/// set aside, where `mneme status` sees it.
fn bring(server: &Server, dir: &Path) -> Result<(), String> {
    let until = Instant::now() + BRING;
    let name = name(server.authority());
    let mut torn = 0;
    for file in taken(dir, &name) {
        // What cannot be opened just now is looked at again later.
        let Ok(held) = fs::read(&file) else { continue };
        let mut kept = true;
        // A line may be torn in the middle of a character; the others are whole.
        for line in String::from_utf8_lossy(&held).lines() {
            match Waiting::read(line) {
                _ if line.trim().is_empty() => {}
                None => {
                    torn += 1;
                    kept &= spool::append(dir, &aside(&name), line).is_ok();
                }
                Some(waiting) if Instant::now() < until && waiting.is_brought(server, dir) => {}
                Some(_) => kept &= spool::append(dir, &name, line).is_ok(),
            }
        }
        if kept {
            // What cannot be removed is brought again, which is better than never.
            let _ = fs::remove_file(file);
        }
    }
    match torn {
        0 => Ok(()),
        torn => Err(format!(
            "{torn} of the lines that waited could not be read; they are in {}",
            aside(&name)
        )),
    }
}

/// The name under which a server keeps such lines: `crates/surfaces/src/spool/aside.rs`.
fn aside(name: &str) -> String {
    format!("{name}.bad")
}

/// What a line of the spool wants told.
struct Waiting {
    call: String,
    body: String,
}

// === impl Waiting ===

impl Waiting {
    fn read(line: &str) -> Option<Self> {
        let line = json::read(line).ok()?;
        Some(Self {
            call: line.get("call")?.words(),
            body: line.get("body")?.to_json(),
        })
    }

    /// What is refused is not tried again either.
    fn is_brought(&self, server: &Server, dir: &Path) -> bool {
        let outcome = server.tell(&self.call, &self.body, BRING);
        if let Outcome::Refused(why) = &outcome {
            note_refused(Some(dir), server, why);
        }
        matches!(outcome, Outcome::Taken | Outcome::Refused(_))
    }
}

/// The file under a name of this process, and those of hooks that died.
fn taken(dir: &Path, name: &str) -> Vec<PathBuf> {
    let own = dir.join(format!("{name}.{}", std::process::id()));
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let left = entries.filter(|entry| {
        let meta = entry.metadata();
        is_taken(&entry.file_name().to_string_lossy(), name)
            && meta.is_ok_and(|meta| is_left(meta.modified().ok()))
    });
    let mut files: Vec<PathBuf> = left.map(|entry| entry.path()).collect();
    if fs::rename(dir.join(name), &own).is_ok() {
        files.push(own);
    }
    files
}

/// Whether a hook has taken this file: it then ends with that process's number.
fn is_taken(file: &str, name: &str) -> bool {
    let by = file.strip_prefix(name).and_then(|by| by.strip_prefix('.'));
    by.is_some_and(|by| !by.is_empty() && by.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_left(modified: Option<SystemTime>) -> bool {
    let since = modified.and_then(|at| SystemTime::now().duration_since(at).ok());
    since.is_some_and(|since| since > LEFT)
}
