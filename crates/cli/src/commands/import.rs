//! `mneme import`

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{
    Accepted, EventRequest, IngestRequest, StoreBatchRequest, StoreReply, StoreRequest,
};
use mneme_wire::{Fault, Port};
use serde::Serialize;

use super::Outcome;
use crate::args::ImportArgs;
use crate::output::{counted, json};
use crate::progress;

const BATCH: usize = 1_000;
const MAX_LINE_BYTES: u64 = 4 * 1024 * 1024;

#[derive(Debug, Default, Serialize)]
struct Imported {
    lines: u64,
    events: u64,
    memories: u64,
    known_already: u64,
    /// Forgotten before, and left so.
    forgotten: u64,
}

/// A line of the file.
pub(crate) enum Line {
    Event(EventRequest),
    Memory(StoreRequest),
}

/// Lines waiting to be sent together, each with its number.
#[derive(Default)]
struct Batch {
    events: Vec<(u64, EventRequest)>,
    memories: Vec<(u64, StoreRequest)>,
}

pub async fn run(port: &dyn Port, args: ImportArgs) -> Outcome {
    let (mut reader, size) = open(&args.file)?;
    let bar = progress::bar("importing");
    bar.set_length(size);
    let (mut batch, mut imported) = (Batch::default(), Imported::default());
    let (mut text, mut seen) = (Vec::new(), Seen::default());
    loop {
        text.clear();
        let read = (&mut reader)
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut text)
            .map_err(|e| unread(&args.file, &e))?;
        if read == 0 {
            break;
        }
        bar.inc(read as u64);
        imported.lines += 1;
        if !text.trim_ascii().is_empty() {
            match parse(&text, imported.lines, &mut seen) {
                Ok(line) => batch.add(line, port, &mut imported).await?,
                Err(fault) => {
                    batch.send(port, &mut imported).await?;
                    return Err(fault);
                }
            }
        }
    }
    batch.send(port, &mut imported).await?;
    bar.finish_and_clear();
    if args.json {
        return Ok(json(&imported));
    }
    say!(
        "imported {} events and {} memories; {} were known already",
        imported.events,
        imported.memories,
        imported.known_already
    );
    if imported.forgotten > 0 {
        let forgotten = counted(imported.forgotten, "record");
        say!("left out because it was forgotten: {forgotten}");
    }
    Ok(ExitCode::SUCCESS)
}

fn unread(path: &Path, error: &std::io::Error) -> Fault {
    Fault::new(
        Code::BadFile,
        format!("{} cannot be read: {error}", path.display()),
    )
}

fn open(path: &Path) -> Result<(Box<dyn BufRead>, u64), Fault> {
    if path == Path::new("-") {
        return Ok((Box::new(BufReader::new(std::io::stdin())), 0));
    }
    let file = File::open(path).map_err(|error| unread(path, &error))?;
    let size = file.metadata().map_or(0, |meta| meta.len());
    Ok((Box::new(BufReader::new(file)), size))
}

pub(crate) fn parse(bytes: &[u8], number: u64, seen: &mut Seen) -> Result<Line, Fault> {
    let wrong = |why: String| {
        Fault::new(
            Code::BadFile,
            format!("line {number}: {why}; everything before it was imported"),
        )
    };
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("not UTF-8".into()))?;
    let text = text.trim_start_matches('\u{feff}');
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|e| wrong(format!("not JSON: {e}")))?;
    if value.get("content").is_some() {
        return serde_json::from_value(value)
            .map(Line::Memory)
            .map_err(|e| wrong(e.to_string()));
    }
    let mut event: EventRequest =
        serde_json::from_value(value).map_err(|e| wrong(e.to_string()))?;
    if event.id.is_none() {
        event.nth = Some(seen.nth(text));
    }
    Ok(Line::Event(event))
}

/// How often each line was met: the second of two equal lines is another event.
#[derive(Default)]
pub(crate) struct Seen(HashMap<u64, u64>);

impl Seen {
    fn nth(&mut self, text: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        text.trim().hash(&mut hasher);
        let count = self.0.entry(hasher.finish()).or_default();
        *count += 1;
        *count
    }
}

// === impl Batch ===

impl Batch {
    async fn add(
        &mut self,
        line: Line,
        port: &dyn Port,
        imported: &mut Imported,
    ) -> Result<(), Fault> {
        match line {
            Line::Event(event) => self.events.push((imported.lines, event)),
            Line::Memory(memory) => self.memories.push((imported.lines, memory)),
        }
        if self.events.len() >= BATCH || self.memories.len() >= BATCH {
            self.send(port, imported).await?;
        }
        Ok(())
    }

    async fn send(&mut self, port: &dyn Port, imported: &mut Imported) -> Result<(), Fault> {
        let batch = std::mem::take(self);
        let events = batch
            .events
            .iter()
            .map(|(_, event)| event.clone())
            .collect();
        if let Err(fault) = send_events(port, events, imported).await {
            return Err(batch.blame_event(port, fault, imported).await);
        }
        let memories = batch
            .memories
            .iter()
            .map(|(_, memory)| memory.clone())
            .collect();
        if let Err(fault) = send_memories(port, memories, imported).await {
            return Err(batch.blame_memory(port, fault, imported).await);
        }
        Ok(())
    }

    /// A refused batch is sent again one by one: what is good before the bad line is kept, and
    /// the line is named.
    async fn blame_event(&self, port: &dyn Port, whole: Fault, imported: &mut Imported) -> Fault {
        for (line, event) in &self.events {
            if let Err(fault) = send_events(port, vec![event.clone()], imported).await {
                return at_line(*line, fault);
            }
        }
        whole
    }

    async fn blame_memory(&self, port: &dyn Port, whole: Fault, imported: &mut Imported) -> Fault {
        for (line, memory) in &self.memories {
            if let Err(fault) = send_memories(port, vec![memory.clone()], imported).await {
                return at_line(*line, fault);
            }
        }
        whole
    }
}

fn at_line(line: u64, mut fault: Fault) -> Fault {
    let why = fault
        .error
        .strip_prefix("event 0: ")
        .unwrap_or(&fault.error);
    fault.error = format!("line {line}: {why}; everything before it was imported");
    fault
}

async fn send_events(
    port: &dyn Port,
    events: Vec<EventRequest>,
    imported: &mut Imported,
) -> Result<(), Fault> {
    if events.is_empty() {
        return Ok(());
    }
    let reply = ask(
        port,
        &IngestRequest {
            events,
            namespace: None,
            imported: true,
        },
    )
    .await?;
    let count = |of: fn(&Accepted) -> bool| reply.accepted.iter().filter(|a| of(a)).count() as u64;
    let (old, forgotten) = (count(|a| !a.created), count(|a| a.forgotten));
    imported.events += reply.accepted.len() as u64 - old;
    imported.known_already += old - forgotten;
    imported.forgotten += forgotten;
    Ok(())
}

async fn send_memories(
    port: &dyn Port,
    memories: Vec<StoreRequest>,
    imported: &mut Imported,
) -> Result<(), Fault> {
    if memories.is_empty() {
        return Ok(());
    }
    let reply = ask(
        port,
        &StoreBatchRequest {
            memories,
            imported: true,
        },
    )
    .await?;
    let count = |of: fn(&StoreReply) -> bool| reply.stored.iter().filter(|s| of(s)).count() as u64;
    let (known, forgotten) = (count(|s| s.duplicate), count(|s| s.forgotten));
    imported.memories += reply.stored.len() as u64 - known - forgotten;
    imported.known_already += known;
    imported.forgotten += forgotten;
    Ok(())
}
