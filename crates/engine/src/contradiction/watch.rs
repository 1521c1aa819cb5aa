//! Behind every memory that is told or gets other words: what it speaks against.

use mneme_journal::{Consequence, Draft, Journal};
use mneme_model::{Body, Event, Kind, MemoryStatus, Moment, Seq, ids};
use mneme_store::names::Namespace;
use mneme_store::seal::random;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{assertions, journal, versions};
use mneme_store::{Error, Tx};

use super::opponents::{Keyed, among, counts};
use crate::fold::root;
use crate::{Result, signals};

/// Which way of reading made the tables: with another one they are made again.
pub const READING: i64 = 3;

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
        let Some((row, found)) = found else {
            return Ok(Vec::new());
        };
        signals::CONTRADICTIONS.add(found.len() as u64);
        let notes = found.iter().map(|other| {
            let doubted = match [is_hearsay(tx, &row)?, is_hearsay(tx, other)?] {
                [true, false] => Doubted::New,
                [false, true] => Doubted::Other,
                _ => doubted(namespace, event, &row, other),
            };
            note(tx, row.seq, other.seq, doubted)
        });
        notes.collect()
    }
}

/// Of two that speak against each other, which is doubted for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubted {
    Both,
    New,
    Other,
}

/// Both, as a rule. What a guest says casts no doubt on what the owner believes; and what comes
/// from another store is told with what was made of it there, so of two only one of which somebody
/// vouched for, the other is doubted.
fn doubted(namespace: &Namespace, event: &Event, new: &MemoryRow, other: &MemoryRow) -> Doubted {
    let brought = event.body.brought.as_ref();
    let brought = brought.is_some_and(|brought| brought.written_ms.is_some());
    let vouched_for =
        |row: &MemoryRow| row.outcome.confirms > 0 && row.unopposed.status == MemoryStatus::Active;
    match (vouched_for(new), vouched_for(other)) {
        _ if namespace.through.is_some() => Doubted::New,
        (true, false) if brought => Doubted::Other,
        (false, true) if brought => Doubted::New,
        _ => Doubted::Both,
    }
}

/// What nobody said or vouched for yet: it takes away nothing that somebody told.
fn is_hearsay(tx: &Tx<'_>, row: &MemoryRow) -> mneme_store::Result<bool> {
    if row.outcome.confirms > 0 || row.unopposed.status != MemoryStatus::Candidate {
        return Ok(false);
    }
    let head = journal::load(tx, row.head_seq)?;
    Ok(head.is_some_and(|head| head.body.overheard))
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

/// The memory as it stands, and those that speak against it.
fn opposed(
    tx: &Tx<'_>,
    namespace: &Namespace,
    event: &Event,
    memory: Seq,
) -> Result<Option<(MemoryRow, Vec<MemoryRow>)>> {
    let Some(said) = assertions::get(tx, memory)? else {
        return Ok(None);
    };
    let keyed = Keyed {
        negative: said.negative,
        words: said.words,
    };
    let found = among(tx, namespace, &keyed, &event.body.text)?;
    if found.is_empty() {
        return Ok(None);
    }
    let row = memories::get(tx, memory)?.filter(counts);
    Ok(row.map(|row| (row, found)))
}

/// The event that says so.
fn note(tx: &Tx<'_>, new: Seq, other: Seq, doubted: Doubted) -> mneme_store::Result<Draft> {
    let (memory, other) = match doubted {
        Doubted::Other => (other, new),
        Doubted::New | Doubted::Both => (new, other),
    };
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
            one_sided: doubted != Doubted::Both,
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
    let events = match journal.refold(|_, _| ()).await {
        // What is damaged keeps nobody from the rest: the tables stay as they were.
        Err(error @ Error::Damaged { .. }) => {
            tracing::error!(%error, "tables of an older build were not made again");
            return Ok(());
        }
        folded => folded?,
    };
    if events > 0 {
        tracing::info!(
            events,
            "what memories say is held against others from now on"
        );
    }
    let done = |tx: &Tx<'_>| Ok::<_, crate::Error>(assertions::set_reading(tx, READING)?);
    journal.store().write(1, done).await
}
