//! What each job does.

use std::sync::Arc;

use mneme_jobs::Notes;

use crate::timeline::Passed;
use crate::{Engine, Result, log};

type Ran = Result<Option<Notes>, String>;

fn notes<const N: usize>(told: [(&str, String); N]) -> Option<Notes> {
    Some(told.map(|(name, value)| (name.to_owned(), value)).into())
}

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn passed(passed: Passed) -> Option<Notes> {
    if passed.is_empty() {
        return None;
    }
    notes([
        ("events", passed.events.to_string()),
        ("sessions", passed.sessions.to_string()),
        ("segments", passed.segments.to_string()),
        ("periods", passed.periods.to_string()),
    ])
}

/// Tells of the periods below which something changed.
pub async fn roll_up(engine: Arc<Engine>) -> Ran {
    let done = engine.toc.roll_up().await.map_err(words)?;
    Ok(warned(&engine, passed(done)))
}

/// A model that failed is told with the run: its work was done without it.
fn warned(engine: &Engine, notes: Option<Notes>) -> Option<Notes> {
    let failures = engine.toc.take_failures();
    if failures == 0 {
        return notes;
    }
    let mut notes = notes.unwrap_or_default();
    let warning = format!("a model failed {failures} times; those summaries were made locally");
    notes.insert(String::from("warning"), warning);
    Some(notes)
}

/// Cuts what is new into segments, and asks for the periods above to be told again.
pub async fn segment(engine: Arc<Engine>) -> Ran {
    let done = engine.toc.segment().await.map_err(words)?;
    if done.sessions > 0 && !engine.toc.asks_a_model() {
        engine.wake.roll_up();
    }
    engine.wake.when_idle(&engine.toc).await;
    Ok(warned(&engine, passed(done)))
}

/// Followers wake up by themselves; this sees to it that none was left behind.
pub async fn outbox(engine: Arc<Engine>) -> Ran {
    let behind = engine.index.lag();
    for namespace in engine.store.namespaces() {
        engine.index.ready(&namespace).await.map_err(words)?;
    }
    engine.wake.soon();
    let told = || notes([("events", behind.to_string())]);
    Ok((behind > 0).then(told).flatten())
}

pub async fn purge(engine: Arc<Engine>) -> Ran {
    engine.purge.run().await.map_err(words)?;
    engine.sealing.drop_expired().await.map_err(words)?;
    Ok(None)
}

/// Folds the log back into the file while nobody is in the way.
pub async fn checkpoint(engine: Arc<Engine>) -> Ran {
    let emptied = log::try_to_empty(&engine.store).await.map_err(words)?;
    Ok(notes([("emptied", emptied.to_string())]))
}

/// Proves that the tables are what the journal says.
pub async fn verify(engine: Arc<Engine>) -> Ran {
    let found = engine.prove(Arc::new(|_, _| ())).await.map_err(words)?;
    let told = found.sentences();
    match told.first() {
        None => Ok(notes([("events", found.tables.events.to_string())])),
        Some(first) => Err(format!("{} findings, the first: {first}", told.len())),
    }
}
