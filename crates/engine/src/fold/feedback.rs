//! What memories turned out to be worth, and whoever wrote them.

use mneme_journal::Fold;
use mneme_model::event::{Brought, Judged};
use mneme_model::{Event, Kind, Verdict};
use mneme_store::tables::versions::{self, Why};
use mneme_store::tables::{memories, outcomes, reputations};
use mneme_store::{Result, Tx};

use super::memories::{incomplete, root};

pub struct Feedback;

impl Fold for Feedback {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        if let Some(brought) = brought(event) {
            outcomes::bring(tx, event.seq, brought, event.written_ms())?;
            let (good, bad) = told_elsewhere(event, brought);
            if good + bad > 0 {
                reputations::add_many(tx, event.ns, event.actor, good, bad)?;
            }
        }
        if let Some(reused) = &event.body.reused {
            outcomes::reuse(tx, root(event)?, reused.confidence, event.recorded_ms)?;
        }
        if event.kind != Kind::FeedbackGiven {
            return Ok(());
        }
        let (memory, judged) = (root(event)?, judged(event)?);
        versions::link(tx, event.seq, memory, Why::Judges)?;
        // Said elsewhere and brought here, it was said before it was recorded.
        outcomes::add(tx, memory, judged, event.occurred.ms)?;
        if judged.verdict == Verdict::Confirm {
            memories::add_evidence(tx, memory)?;
        }
        if let Some(status) = event.body.status {
            memories::set_status(tx, memory, status, event.recorded_ms)?;
        }
        let good = speaks_for(judged.verdict);
        good.map_or(Ok(()), |good| {
            reputations::add(tx, event.ns, judged.source, good)
        })
    }

    /// What was said of a memory goes with it, for its source too.
    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::MemoryStored => {
                let counts = brought(event).map(|brought| told_elsewhere(event, brought));
                let (good, bad) = counts.unwrap_or_default();
                reputations::subtract_many(tx, event.ns, event.actor, good, bad)?;
                outcomes::remove(tx, event.seq)
            }
            Kind::FeedbackGiven => {
                let judged = judged(event)?;
                let good = speaks_for(judged.verdict);
                good.map_or(Ok(()), |good| {
                    reputations::subtract(tx, event.ns, judged.source, good)
                })
            }
            _ => Ok(()),
        }
    }
}

/// What was said of a memory before it came here, if anything was.
fn brought(event: &Event) -> Option<&Brought> {
    let brought = event.body.brought.as_ref();
    let brought = brought.filter(|brought| brought.is_judged());
    brought.filter(|_| event.kind == Kind::MemoryStored)
}

/// For and against its source. What was made of memories of this store was counted with them.
fn told_elsewhere(event: &Event, brought: &Brought) -> (u64, u64) {
    match event.body.derived_from.is_empty() {
        true => (brought.confirms, brought.rejects),
        false => (0, 0),
    }
}

fn judged(event: &Event) -> Result<&Judged> {
    event.body.judged.as_ref().ok_or_else(|| incomplete(event))
}

/// For or against the source. What another memory followed on was right in its time.
fn speaks_for(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Confirm => Some(true),
        Verdict::Reject => Some(false),
        Verdict::Supersede => None,
    }
}
