//! What memories say, and which of them speak against each other. It stands before the fold of
//! memories: it has to see what their words were.

use mneme_journal::Fold;
use mneme_model::{Event, Kind, Seq, Verdict};
use mneme_store::tables::assertions::{self, AssertionRow};
use mneme_store::tables::{contradictions, memories};
use mneme_store::{Result, Tx};

use super::memories::{incomplete, root};
use crate::contradiction::{Assertion, prefix};

pub struct Contradictions;

impl Fold for Contradictions {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::MemoryStored => keep(tx, event, event.seq),
            Kind::MemoryUpdated => reworded(tx, event),
            Kind::MemorySuperseded => end(tx, root(event)?),
            Kind::FeedbackGiven => judged(tx, event),
            Kind::MemoryContradicted => contradicted(tx, event),
            _ => Ok(()),
        }
    }

    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::MemoryStored => {
                assertions::remove(tx, event.seq)?;
                end(tx, event.seq)
            }
            Kind::MemoryContradicted => {
                let (memory, other) = both(event)?;
                contradictions::undo(tx, event.seq, memory, other)
            }
            _ => Ok(()),
        }
    }
}

/// A note on a shelf says what it is for, not what is so.
fn keep(tx: &Tx<'_>, event: &Event, memory: Seq) -> Result<()> {
    let noted = event.body.noted.as_ref();
    if noted.is_some_and(|noted| !noted.shelf.is_empty()) {
        return Ok(());
    }
    let Some(said) = Assertion::read(&event.body.text) else {
        return Ok(());
    };
    let words = said.keyed(&tx.namespace_of(event.ns)?.key);
    let prefix = prefix(words.len());
    let row = AssertionRow {
        memory,
        ns: event.ns,
        negative: said.negative,
        words,
    };
    assertions::insert(tx, &row, prefix)
}

/// Other words contradict something else, or nothing.
fn reworded(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let memory = root(event)?;
    let before = memories::get(tx, memory)?.map(|row| row.fingerprint);
    if before == event.body.fingerprint {
        return Ok(());
    }
    end(tx, memory)?;
    assertions::remove(tx, memory)?;
    keep(tx, event, memory)
}

/// Whoever vouches for it settles what speaks against it; whoever says that it is wrong takes away
/// what it says against others.
fn judged(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let memory = root(event)?;
    match event.body.judged.as_ref().map(|judged| judged.verdict) {
        Some(Verdict::Confirm) => contradictions::settle(tx, memory),
        Some(Verdict::Reject) => contradictions::silence(tx, memory),
        Some(Verdict::Supersede) | None => Ok(()),
    }
}

fn contradicted(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let (memory, other) = both(event)?;
    contradictions::open(tx, memory, other, event.seq, event.occurred.ms)?;
    if event.body.one_sided {
        return Ok(());
    }
    contradictions::open(tx, other, memory, event.seq, event.occurred.ms)
}

fn end(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    contradictions::settle(tx, memory)?;
    contradictions::silence(tx, memory)
}

fn both(event: &Event) -> Result<(Seq, Seq)> {
    let other = event.body.by.ok_or_else(|| incomplete(event))?;
    Ok((root(event)?, other))
}
