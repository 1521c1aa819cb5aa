//! An export as it was written: memories keep their ids, what was superseded stays so.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, Read};

use indicatif::ProgressBar;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{EventRequest, ImportRequest, ImportedMemory, Memory, StoreReply};
use mneme_wire::{Fault, Port};
use serde::Deserialize;

use super::{BATCH, BATCH_BYTES, Imported, bad, send_events, unread};
use crate::args::ImportArgs;
use crate::commands::export::happened;

/// An export is held in memory; a larger one goes as lines.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// What is read of an export.
#[derive(Deserialize)]
struct Export {
    memories: Vec<ImportedMemory>,
    #[serde(default)]
    events: Vec<Memory>,
}

pub async fn run(
    port: &dyn Port,
    args: &ImportArgs,
    reader: Box<dyn BufRead>,
    bar: &ProgressBar,
) -> Result<Imported, Fault> {
    let export = read(args, reader)?;
    let all = export.memories.len() + export.events.len();
    bar.set_length(all as u64);
    let mut import = Import {
        port,
        namespace: args.place.namespace.clone(),
        imported: Imported {
            lines: all as u64,
            ..Imported::default()
        },
        elsewhere: HashMap::new(),
        bar,
    };
    let (stale, believed) = export.memories.into_iter().partition(is_stale);
    import.memories(believed).await?;
    import.memories(in_order(stale)).await?;
    import.events(export.events).await?;
    Ok(import.imported)
}

fn read(args: &ImportArgs, reader: Box<dyn BufRead>) -> Result<Export, Fault> {
    let mut text = Vec::new();
    let read = reader.take(MAX_BYTES).read_to_end(&mut text);
    read.map_err(|error| unread(&args.file, &error))?;
    let shown = args.file.display();
    if text.len() as u64 == MAX_BYTES {
        let message = format!("{shown} is larger than an export may be; export with --lines");
        return Err(bad(message));
    }
    let json = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
    let wrong = |error| {
        bad(format!(
            "{shown} is no export: {error}; nothing was imported"
        ))
    };
    serde_json::from_slice(json).map_err(wrong)
}

fn is_stale(memory: &ImportedMemory) -> bool {
    memory.status == "stale"
}

/// Each behind the one that took its place, so that it can name it.
fn in_order(mut stale: Vec<ImportedMemory>) -> Vec<ImportedMemory> {
    let mut ordered = Vec::with_capacity(stale.len());
    while !stale.is_empty() {
        let waiting: HashSet<String> = stale.iter().map(|memory| memory.id.clone()).collect();
        let waits = |memory: &ImportedMemory| {
            let by = memory.superseded_by.as_ref();
            by.is_some_and(|by| waiting.contains(by))
        };
        let (later, mut now): (Vec<_>, Vec<_>) = stale.into_iter().partition(waits);
        stale = later;
        if now.is_empty() {
            // A circle, which no store of ours writes: they go as they come.
            now = std::mem::take(&mut stale);
        }
        ordered.append(&mut now);
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
    imported: Imported,
    /// Memories that were here already under another id.
    elsewhere: HashMap<String, String>,
    bar: &'a ProgressBar,
}

// === impl Import ===

impl Import<'_> {
    async fn memories(&mut self, memories: Vec<ImportedMemory>) -> Result<(), Fault> {
        for page in pages(memories, |memory| memory.content.len()) {
            let page: Vec<_> = page.into_iter().map(|memory| self.moved(memory)).collect();
            let ids: Vec<String> = page.iter().map(|memory| memory.id.clone()).collect();
            let request = ImportRequest {
                namespace: self.namespace.clone(),
                memories: page,
            };
            let stored = ask(self.port, &request).await?.stored;
            self.bar.inc(stored.len() as u64);
            self.imported.count_memories(&stored);
            self.remember(ids, stored);
        }
        Ok(())
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
        for page in pages(events, |event| event.content.len()) {
            self.bar.inc(page.len() as u64);
            let page: Vec<EventRequest> = page.into_iter().map(happened).collect();
            let namespace = self.namespace.clone();
            send_events(self.port, namespace, page, &mut self.imported).await?;
        }
        Ok(())
    }
}
