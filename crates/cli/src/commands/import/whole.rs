//! An export as it was written: memories keep their ids, what was superseded stays so.

use std::io::{BufRead, Read};
use std::path::Path;

use indicatif::ProgressBar;
use mneme_wire::shapes::{EventRequest, ImportedMemory, Memory};
use mneme_wire::{Fault, Port};
use serde::Deserialize;

use super::kept::Kept;
use super::order::in_order;
use super::refusals::each;
use super::{BATCH, BATCH_BYTES, Imported, bad, send_events, unread};
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
    let namespace = args.place.namespace.clone();
    let mut kept = Kept::new(port, namespace.clone());
    let (stale, believed) = export.memories.into_iter().partition(is_stale);
    for memories in [believed, in_order(stale, names)] {
        for page in pages(memories, |memory| as_json(&memory.content)) {
            bar.inc(page.len() as u64);
            let named = |memory: ImportedMemory| (format!("memory {}", memory.id), memory);
            kept.send(page.into_iter().map(named).collect(), imported)
                .await?;
        }
    }
    for page in pages(export.events, |event| as_json(&event.content)) {
        bar.inc(page.len() as u64);
        let send = async |page: Vec<EventRequest>, imported: &mut Imported| {
            send_events(port, namespace.clone(), page, imported).await
        };
        let named = |event: Memory| (format!("event {}", event.id), happened(event));
        each(page.into_iter().map(named).collect(), imported, send).await?;
    }
    // Something may have been made of events.
    kept.finish(imported).await
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
    // Fields without their names would be taken for those of an export, in its order.
    if json.trim_ascii_start().starts_with(b"[") {
        let message = format!("{shown} is no export: it is a list; nothing was imported");
        return Err(bad(message));
    }
    serde_json::from_slice(json).map_err(wrong)
}

/// The ids of memories in the order they go, and how many events there are.
#[cfg(any(fuzzing, test))]
pub fn contents(file: &Path, text: &[u8]) -> Result<(Vec<String>, usize), Fault> {
    let export = parse(file, text)?;
    let (stale, believed): (Vec<_>, Vec<_>) = export.memories.into_iter().partition(is_stale);
    let all = believed.into_iter().chain(in_order(stale, names)).collect();
    let pages = pages(all, |memory: &ImportedMemory| memory.content.len());
    let ids = pages.into_iter().flatten().map(|memory| memory.id);
    let events = export.events.into_iter().map(happened);
    Ok((ids.collect(), events.count()))
}

pub(super) fn is_stale(memory: &ImportedMemory) -> bool {
    memory.status == "stale"
}

fn names(memory: &ImportedMemory) -> (&str, Vec<&str>) {
    let by = memory.superseded_by.as_deref();
    (&memory.id, by.into_iter().collect())
}

/// Cut into what fits into one request.
pub(super) fn pages<T>(all: Vec<T>, size: impl Fn(&T) -> usize) -> Vec<Vec<T>> {
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

/// How many bytes a text has once it is escaped.
pub(super) fn as_json(text: &str) -> usize {
    let escaped = text.bytes().filter(u8::is_ascii_control).count();
    text.len() + escaped * 5
}
