//! What was said of a memory so far.

use std::sync::Arc;

use mneme_model::{Event, Seq, Verdict};
use mneme_store::View;
use mneme_store::tables::journal;
use mneme_store::tables::versions::{self, Why};
use serde_json::Value;

use super::super::Via;
use crate::Result;

/// One word somebody said.
#[derive(Clone, Debug)]
pub struct Review {
    pub at_ms: i64,
    pub actor: Arc<str>,
    pub verdict: Verdict,
    pub via: String,
    /// The list it stood on then.
    pub queue: Option<String>,
    pub superseded_by: Option<String>,
}

/// Whoever reviews on the command line, as the published API names them.
const COMMAND: &str = "local-review-cli";

/// The word an event says, where it is one.
pub fn by(view: &View<'_>, act: Seq) -> Result<Option<Review>> {
    match journal::load(view, act)? {
        Some(event) => review(view, event),
        None => Ok(None),
    }
}

/// Oldest first.
pub fn of(view: &View<'_>, memory: Seq) -> Result<Vec<Review>> {
    let mut said = Vec::new();
    for seq in versions::acts(view, memory, Why::Judges)? {
        said.extend(by(view, seq)?);
    }
    Ok(said)
}

/// When a machine learnt it again, oldest first.
pub fn again(view: &View<'_>, memory: Seq) -> Result<Vec<i64>> {
    let mut times = Vec::new();
    for act in versions::acts(view, memory, Why::Confirms)? {
        let event = journal::load(view, act)?;
        let event = event.filter(|event| event.body.reused.is_some());
        times.extend(event.map(|event| event.recorded_ms));
    }
    Ok(times)
}

/// What a team had agreed on it where it comes from, as it came.
pub fn agreed(view: &View<'_>, memory: Seq) -> Result<Option<Value>> {
    let first = journal::load(view, memory)?;
    let brought = first.as_ref().and_then(|event| event.body.brought.as_ref());
    Ok(brought.and_then(|brought| brought.governance.clone()))
}

fn review(view: &View<'_>, event: Event) -> Result<Option<Review>> {
    let Some(judged) = event.body.judged else {
        return Ok(None);
    };
    let by = event.body.by.map(|seq| journal::ext_id(view, seq));
    let via = match judged.via.as_str() {
        "" => Via::Feedback.name().to_owned(),
        via => via.to_owned(),
    };
    let actor = match via.starts_with(Via::Command.name()) {
        true => COMMAND.into(),
        false => view.word(event.actor)?,
    };
    Ok(Some(Review {
        at_ms: event.occurred.ms,
        actor,
        verdict: judged.verdict,
        via,
        queue: Some(judged.queue).filter(|queue| !queue.is_empty()),
        superseded_by: by.transpose()?.flatten(),
    }))
}
