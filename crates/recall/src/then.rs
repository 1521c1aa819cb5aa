//! How a memory stood at a position of the journal. What was said of it since is not so yet.

use std::collections::BTreeMap;

use mneme_model::{Event, MemoryStatus, Opposition, Seq, Verdict};
use mneme_store::View;
use mneme_store::tables::journal;
use mneme_store::tables::memories::{MemoryRow, Unopposed};
use mneme_store::tables::outcomes::Outcome;
use mneme_store::tables::versions::{self, Why};

use crate::Result;

/// After one position, and up to another.
#[derive(Clone, Copy)]
struct Span(Seq, Seq);

/// A memory whose words were those of `head` then.
pub fn stood(view: &View<'_>, memory: MemoryRow, head: &Event, then: Seq) -> Result<MemoryRow> {
    let own = own(view, memory.seq, head, then)?;
    let opposition = against(view, memory.seq, then)?;
    let confidence = memory.unopposed.confidence;
    Ok(MemoryRow {
        status: opposition.status(own),
        outcome: Outcome {
            confidence: opposition.confidence(own, confidence),
            ..memory.outcome
        },
        unopposed: Unopposed {
            status: own,
            confidence,
        },
        opposition,
        ..memory
    })
}

/// By itself: as these words began, and by what was done to them until then.
fn own(view: &View<'_>, memory: Seq, head: &Event, then: Seq) -> Result<MemoryStatus> {
    let mut status = head.body.status.unwrap_or_default();
    let moving = [Why::Confirms, Why::Judges, Why::Moves];
    for act in acts(view, memory, &moving, Span(head.seq, then))? {
        let said = journal::load(view, act)?;
        status = said.and_then(|event| event.body.status).unwrap_or(status);
    }
    Ok(status)
}

/// What spoke against it, as far as that was not settled.
fn against(view: &View<'_>, memory: Seq, then: Seq) -> Result<Opposition> {
    let mut open = BTreeMap::new();
    for act in acts(view, memory, &[Why::Contradicts], Span(0, then))? {
        let said = journal::load(view, act)?;
        let Some((other, at_ms)) = said.and_then(|event| opponent(&event, memory)) else {
            continue;
        };
        if !is_settled(view, memory, other, Span(act, then))? {
            open.entry(other).or_insert(at_ms);
        }
    }
    Ok(Opposition {
        open: open.len() as u32,
        since_ms: open.values().max().copied(),
    })
}

/// Whom it is doubted for by this word, and since when; nobody where only the other is.
fn opponent(event: &Event, memory: Seq) -> Option<(Seq, i64)> {
    let (first, second) = (event.body.memory?, event.body.by?);
    let other = match first == memory {
        true => second,
        false => Some(first).filter(|_| !event.body.one_sided)?,
    };
    Some((other, event.occurred.ms))
}

/// As the fold of contradictions has it: somebody vouched for it, or said that the other is wrong, or
/// one of them gave way or says something else.
fn is_settled(view: &View<'_>, memory: Seq, other: Seq, span: Span) -> Result<bool> {
    Ok(is_judged(view, memory, Verdict::Confirm, span)?
        || is_judged(view, other, Verdict::Reject, span)?
        || has_changed(view, memory, span)?
        || has_changed(view, other, span)?)
}

fn is_judged(view: &View<'_>, memory: Seq, verdict: Verdict, span: Span) -> Result<bool> {
    for act in acts(view, memory, &[Why::Judges], span)? {
        let judged = journal::load(view, act)?.and_then(|event| event.body.judged);
        if judged.is_some_and(|judged| judged.verdict == verdict) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_changed(view: &View<'_>, memory: Seq, span: Span) -> Result<bool> {
    if !acts(view, memory, &[Why::Supersedes], span)?.is_empty() {
        return Ok(true);
    }
    let mut last = says(view, memory)?;
    for version in acts(view, memory, &[Why::Updates], Span(0, span.1))? {
        let now = says(view, version)?;
        if version > span.0 && now != last {
            return Ok(true);
        }
        last = now;
    }
    Ok(false)
}

fn says(view: &View<'_>, version: Seq) -> Result<Option<String>> {
    let event = journal::load(view, version)?;
    Ok(event.and_then(|event| event.body.fingerprint))
}

/// What was done to a memory in these ways, in order.
fn acts(view: &View<'_>, memory: Seq, ways: &[Why], span: Span) -> Result<Vec<Seq>> {
    let mut acts = Vec::new();
    for why in ways {
        acts.extend(versions::acts(view, memory, *why)?);
    }
    acts.retain(|act| *act > span.0 && *act <= span.1);
    acts.sort_unstable();
    Ok(acts)
}
