//! Memories to be asked, made before the server starts.

use std::path::Path;

use mneme_engine::Initiative;
use mneme_engine::memories::NewMemory;
use mneme_model::Door;
use mneme_surfaces::desk::{fault, local_caller};
use mneme_wire::Fault;

use super::super::corpus::Corpus;
use super::super::load::{open_with, trouble};
use super::super::meaning::synthetic;
use super::super::settle::settle;
use super::super::writes::wait_for_index;
use crate::progress::bar;

/// As many as a request may carry.
const BATCH: usize = 100;
/// So many the model reads in a short time; the vectors of more are made up.
const READ: usize = 10_000;

pub async fn memories(
    dir: &Path,
    settings: &mneme_engine::Settings,
    count: usize,
) -> Result<(), Fault> {
    // In a directory that is kept, an earlier run has done it.
    let done = dir.with_extension(count.to_string());
    if done.exists() {
        return Ok(());
    }
    made(dir, settings, count).await?;
    std::fs::write(done, "").map_err(trouble)
}

async fn made(dir: &Path, settings: &mneme_engine::Settings, count: usize) -> Result<(), Fault> {
    let (corpus, caller) = (Corpus::new(), local_caller(Door::Control));
    let engine = open_with(dir, settings).await?;
    let bar = bar("remembering");
    bar.set_length(count as u64);
    for first in (0..count).step_by(BATCH) {
        let last = (first + BATCH).min(count);
        let new = (first..last).map(|n| NewMemory {
            content: corpus.text(n as u64),
            ..NewMemory::default()
        });
        let stored = engine.store_memories(&caller, None, new.collect(), Initiative::Caller);
        stored.await.map_err(|error| fault(&error))?;
        bar.inc((last - first) as u64);
    }
    bar.finish_and_clear();
    match engine.model().is_some() && count > READ {
        true => {
            wait_for_index(&engine).await;
            synthetic::fill(&engine, settings, &corpus, count).await
        }
        false => settle(&engine, &caller).await,
    }
}
