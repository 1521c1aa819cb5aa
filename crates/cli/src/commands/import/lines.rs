//! Lines of a file: events and memories, a JSON object each.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, Read};

use indicatif::ProgressBar;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{EventRequest, StoreBatchRequest, StoreRequest};
use mneme_wire::{Fault, Port};

use super::{BATCH, BATCH_BYTES, Imported, MAX_LINE_BYTES, about, send_events};
use crate::args::ImportArgs;

/// A line of the file.
pub(crate) enum Line {
    Event(EventRequest),
    Memory(StoreRequest),
}

/// Lines waiting to be sent together, each with its number.
#[derive(Default)]
struct Batch {
    /// Where all of it goes.
    namespace: Option<String>,
    events: Vec<(u64, EventRequest)>,
    memories: Vec<(u64, StoreRequest)>,
    bytes: usize,
}

/// Imports every line up to the first bad one, which is named.
pub async fn run(
    port: &dyn Port,
    args: &ImportArgs,
    mut reader: Box<dyn BufRead>,
    bar: &ProgressBar,
    imported: &mut Imported,
) -> Result<(), Fault> {
    let mut batch = Batch::into(args.place.namespace.clone());
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
            Ok(line) => batch.add(line, text.len(), port, imported).await?,
            Err(fault) => {
                // What stands before it is kept.
                batch.send(port, imported).await?;
                return Err(fault);
            }
        }
    }
    batch.send(port, imported).await
}

pub(crate) fn parse(bytes: &[u8], number: u64, seen: &mut Seen) -> Result<Line, Fault> {
    let wrong = |why: String| super::bad(format!("line {number}: {why}"));
    if bytes.len() as u64 >= MAX_LINE_BYTES {
        return Err(wrong(format!("longer than {MAX_LINE_BYTES} bytes")));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("not UTF-8".into()))?;
    let text = text.trim_start_matches('\u{feff}');
    let value: serde_json::Value = serde_json::from_str(text).map_err(|e| {
        let list = text.trim_start().starts_with('[');
        wrong(match list {
            true => String::from("a list, and not one JSON object a line"),
            false => format!("not JSON: {e}"),
        })
    })?;
    is_record(&value).map_err(wrong)?;
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

/// What is neither an event nor a memory is told as what it is.
fn is_record(value: &serde_json::Value) -> Result<(), String> {
    use serde_json::Value;
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

impl Batch {
    fn into(namespace: Option<String>) -> Self {
        Self {
            namespace,
            ..Self::default()
        }
    }

    async fn add(
        &mut self,
        line: Line,
        bytes: usize,
        port: &dyn Port,
        imported: &mut Imported,
    ) -> Result<(), Fault> {
        match line {
            Line::Event(event) => self.events.push((imported.lines, event)),
            Line::Memory(mut memory) => {
                let named = self.namespace.clone();
                memory.namespace = named.or(memory.namespace);
                // A batch goes to one namespace; lines may name several.
                let last = self.memories.last().map(|(_, last)| &last.namespace);
                if last.is_some_and(|last| *last != memory.namespace) {
                    self.send(port, imported).await?;
                }
                self.memories.push((imported.lines, memory));
            }
        }
        self.bytes += bytes;
        let full = self.events.len() >= BATCH || self.memories.len() >= BATCH;
        if full || self.bytes >= BATCH_BYTES {
            self.send(port, imported).await?;
        }
        Ok(())
    }

    async fn send(&mut self, port: &dyn Port, imported: &mut Imported) -> Result<(), Fault> {
        let batch = std::mem::replace(self, Self::into(self.namespace.clone()));
        let events = batch
            .events
            .iter()
            .map(|(_, event)| event.clone())
            .collect();
        if let Err(fault) = send_events(port, batch.namespace.clone(), events, imported).await {
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
            if let Err(fault) =
                send_events(port, self.namespace.clone(), vec![event.clone()], imported).await
            {
                return about(&format!("line {line}"), fault);
            }
        }
        whole
    }

    async fn blame_memory(&self, port: &dyn Port, whole: Fault, imported: &mut Imported) -> Fault {
        for (line, memory) in &self.memories {
            if let Err(fault) = send_memories(port, vec![memory.clone()], imported).await {
                return about(&format!("line {line}"), fault);
            }
        }
        whole
    }
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
    imported.count_memories(&reply.stored);
    Ok(())
}
