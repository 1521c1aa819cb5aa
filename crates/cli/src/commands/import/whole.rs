//! An export as it was written: memories keep their ids, what was superseded stays so.

use std::collections::HashMap;
use std::io::{BufRead, Read};
use std::path::Path;

use indicatif::ProgressBar;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{EventRequest, ImportRequest, ImportedMemory, Memory, StoreReply};
use mneme_wire::{Fault, Port};
use serde::Deserialize;

use super::{BATCH, BATCH_BYTES, Imported, about, bad, send_events, unread};
use crate::args::ImportArgs;
use crate::commands::export::happened;

/// An export is held in memory; a larger one goes as lines.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// What is read of an export.
#[derive(Deserialize)]
pub struct Export {
    memories: Vec<ImportedMemory>,
    #[serde(default)]
    events: Vec<Memory>,
}

pub async fn run(
    port: &dyn Port,
    args: &ImportArgs,
    export: Export,
    bar: &ProgressBar,
    imported: &mut Imported,
) -> Result<(), Fault> {
    let all = export.memories.len() + export.events.len();
    bar.set_length(all as u64);
    imported.lines = all as u64;
    let mut import = Import {
        port,
        namespace: args.place.namespace.clone(),
        imported,
        elsewhere: HashMap::new(),
        bar,
    };
    let (stale, believed) = export.memories.into_iter().partition(is_stale);
    import.memories(believed).await?;
    import.memories(in_order(stale)).await?;
    import.events(export.events).await
}

pub fn read(args: &ImportArgs, reader: Box<dyn BufRead>) -> Result<Export, Fault> {
    let mut text = Vec::new();
    let read = reader.take(MAX_BYTES).read_to_end(&mut text);
    read.map_err(|error| unread(&args.file, &error))?;
    let shown = args.file.display();
    if text.len() as u64 == MAX_BYTES {
        let message = format!("{shown} is larger than an export may be; export with --lines");
        return Err(bad(message));
    }
    parse(&args.file, &text)
}

fn parse(file: &Path, text: &[u8]) -> Result<Export, Fault> {
    let shown = file.display();
    let json = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let wrong = |error| {
        bad(format!(
            "{shown} is no export: {error}; nothing was imported"
        ))
    };
    serde_json::from_slice(json).map_err(wrong)
}

/// The ids of memories in the order they go, and how many events there are.
#[cfg(fuzzing)]
pub fn contents(file: &Path, text: &[u8]) -> Result<(Vec<String>, usize), Fault> {
    let export = parse(file, text)?;
    let (stale, believed): (Vec<_>, Vec<_>) = export.memories.into_iter().partition(is_stale);
    let all = believed.into_iter().chain(in_order(stale)).collect();
    let pages = pages(all, |memory: &ImportedMemory| memory.content.len());
    let ids = pages.into_iter().flatten().map(|memory| memory.id);
    let events = export.events.into_iter().map(happened);
    Ok((ids.collect(), events.count()))
}

fn is_stale(memory: &ImportedMemory) -> bool {
    memory.status == "stale"
}

/// Each behind the one that took its place, so that it can name it. A circle, which no store of
/// ours writes, is cut where it is met.
fn in_order(stale: Vec<ImportedMemory>) -> Vec<ImportedMemory> {
    let ids = stale.iter().enumerate();
    let at: HashMap<&str, usize> = ids.map(|(n, memory)| (memory.id.as_str(), n)).collect();
    let successor = |memory: &ImportedMemory| at.get(memory.superseded_by.as_deref()?).copied();
    let successors: Vec<Option<usize>> = stale.iter().map(successor).collect();
    let mut waiting: Vec<Option<ImportedMemory>> = stale.into_iter().map(Some).collect();
    let mut ordered = Vec::with_capacity(waiting.len());
    for first in 0..waiting.len() {
        let (mut way, mut next) = (Vec::new(), Some(first));
        while let Some(n) = next {
            let Some(memory) = waiting.get_mut(n).and_then(Option::take) else {
                break;
            };
            way.push(memory);
            next = successors.get(n).copied().flatten();
        }
        ordered.extend(way.into_iter().rev());
    }
    ordered
}

/// Cut into what fits into one request.
fn pages<T>(all: Vec<T>, size: impl Fn(&T) -> usize) -> Vec<Vec<T>> {
    let (mut pages, mut page, mut bytes) = (Vec::new(), Vec::new(), 0);
    for one in all {
        bytes += size(&one);
        page.push(one);
        if page.len() >= BATCH || bytes >= BATCH_BYTES {
            pages.push(std::mem::take(&mut page));
            bytes = 0;
        }
    }
    if !page.is_empty() {
        pages.push(page);
    }
    pages
}

struct Import<'a> {
    port: &'a dyn Port,
    namespace: Option<String>,
    imported: &'a mut Imported,
    /// Memories that were here already under another id.
    elsewhere: HashMap<String, String>,
    bar: &'a ProgressBar,
}

// === impl Import ===

impl Import<'_> {
    async fn memories(&mut self, memories: Vec<ImportedMemory>) -> Result<(), Fault> {
        for page in pages(memories, |memory| as_json(&memory.content)) {
            let page: Vec<_> = page.into_iter().map(|memory| self.moved(memory)).collect();
            if let Err(whole) = self.send(page.clone()).await {
                return Err(self.blame_memory(page, whole).await);
            }
        }
        Ok(())
    }

    async fn send(&mut self, page: Vec<ImportedMemory>) -> Result<(), Fault> {
        let ids: Vec<String> = page.iter().map(|memory| memory.id.clone()).collect();
        let request = ImportRequest {
            namespace: self.namespace.clone(),
            memories: page,
        };
        let stored = ask(self.port, &request).await?.stored;
        self.bar.inc(stored.len() as u64);
        self.imported.count_memories(&stored);
        self.remember(ids, stored);
        Ok(())
    }

    /// A refused page is sent again one by one: what is good before the bad one is kept, and the
    /// bad one is named.
    async fn blame_memory(&mut self, page: Vec<ImportedMemory>, whole: Fault) -> Fault {
        for memory in page {
            let what = format!("memory {}", memory.id);
            if let Err(fault) = self.send(vec![memory]).await {
                return about(&what, fault);
            }
        }
        whole
    }

    /// With its successor under the id it has here.
    fn moved(&self, mut memory: ImportedMemory) -> ImportedMemory {
        if let Some(by) = &mut memory.superseded_by
            && let Some(here) = self.elsewhere.get(by)
        {
            by.clone_from(here);
        }
        memory
    }

    fn remember(&mut self, ids: Vec<String>, stored: Vec<StoreReply>) {
        let pairs = ids.into_iter().zip(stored);
        let pairs = pairs.map(|(id, stored)| (id, stored.id));
        let other = |(id, here): &(String, String)| !here.is_empty() && id != here;
        self.elsewhere.extend(pairs.filter(other));
    }

    async fn events(&mut self, events: Vec<Memory>) -> Result<(), Fault> {
        for page in pages(events, |event| as_json(&event.content)) {
            self.bar.inc(page.len() as u64);
            let page: Vec<EventRequest> = page.into_iter().map(happened).collect();
            if let Err(whole) = self.tell(page.clone()).await {
                return Err(self.blame_event(page, whole).await);
            }
        }
        Ok(())
    }

    async fn tell(&mut self, page: Vec<EventRequest>) -> Result<(), Fault> {
        send_events(self.port, self.namespace.clone(), page, self.imported).await
    }

    async fn blame_event(&mut self, page: Vec<EventRequest>, whole: Fault) -> Fault {
        for event in page {
            let what = format!("event {}", event.id.as_deref().unwrap_or_default());
            if let Err(fault) = self.tell(vec![event]).await {
                return about(&what, fault);
            }
        }
        whole
    }
}

/// How many bytes a text has once it is escaped.
fn as_json(text: &str) -> usize {
    let escaped = text.bytes().filter(u8::is_ascii_control).count();
    text.len() + escaped * 5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stale(id: usize, by: usize) -> ImportedMemory {
        ImportedMemory {
            id: id.to_string(),
            superseded_by: Some(by.to_string()),
            ..ImportedMemory::default()
        }
    }

    #[test]
    fn a_long_row_of_successors_is_ordered_at_once() {
        let row = (0..100_000).map(|n| stale(n, n + 1)).collect();
        let ordered = in_order(row);
        let ids: Vec<usize> = ordered.iter().map(|m| m.id.parse().unwrap()).collect();
        assert_eq!(ids, (0..100_000).rev().collect::<Vec<_>>());
    }

    #[test]
    fn a_circle_loses_nobody() {
        let ordered = in_order(vec![stale(1, 2), stale(2, 1), stale(3, 3), stale(1, 9)]);
        assert_eq!(ordered.len(), 4);
    }
}
