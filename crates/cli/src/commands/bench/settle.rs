//! Loading a store, and waiting until everything behind it has caught up.

use std::sync::Arc;

use mneme_access::Caller;
use mneme_engine::events::NewEvent;
use mneme_engine::{Engine, Initiative};
use mneme_surfaces::desk::fault;
use mneme_wire::Fault;

use super::writes::wait_for_index;
use crate::progress::bar;

/// As many as a request may carry.
const BATCH: usize = 5_000;

/// Events that are there already are known by their ids and cost nothing.
pub async fn load(engine: &Engine, caller: &Caller, events: &[NewEvent]) -> Result<(), Fault> {
    for batch in events.chunks(BATCH) {
        let taken = engine
            .ingest(caller, None, batch.to_vec(), Initiative::Caller)
            .await;
        taken.map_err(|error| fault(&error))?;
    }
    Ok(())
}

/// Waits for the index, and for the vectors of the caller's namespace where there is a model.
pub async fn settle(engine: &Engine, caller: &Caller) -> Result<(), Fault> {
    wait_for_index(engine).await;
    if engine.model().is_none() {
        return Ok(());
    }
    let bar = bar("embedding");
    let shown = bar.clone();
    let told = Arc::new(move |done, all| {
        shown.set_length(all);
        shown.set_position(done);
    });
    let settled = engine.vectors_settled(caller, told).await;
    bar.finish_and_clear();
    settled.map(|_| ()).map_err(|error| fault(&error))
}
