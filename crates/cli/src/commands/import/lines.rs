//! Lines of a file: events and memories, a JSON object each.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, Read};

use indicatif::ProgressBar;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{EventRequest, ImportedMemory, StoreBatchRequest, StoreRequest};
use mneme_wire::{Fault, Port};
use serde_json::Value;

use super::kept::Kept;
use super::refusals::each;
use super::whole::is_stale;
use super::{BATCH, BATCH_BYTES, Imported, MAX_LINE_BYTES, send_events};
use crate::args::ImportArgs;

/// A line of the file.
pub(crate) enum Line {
    Event(Box<EventRequest>),
    Memory(Box<StoreRequest>),
    /// A memory as an export has it.
    Kept(Box<ImportedMemory>),
}

/// Lines waiting to be sent together, each with its number.
struct Batch<'a> {
    port: &'a dyn Port,
    /// Where all of it goes.
    namespace: Option<String>,
    events: Vec<(String, EventRequest)>,
    memories: Vec<(String, StoreRequest)>,
    kept: Vec<(String, ImportedMemory)>,
    keeper: Kept<'a>,
    bytes: usize,
}

/// Imports every line up to the first that cannot be read, which is named. What can be read and
/// is refused is named and left out.
pub async fn run(
    port: &dyn Port,
    args: &ImportArgs,
    mut reader: Box<dyn BufRead>,
    bar: &ProgressBar,
    imported: &mut Imported,
) -> Result<(), Fault> {
    let mut batch = Batch::new(port, args.place.namespace.clone());
    let (mut text, mut seen) = (Vec::new(), Seen::default());
    loop {
        text.clear();
        let mut bounded = (&mut reader).take(MAX_LINE_BYTES);
        let read = bounded.read_until(b'\n', &mut text);
        let read = read.map_err(|e| super::unread(&args.file, &e));
        let line = match read {
            Ok(0) => break,
            Ok(read) => {
                bar.inc(read as u64);
                imported.lines += 1;
                if text.trim_ascii().is_empty() {
                    continue;
                }
                parse(&text, imported.lines, &mut seen)
            }
            Err(fault) => Err(fault),
        };
        match line {
            Ok(line) => batch.add(line, text.len(), imported).await?,
            Err(fault) => {
                // What stands before it is kept.
                batch.end(imported).await?;
                return Err(fault);
            }
        }
    }
    batch.end(imported).await
}

pub(crate) fn parse(bytes: &[u8], number: u64, seen: &mut Seen) -> Result<Line, Fault> {
    let wrong = |why: String| super::bad(format!("line {number}: {why}"));
    if bytes.len() as u64 >= MAX_LINE_BYTES {
        return Err(wrong(format!("longer than {MAX_LINE_BYTES} bytes")));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("not UTF-8".into()))?;
    let text = text.trim_start_matches('\u{feff}');
    let value: Value = serde_json::from_str(text).map_err(|e| {
        let list = text.trim_start().starts_with('[');
        wrong(match list {
            true => String::from("a list, and not one JSON object a line"),
            false => format!("not JSON: {e}"),
        })
    })?;
    is_record(&value).map_err(wrong)?;
    let no_shape = |error: serde_json::Error| wrong(error.to_string());
    if is_exported(&value) {
        let kept = serde_json::from_value(value).map_err(no_shape)?;
        return Ok(Line::Kept(Box::new(kept)));
    }
    if value.get("content").is_some() {
        return serde_json::from_value(value)
            .map(Line::Memory)
            .map_err(no_shape);
    }
    let mut event: EventRequest = serde_json::from_value(value).map_err(no_shape)?;
    if event.id.is_none() {
        event.nth = Some(seen.nth(text));
    }
    Ok(Line::Event(Box::new(event)))
}

/// Whether a line says of a memory what only a store can know.
fn is_exported(value: &Value) -> bool {
    let text = |name: &str| value.get(name).is_some_and(Value::is_string);
    text("content") && text("id") && text("status") && value.get("version").is_some()
}

/// What is neither an event nor a memory is told as what it is.
fn is_record(value: &Value) -> Result<(), String> {
    let what = match value {
        Value::Object(fields) if fields.contains_key("content") || fields.contains_key("text") => {
            return Ok(());
        }
        Value::Object(_) => {
            let told = "neither a memory, which has \"content\", nor an event, which has \"text\"";
            return Err(String::from(told));
        }
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
    };
    Err(format!("{what}, and not a JSON object"))
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

impl<'a> Batch<'a> {
    fn new(port: &'a dyn Port, namespace: Option<String>) -> Self {
        Self {
            port,
            keeper: Kept::new(port, namespace.clone()),
            namespace,
            events: Vec::new(),
            memories: Vec::new(),
            kept: Vec::new(),
            bytes: 0,
        }
    }

    async fn add(
        &mut self,
        line: Line,
        bytes: usize,
        imported: &mut Imported,
    ) -> Result<(), Fault> {
        let name = format!("line {}", imported.lines);
        match line {
            Line::Event(event) => self.events.push((name, *event)),
            Line::Memory(mut memory) => {
                let named = self.namespace.clone();
                memory.namespace = named.or(memory.namespace.take());
                // A batch goes to one namespace; lines may name several.
                let last = self.memories.last().map(|(_, last)| &last.namespace);
                if last.is_some_and(|last| *last != memory.namespace) {
                    self.send(imported).await?;
                }
                self.memories.push((name, *memory));
            }
            Line::Kept(memory) => {
                // Those that took a place go before those that lost it.
                let last = self.kept.last().map(|(_, last)| is_stale(last));
                if last.is_some_and(|last| last != is_stale(&memory)) {
                    self.send(imported).await?;
                }
                self.kept.push((name, *memory));
            }
        }
        self.bytes += bytes;
        let lengths = [self.events.len(), self.memories.len(), self.kept.len()];
        if lengths.contains(&BATCH) || self.bytes >= BATCH_BYTES {
            self.send(imported).await?;
        }
        Ok(())
    }

    async fn send(&mut self, imported: &mut Imported) -> Result<(), Fault> {
        self.bytes = 0;
        let (port, namespace) = (self.port, self.namespace.clone());
        let events = async |events: Vec<EventRequest>, imported: &mut Imported| {
            send_events(port, namespace.clone(), events, imported).await
        };
        each(std::mem::take(&mut self.events), imported, events).await?;
        let memories = async |memories: Vec<StoreRequest>, imported: &mut Imported| {
            send_memories(port, memories, imported).await
        };
        each(std::mem::take(&mut self.memories), imported, memories).await?;
        let kept = std::mem::take(&mut self.kept);
        self.keeper.send(kept, imported).await
    }

    async fn end(&mut self, imported: &mut Imported) -> Result<(), Fault> {
        self.send(imported).await?;
        self.keeper.finish(imported).await
    }
}

async fn send_memories(
    port: &dyn Port,
    memories: Vec<StoreRequest>,
    imported: &mut Imported,
) -> Result<(), Fault> {
    let request = StoreBatchRequest {
        memories,
        imported: true,
    };
    let reply = ask(port, &request).await?;
    imported.count_memories(&reply.stored);
    Ok(())
}
