//! Taking in what another store exported: ids, versions and counts are kept, and what was
//! superseded there is superseded here.

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::{Body, MemoryStatus};
use mneme_store::tables::journal::{self, encode};
use mneme_store::tables::memories;

use super::store::{NewMemory, Stored, is_forgotten};
use super::supersede;
use crate::{Engine, Error, Result, checks, pins, signals};

/// A memory as another store had it.
#[derive(Clone, Debug, Default)]
pub struct ImportedMemory {
    pub id: String,
    pub memory: NewMemory,
    pub version: u64,
    pub evidence: u64,
    /// Whether another took its place, and which, where that is known.
    pub superseded: bool,
    pub superseded_by: Option<String>,
    /// Whether somebody had said that it is wrong.
    pub contested: bool,
    /// Whether somebody kept it at hand.
    pub pinned: bool,
}

/// What the writer needs of one.
struct Incoming {
    draft: Draft,
    payload: Vec<u8>,
    superseded: bool,
    superseded_by: Option<String>,
    pinned: bool,
    /// For the events that say so.
    note_id: String,
    pin_id: String,
}

impl Engine {
    /// Takes all in, but for what is here already, and what was forgotten here.
    pub async fn import_memories(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        imported: Vec<ImportedMemory>,
    ) -> Result<Vec<Stored>> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let most = self.settings.limits.batch_memories;
        checks::batch("memories", imported.len(), most)?;
        let mut all = Vec::with_capacity(imported.len());
        for memory in imported {
            let draft = self.draft(&namespace, memory.memory.clone())?;
            all.push(incoming(memory, draft, [self.mint_id()?, self.mint_id()?])?);
        }
        let hints: Vec<Draft> = all.iter().map(|one| one.draft.clone()).collect();
        let stored = self
            .journal
            .run(namespace, origin, &hints, move |intake| {
                let one = |(n, one)| take_in(intake, n, one);
                all.iter().enumerate().map(one).collect::<Result<Vec<_>>>()
            })
            .await?;
        signals::STORES.add(stored.len() as u64);
        Ok(stored)
    }
}

fn incoming(
    memory: ImportedMemory,
    draft: Draft,
    [note_id, pin_id]: [String; 2],
) -> Result<Incoming> {
    let beyond_one = |n: u64| Some(n).filter(|n| *n > 1);
    let draft = Draft {
        ext_id: memory.id,
        body: Body {
            version: beyond_one(memory.version),
            evidence: beyond_one(memory.evidence),
            status: memory.contested.then_some(MemoryStatus::Contested),
            ..draft.body
        },
        ..draft
    };
    draft.check()?;
    Ok(Incoming {
        payload: encode(&draft.body)?,
        draft,
        superseded: memory.superseded,
        superseded_by: memory.superseded_by,
        pinned: memory.pinned,
        note_id,
        pin_id,
    })
}

/// In the writer: a known id, known words or forgotten ones change nothing.
fn take_in(intake: &Intake<'_>, n: usize, one: &Incoming) -> Result<Stored> {
    let draft = &one.draft;
    if let Some(seq) = journal::find(intake.tx, intake.ns(), &draft.ext_id)? {
        return Ok(match journal::is_live(intake.tx, seq)? {
            true => known(draft.ext_id.clone(), draft),
            false => Stored::forgotten(),
        });
    }
    if is_forgotten(intake, draft)? {
        return Ok(Stored::forgotten());
    }
    let fingerprint = draft.body.fingerprint.as_deref().unwrap_or_default();
    let same = memories::by_fingerprint(intake.tx, intake.ns(), fingerprint)?;
    // Words that are not believed any more may be told a second time.
    if let Some(same) = same.filter(|_| !one.superseded) {
        let first = journal::load(intake.tx, same.seq)?;
        let id = first.map_or_else(String::new, |event| event.ext_id);
        return Ok(known(id, draft));
    }
    let appended = intake.append_hint(n, draft, &one.payload)?;
    if one.superseded {
        let by = one.superseded_by.as_deref();
        let by = by.map(|id| journal::find(intake.tx, intake.ns(), id));
        let by = by.transpose()?.flatten();
        let old = memories::get(intake.tx, appended.seq)?.ok_or_else(|| lost(draft))?;
        intake.append(&supersede::note(intake, one.note_id.clone(), &old, by))?;
    }
    if one.pinned {
        pins::pin_memory(intake, one.pin_id.clone(), appended.seq)?;
    }
    Ok(Stored {
        id: draft.ext_id.clone(),
        version: draft.body.version.unwrap_or(1),
        duplicate: false,
        forgotten: false,
    })
}

fn known(id: String, draft: &Draft) -> Stored {
    Stored {
        id,
        version: draft.body.version.unwrap_or(1),
        duplicate: true,
        forgotten: false,
    }
}

fn lost(draft: &Draft) -> Error {
    let message = format!("memory {} was stored and is not there", draft.ext_id);
    Error::Store(mneme_store::Error::Corrupt(message))
}
