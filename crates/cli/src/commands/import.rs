//! `mneme import`: lines, or an export as it was written.

mod kept;
pub(crate) mod lines;
pub(crate) mod order;
mod refusals;
pub(crate) mod whole;

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{Accepted, EventRequest, IngestRequest, StoreReply};
use mneme_wire::{Fault, Port};
use serde::Serialize;

use super::Outcome;
use crate::args::ImportArgs;
use crate::output::{self, counted, json};
use crate::progress;
use refusals::Refused;

const BATCH: usize = 1_000;
/// Of what is sent together, as JSON; the longest event beside it still fits into one request.
const BATCH_BYTES: usize = 8 * 1024 * 1024;
/// The longest event fits, however much of it is escaped.
const MAX_LINE_BYTES: u64 = 100 * 1024 * 1024;
const HINT: &str =
    "`mneme help import` shows what a line looks like; an export is read as it was written, too";

#[derive(Debug, Default, Serialize)]
pub struct Imported {
    lines: u64,
    events: u64,
    memories: u64,
    known_already: u64,
    /// Forgotten before, and left so.
    forgotten: u64,
    /// What the store would not take, and was left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Refused>,
}

pub async fn run(port: &dyn Port, args: ImportArgs) -> Outcome {
    let (mut reader, size) = open(&args.file)?;
    let bar = progress::bar("importing");
    bar.set_length(size);
    let (start, is_export) = look(&args.file, &mut reader)?;
    let reader: Box<dyn BufRead> = Box::new(Cursor::new(start).chain(reader));
    let mut imported = Imported::default();
    let done = match is_export {
        true => {
            let export = whole::read(&args, reader)?;
            whole::run(port, &args, export, &bar, &mut imported).await
        }
        false => lines::run(port, &args, reader, &bar, &mut imported).await,
    };
    bar.finish_and_clear();
    done.map_err(|fault| imported.told_with(fault))?;
    match args.json {
        true => drop(json(&imported)),
        false => imported.tell(),
    }
    // What is refused is no reason to leave the rest behind, and still no success.
    imported.refusal().map_or(Ok(ExitCode::SUCCESS), Err)
}

fn unread(path: &Path, error: &std::io::Error) -> Fault {
    let message = format!("{} cannot be read: {error}", path.display());
    Fault::new(Code::BadFile, message)
}

fn open(path: &Path) -> Result<(Box<dyn BufRead>, u64), Fault> {
    if path == Path::new("-") {
        return Ok((Box::new(BufReader::new(std::io::stdin())), 0));
    }
    let file = File::open(path).map_err(|error| unread(path, &error))?;
    let size = file.metadata().map_or(0, |meta| meta.len());
    Ok((Box::new(BufReader::new(file)), size))
}

fn bad(message: String) -> Fault {
    Fault {
        hint: HINT.to_owned(),
        ..Fault::new(Code::BadFile, message)
    }
}

/// The first line, and whether it begins an export: that is one object, over many lines or
/// none, which says so first.
fn look(path: &Path, reader: &mut dyn BufRead) -> Result<(Vec<u8>, bool), Fault> {
    const NEAR: usize = 200;
    let mut line = Vec::new();
    let read = reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
    read.map_err(|error| unread(path, &error))?;
    let start = String::from_utf8_lossy(&line[..line.len().min(NEAR)]);
    let start = start.trim_start_matches('\u{feff}').trim();
    let inside = start.strip_prefix('{').map(str::trim_start);
    let says = |inside: &str| inside.is_empty() || inside.starts_with("\"runtime_contract\"");
    let is_export = inside.is_some_and(says);
    Ok((line, is_export))
}

async fn send_events(
    port: &dyn Port,
    namespace: Option<String>,
    events: Vec<EventRequest>,
    imported: &mut Imported,
) -> Result<(), Fault> {
    let request = IngestRequest {
        hooked: false,
        events,
        namespace,
        imported: true,
    };
    let reply = ask(port, &request).await?;
    let count = |of: fn(&Accepted) -> bool| reply.accepted.iter().filter(|a| of(a)).count() as u64;
    let (old, forgotten) = (count(|a| !a.created), count(|a| a.forgotten));
    imported.events += reply.accepted.len() as u64 - old;
    imported.known_already += old - forgotten;
    imported.forgotten += forgotten;
    Ok(())
}

// === impl Imported ===

impl Imported {
    fn taken_in(&self) -> String {
        let (events, memories) = (self.events, self.memories);
        format!(
            "{} and {}",
            counted(events, "event"),
            counted(memories, "memory")
        )
    }

    fn tell(&self) {
        let known = match self.known_already {
            1 => String::from("1 was known already"),
            n => format!("{n} were known already"),
        };
        say!("imported {}; {known}", self.taken_in());
        if self.forgotten > 0 {
            let forgotten = counted(self.forgotten, "record");
            say!("left out because it was forgotten: {forgotten}");
        }
        // The first is the error itself.
        self.more_refused()
            .iter()
            .for_each(|line| output::note(line));
    }

    /// With what stays, so that nobody has to guess: the same file may come again.
    fn told_with(&self, mut fault: Fault) -> Fault {
        let (taken, why) = (self.taken_in(), &fault.error);
        fault.error = format!("{why}; everything before it was imported: {taken}");
        fault
    }

    fn count_memories(&mut self, stored: &[StoreReply]) {
        let count = |of: fn(&StoreReply) -> bool| stored.iter().filter(|s| of(s)).count() as u64;
        let (known, forgotten) = (count(|s| s.duplicate), count(|s| s.forgotten));
        self.memories += stored.len() as u64 - known - forgotten;
        self.known_already += known;
        self.forgotten += forgotten;
    }
}
