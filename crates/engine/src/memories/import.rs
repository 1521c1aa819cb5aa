//! Taking in what another store exported: ids, times, versions, counts and whose word it was
//! are kept, what was superseded there is superseded here, and what was made of others there is made
//! of them here. A memory that is here already gets what was written of it since, and its end.

mod ended;
mod newer;

use mneme_access::{Caller, Need};
use mneme_journal::{Appended, Draft, Intake};
use mneme_model::event::Brought;
use mneme_model::{Body, Code, MemoryStatus, Opposition, Seq};
use mneme_store::tables::journal::{self, encode};
use mneme_store::tables::{memories, notes};

use super::store::{NewMemory, Stored, is_forgotten};
use super::{lifecycle, lineage, supersede};
use crate::{Engine, Error, Result, checks, contradiction, pins, said, signals};

/// A memory as another store had it.
#[derive(Clone, Debug, Default)]
pub struct ImportedMemory {
    pub id: String,
    pub memory: NewMemory,
    pub version: u64,
    pub evidence: u64,
    /// Which one took its place, where another did and that is known.
    pub superseded_by: Option<String>,
    /// What spoke against it there: whether that is so here is seen when it comes.
    pub contradicts: Vec<String>,
    /// What it was made of, if it was made of others.
    pub derived_from: Vec<String>,
    /// Where it stood there.
    pub status: MemoryStatus,
    /// How often somebody said this of it.
    pub confirms: u64,
    pub rejects: u64,
    pub supersedes: u64,
    /// Between 0 and 1.
    pub confidence: Option<f64>,
    pub verified_at: Option<String>,
    /// When somebody last said anything of it.
    pub judged_at: Option<String>,
    /// When it was first told there, and when its words were written.
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    /// On whose word.
    pub source: Option<String>,
    /// Whether somebody kept it at hand.
    pub pinned: bool,
}

/// More than anybody counts, and less than a table can hold.
const MOST: u64 = 1_000_000_000_000;

/// What the writer needs of one.
struct Incoming {
    draft: Draft,
    payload: Vec<u8>,
    status: MemoryStatus,
    superseded_by: Option<String>,
    derived_from: Vec<String>,
    source: Option<String>,
    pinned: bool,
    /// Whether whoever brings it may judge everything here.
    trusted: bool,
    /// For the events that say so.
    next_id: String,
    note_id: String,
    pin_id: String,
    away_id: String,
}

impl Engine {
    /// Takes all in, but for what is here already, no older than it comes, and what was forgotten here.
    pub async fn import_memories(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        imported: Vec<ImportedMemory>,
    ) -> Result<Vec<Stored>> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        // Whoever may not judge everything here may not bring judgements along.
        let trusted = caller.may(Need::Administer).is_ok();
        let most = self.settings.limits.batch_memories;
        checks::batch("memories", imported.len(), most)?;
        let mut all = Vec::with_capacity(imported.len());
        for mut memory in imported {
            if !trusted {
                memory = memory.unjudged();
            }
            let source = memory.source.as_deref();
            checks::name(&self.settings.limits, "source_key", source)?;
            let draft = self.draft(&namespace, memory.memory.clone())?;
            let one = incoming(memory, draft, self.store.now_ms())?;
            all.push(Incoming {
                trusted,
                next_id: self.mint_id()?,
                note_id: self.mint_id()?,
                pin_id: self.mint_id()?,
                away_id: self.mint_id()?,
                ..one
            });
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

// === impl ImportedMemory ===

impl ImportedMemory {
    /// As somebody says it who only writes.
    fn unjudged(self) -> Self {
        Self {
            confirms: 0,
            rejects: 0,
            supersedes: 0,
            confidence: None,
            verified_at: None,
            judged_at: None,
            source: None,
            ..self
        }
    }

    /// What it was doubted for; without that it was believed.
    fn opposed(&self) -> Opposition {
        let doubted = self.status == MemoryStatus::Contested;
        Opposition {
            open: self.contradicts.iter().filter(|_| doubted).count() as u32,
            since_ms: None,
        }
    }

    fn brought(&self, now_ms: i64) -> Result<Brought> {
        let counts = [self.confirms, self.rejects, self.supersedes];
        let counts = counts.into_iter().chain([self.version, self.evidence]);
        if counts.max().is_some_and(|count| count > MOST) {
            let message = format!("a count of it is larger than {MOST}");
            return Err(Error::refused(Code::BadRequest, message));
        }
        let thousandths = |sure: f64| (sure.clamp(0.0, 1.0) * 1_000.0).round() as u16;
        Ok(Brought {
            confirms: self.confirms,
            rejects: self.rejects,
            supersedes: self.supersedes,
            confidence: self.opposed().without(self.confidence.map(thousandths)),
            verified_ms: past("last_verified_at", &self.verified_at, now_ms)?,
            judged_ms: past("last_outcome_at", &self.judged_at, now_ms)?,
            written_ms: past("updated_at", &self.updated_at, now_ms)?,
            ..Brought::default()
        })
    }
}

/// What a clock elsewhere says; nothing was done later than now.
fn past(what: &str, text: &Option<String>, now_ms: i64) -> Result<Option<i64>> {
    let moment = checks::moment(what, text.as_deref())?;
    Ok(moment.map(|moment| moment.ms.min(now_ms)))
}

/// Without what the events are called that it may need, and as somebody brings it who is not trusted.
fn incoming(memory: ImportedMemory, draft: Draft, now_ms: i64) -> Result<Incoming> {
    let beyond_one = |n: u64| Some(n).filter(|n| *n > 1);
    let (brought, opposed) = (memory.brought(now_ms)?, memory.opposed().open > 0);
    let created_ms = past("created_at", &memory.created_at, now_ms)?;
    let draft = Draft {
        ext_id: memory.id,
        body: Body {
            version: beyond_one(memory.version),
            evidence: beyond_one(memory.evidence),
            status: memory.status.unsure().filter(|_| !opposed),
            created_ms,
            brought: Some(brought).filter(|brought| *brought != Brought::default()),
            ..draft.body
        },
        ..draft
    };
    draft.check()?;
    lineage::check(&memory.derived_from)?;
    Ok(Incoming {
        payload: encode(&draft.body)?,
        draft,
        status: memory.status,
        superseded_by: memory.superseded_by,
        derived_from: memory.derived_from,
        source: memory.source,
        pinned: memory.pinned,
        trusted: false,
        next_id: String::new(),
        note_id: String::new(),
        pin_id: String::new(),
        away_id: String::new(),
    })
}

/// In the writer: known words or forgotten ones change nothing, and a known id only what is older.
fn take_in(intake: &Intake<'_>, n: usize, one: &Incoming) -> Result<Stored> {
    let draft = &one.draft;
    if let Some(seq) = journal::find(intake.tx, intake.ns(), &draft.ext_id)? {
        return newer::meet(intake, one, seq);
    }
    if is_forgotten(intake, draft)? {
        return Ok(Stored::forgotten());
    }
    let noted = draft.body.noted.as_ref();
    if let Some(noted) = noted.filter(|noted| !noted.shelf.is_empty()) {
        // A note is known by its own name, whatever it says.
        let here = notes::find(intake.tx, intake.ns(), &noted.shelf, &noted.key)?;
        if let Some(here) = here.filter(|_| one.status.is_found()) {
            let id = journal::ext_id(intake.tx, here)?.unwrap_or_default();
            return Ok(known(id, draft));
        }
    }
    let same = said::known(intake.tx, intake.namespace, &draft.body.text)?;
    // Words that are not believed any more may be told a second time.
    if let Some(same) = same.filter(|_| one.status.is_found() && noted.is_none()) {
        let first = journal::load(intake.tx, same.seq)?;
        let id = first.map_or_else(String::new, |event| event.ext_id);
        return Ok(known(id, draft));
    }
    let Some(sources) = lineage::find(intake, &one.derived_from)? else {
        return Ok(Stored::forgotten());
    };
    let appended = append(intake, n, one, &sources)?;
    if one.trusted {
        lineage::follow(intake, &one.next_id, appended.seq, &sources.memories)?;
    }
    settle(intake, one, appended.seq)?;
    if one.pinned {
        pins::pin_memory(intake, one.pin_id.clone(), appended.seq)?;
    }
    taken(intake, draft, appended.seq)
}

fn append(
    intake: &Intake<'_>,
    n: usize,
    one: &Incoming,
    sources: &lineage::Sources,
) -> Result<Appended> {
    let writer = one.source.as_deref();
    if sources.is_empty() {
        return Ok(intake.append_hint_of(n, &one.draft, &one.payload, writer)?);
    }
    let draft = Draft {
        body: sources.of(one.draft.body.clone()),
        ..one.draft.clone()
    };
    let payload = encode(&draft.body)?;
    Ok(intake.append_hint_of(n, &draft, &payload, writer)?)
}

/// What was put away there was superseded, or nobody had a use for it.
fn settle(intake: &Intake<'_>, one: &Incoming, memory: Seq) -> Result<()> {
    let now = || memories::get(intake.tx, memory)?.ok_or_else(|| lost(&one.draft));
    let archived = one.status == MemoryStatus::Archived;
    if one.status == MemoryStatus::Superseded || archived && one.superseded_by.is_some() {
        let by = one.superseded_by.as_deref();
        let by = by.map(|id| journal::find(intake.tx, intake.ns(), id));
        let by = by.transpose()?.flatten();
        intake.append(&supersede::note(intake, one.note_id.clone(), &now()?, by))?;
    }
    if archived {
        intake.append(&lifecycle::put_away(intake, one.away_id.clone(), &now()?))?;
    }
    Ok(())
}

fn taken(intake: &Intake<'_>, draft: &Draft, memory: Seq) -> Result<Stored> {
    Ok(Stored {
        id: draft.ext_id.clone(),
        version: draft.body.version.unwrap_or(1),
        duplicate: false,
        forgotten: false,
        contradicts: contradiction::names(intake.tx, intake.namespace, memory)?,
    })
}

fn known(id: String, draft: &Draft) -> Stored {
    Stored {
        id,
        version: draft.body.version.unwrap_or(1),
        duplicate: true,
        forgotten: false,
        contradicts: Vec::new(),
    }
}

fn lost(draft: &Draft) -> Error {
    let message = format!("memory {} was stored and is not there", draft.ext_id);
    Error::Store(mneme_store::Error::Corrupt(message))
}
