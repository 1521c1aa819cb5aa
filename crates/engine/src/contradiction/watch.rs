//! Behind every memory that is told or gets other words: what it speaks against.

use mneme_journal::{Consequence, Draft, Journal};
use mneme_model::{Body, Event, Kind, Moment, Seq, ids};
use mneme_store::names::Namespace;
use mneme_store::seal::random;
use mneme_store::tables::{assertions, journal, memories, versions};
use mneme_store::{Error, Tx};

use super::Assertion;
use super::opponents::{among, counts};
use crate::fold::root;
use crate::{Result, signals};

/// Which way of reading made the tables: with another one they are made again.
pub const READING: i64 = 1;

pub struct Watch;

impl Consequence for Watch {
    fn follow(
        &self,
        tx: &Tx<'_>,
        namespace: &Namespace,
        event: &Event,
    ) -> mneme_store::Result<Vec<Draft>> {
        let Some(memory) = told(tx, event)? else {
            return Ok(Vec::new());
        };
        let found = opposed(tx, namespace, event, memory).map_err(stored)?;
        signals::CONTRADICTIONS.add(found.len() as u64);
        // What a guest says casts no doubt on what the owner believes.
        let one_sided = namespace.through.is_some();
        let notes = found
            .into_iter()
            .map(|other| note(tx, memory, other, one_sided));
        notes.collect()
    }
}

/// The memory an event tells, if its words were not believed a moment ago.
fn told(tx: &Tx<'_>, event: &Event) -> mneme_store::Result<Option<Seq>> {
    match event.kind {
        Kind::MemoryStored => Ok(Some(event.seq)),
        Kind::MemoryUpdated => {
            let memory = root(event)?;
            Ok(are_new(tx, event)?.then_some(memory))
        }
        _ => Ok(None),
    }
}

fn are_new(tx: &Tx<'_>, event: &Event) -> mneme_store::Result<bool> {
    let Some(before) = event.body.replaces else {
        return Ok(true);
    };
    let version = versions::get(tx, before)?;
    // Nobody believed it any more when it was told anew.
    if version.is_some_and(|version| version.to_seq != Some(event.seq)) {
        return Ok(true);
    }
    let before = journal::load(tx, before)?;
    Ok(before.is_none_or(|before| before.body.fingerprint != event.body.fingerprint))
}

fn opposed(tx: &Tx<'_>, namespace: &Namespace, event: &Event, memory: Seq) -> Result<Vec<Seq>> {
    let Some(row) = assertions::get(tx, memory)? else {
        return Ok(Vec::new());
    };
    let stands = memories::get(tx, memory)?.is_some_and(|row| counts(&row));
    let said = Assertion::read(&event.body.text).filter(|_| stands);
    let Some(said) = said else {
        return Ok(Vec::new());
    };
    let found = among(tx, namespace, &said, &row.words)?;
    Ok(found.into_iter().map(|row| row.seq).collect())
}

/// The event that says so.
fn note(tx: &Tx<'_>, memory: Seq, other: Seq, one_sided: bool) -> mneme_store::Result<Draft> {
    Ok(Draft {
        ext_id: ids::uuid_v7(tx.now_ms(), random()?),
        kind: Kind::MemoryContradicted,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(tx.now_ms()),
        body: Body {
            memory: Some(memory),
            by: Some(other),
            one_sided,
            ..Body::default()
        },
    })
}

fn stored(error: crate::Error) -> Error {
    match error {
        crate::Error::Store(error) => error,
        other => Error::Corrupt(other.to_string()),
    }
}

/// Tables that another build left, or another way of reading, are made from the journal again.
pub async fn kept(journal: &Journal) -> Result<()> {
    let read = |view: &mneme_store::View<'_>| Ok::<_, crate::Error>(assertions::reading(view)?);
    if journal.store().read(read).await? == READING {
        return Ok(());
    }
    let events = journal.refold(|_, _| ()).await?;
    if events > 0 {
        tracing::info!(
            events,
            "what memories say is held against others from now on"
        );
    }
    let done = |tx: &Tx<'_>| Ok::<_, crate::Error>(assertions::set_reading(tx, READING)?);
    journal.store().write(1, done).await
}
