//! What is known, from the events that tell it.

use mneme_journal::Fold;
use mneme_model::{Event, Kind, MemoryStatus, Opposition, Seq};
use mneme_store::tables::injections::{self, Injections};
use mneme_store::tables::memories::{self, MemoryRow, Unopposed};
use mneme_store::tables::outcomes::Outcome;
use mneme_store::tables::versions::{self, VersionRow, Why};
use mneme_store::tables::{former, recalls};
use mneme_store::{Error, Result, Tx};

pub struct Memories;

impl Fold for Memories {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::MemoryStored => stored(tx, event),
            Kind::MemoryUpdated => updated(tx, event),
            Kind::EvidenceAdded => confirmed(tx, event),
            Kind::MemorySuperseded => superseded(tx, event),
            Kind::MemoryMoved => moved(tx, event),
            Kind::MemoryContradicted => contradicted(tx, event),
            _ => Ok(()),
        }
    }

    /// A memory goes as a whole, its first event last: until then the rows of its later ones
    /// only have to be untied.
    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        if event.kind == Kind::MemoryStored {
            versions::remove(tx, event.seq)?;
            memories::remove(tx, event.seq)?;
            injections::remove(tx, event.seq)?;
            recalls::remove(tx, event.seq)?;
            former::remove(tx, event.seq)?;
        }
        versions::unlink(tx, event.seq)
    }
}

fn stored(tx: &Tx<'_>, event: &Event) -> Result<()> {
    memories::insert(tx, &row(event, event.seq)?)?;
    versions::insert(tx, &version(event, event.seq))?;
    let mut sources = event.body.derived_from.iter();
    sources.try_for_each(|source| versions::link(tx, event.seq, *source, Why::Derives))
}

fn updated(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let memory = root(event)?;
    versions::retire(tx, memory, event.seq)?;
    versions::insert(tx, &version(event, memory))?;
    versions::link(tx, event.seq, memory, Why::Updates)?;
    let row = row(event, memory)?;
    former::keep(tx, memory, &row.fingerprint)?;
    memories::replace_head(tx, &row)
}

fn confirmed(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let memory = root(event)?;
    versions::link(tx, event.seq, memory, Why::Confirms)?;
    memories::add_evidence(tx, memory)?;
    let status = event.body.status;
    status.map_or(Ok(()), |status| {
        memories::set_status(tx, memory, status, event.recorded_ms)
    })
}

fn superseded(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let memory = root(event)?;
    versions::retire(tx, memory, event.seq)?;
    versions::link(tx, event.seq, memory, Why::Supersedes)?;
    memories::set_status(tx, memory, MemoryStatus::Superseded, event.written_ms())
}

fn moved(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let memory = root(event)?;
    if !event.body.derived_from.is_empty() {
        return tied(tx, event, memory);
    }
    let status = event.body.status.ok_or_else(|| incomplete(event))?;
    if !status.is_found() {
        versions::retire(tx, memory, event.seq)?;
    }
    versions::link(tx, event.seq, memory, Why::Moves)?;
    memories::set_status(tx, memory, status, event.recorded_ms)
}

/// It stands where it stood, and goes with what it was made of.
fn tied(tx: &Tx<'_>, event: &Event, memory: Seq) -> Result<()> {
    versions::link(tx, event.seq, memory, Why::Ties)?;
    let mut sources = event.body.derived_from.iter();
    sources.try_for_each(|source| versions::link(tx, memory, *source, Why::Derives))
}

/// Neither descends from the other: only the word on them goes with each.
fn contradicted(tx: &Tx<'_>, event: &Event) -> Result<()> {
    let other = event.body.by.ok_or_else(|| incomplete(event))?;
    versions::link(tx, event.seq, root(event)?, Why::Contradicts)?;
    versions::link(tx, event.seq, other, Why::Contradicts)
}

fn row(event: &Event, memory: Seq) -> Result<MemoryRow> {
    let fingerprint = event.body.fingerprint.clone();
    Ok(MemoryRow {
        seq: memory,
        ns: event.ns,
        status: event.body.status.unwrap_or_default(),
        version: event.body.version.unwrap_or(1),
        head_seq: event.seq,
        fingerprint: fingerprint.ok_or_else(|| incomplete(event))?,
        memory_type: event.body.memory_type.unwrap_or_default(),
        evidence: event.body.evidence.unwrap_or(1),
        created_ms: event.body.created_ms.unwrap_or(event.recorded_ms),
        updated_ms: event.written_ms(),
        outcome: Outcome::default(),
        pinned: false,
        injections: Injections::default(),
        recalls: 0,
        opposition: Opposition::default(),
        unopposed: Unopposed::default(),
    })
}

fn version(event: &Event, memory: Seq) -> VersionRow {
    let version = event.body.version.unwrap_or(1);
    VersionRow {
        from_seq: event.seq,
        memory,
        version,
        to_seq: None,
    }
}

pub fn root(event: &Event) -> Result<Seq> {
    event.body.memory.ok_or_else(|| incomplete(event))
}

pub fn incomplete(event: &Event) -> Error {
    Error::Corrupt(format!("event {} lacks what its kind must say", event.seq))
}
