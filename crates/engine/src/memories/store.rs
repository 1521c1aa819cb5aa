//! Storing facts.

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::event::Metadata;
use mneme_model::{Body, Code, Kind, MemoryType, Moment};
use mneme_store::names::Namespace;
use mneme_store::tables::journal::encode;
use mneme_store::tables::memories::MemoryRow;

use super::lifecycle::{self, Cause};
use crate::aside::{Aside, Projects};
use crate::sharing::shown;
use crate::{
    Engine, Error, Initiative, OnDuplicate, Record, Result, checks, contradiction, said, signals,
};

/// A fact to be kept.
#[derive(Clone, Debug, Default)]
pub struct NewMemory {
    pub content: String,
    pub tags: Vec<String>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub speaker: Option<String>,
    pub kind: Option<String>,
    pub memory_type: MemoryType,
    pub occurred_at: Option<String>,
    pub metadata: Metadata,
    /// What it means, as whoever tells it says, instead of what the model would.
    pub embedding: Option<Vec<f32>>,
    /// Only its owner can read the words.
    pub zero_knowledge: bool,
    /// What a notebook kept of it, where it is brought from another store.
    pub noted: Option<Aside>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub id: String,
    pub version: u64,
    /// The words were there already: one more evidence was counted.
    pub duplicate: bool,
    /// The words had been forgotten: told again on purpose they are kept, imported they are
    /// not.
    pub forgotten: bool,
    /// Memories that speak against it, those one sees.
    pub contradicts: Vec<String>,
}

impl Stored {
    pub(super) fn forgotten() -> Self {
        Self {
            id: String::new(),
            version: 0,
            duplicate: false,
            forgotten: true,
            contradicts: Vec::new(),
        }
    }
}

pub(crate) fn is_forgotten(intake: &Intake<'_>, draft: &Draft) -> Result<bool> {
    said::is_forgotten(intake.tx, intake.namespace, &draft.body.text)
}

impl Engine {
    /// Stores all or none, but for what a machine brings that was forgotten or corrected.
    pub async fn store_memories(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        new: Vec<NewMemory>,
        initiative: Initiative,
    ) -> Result<Vec<Stored>> {
        let (namespace, origin) = self.storing(caller, namespace).await?;
        checks::batch("memories", new.len(), self.settings.limits.batch_memories)?;
        // What somebody of another namespace may not see is not told by what is refused.
        if initiative == Initiative::Caller && namespace.through.is_none() {
            self.refuse_alike(caller, &namespace, &new).await?;
        }
        let drafts = new
            .into_iter()
            .map(|memory| self.draft(&namespace, memory))
            .collect::<Result<Vec<_>>>()?;
        for draft in &drafts {
            let agent = draft.agent.as_deref().or(origin.agent.as_deref());
            within_grant(&namespace, draft, agent)?;
        }
        let payloads = drafts
            .iter()
            .map(|draft| encode(&draft.body))
            .collect::<Result<Vec<_>, _>>()?;
        let policy = match self.settings.on_duplicate {
            OnDuplicate::AddEvidence if initiative == Initiative::Machine => OnDuplicate::Ignore,
            policy => policy,
        };
        let hints = drafts.clone();
        let stored = self
            .journal
            .run(namespace, origin, &hints, move |intake| {
                let one = |(n, draft): (usize, &Draft)| {
                    if initiative == Initiative::Machine {
                        if is_forgotten(intake, draft)? {
                            return Ok(Stored::forgotten());
                        }
                        if let Some(known) = corrected(intake, draft)? {
                            return Ok(known);
                        }
                    }
                    store_one(intake, &drafts[..n], draft, &payloads[n], policy)
                };
                drafts
                    .iter()
                    .enumerate()
                    .map(one)
                    .collect::<Result<Vec<_>>>()
            })
            .await?;
        signals::STORES.add(stored.len() as u64);
        Ok(stored)
    }

    pub(crate) fn draft(&self, namespace: &Namespace, new: NewMemory) -> Result<Draft> {
        let limits = &self.settings.limits;
        checks::content(limits, &new.content)?;
        checks::tags(limits, &new.tags)?;
        checks::name(limits, "agent", new.agent.as_deref())?;
        checks::name(limits, "session", new.session.as_deref())?;
        checks::name(limits, "speaker", new.speaker.as_deref())?;
        checks::metadata(limits, &new.metadata)?;
        let label = new.kind.filter(|kind| kind != Kind::MemoryStored.name());
        label.as_deref().map_or(Ok(()), checks::label)?;
        let occurred = checks::moment("occurred_at", new.occurred_at.as_deref())?;
        let body = Body {
            fingerprint: Some(namespace.key.value(&new.content)),
            text: new.content,
            label,
            tags: new.tags,
            memory_type: Some(new.memory_type),
            metadata: new.metadata,
            meaning: self.meaning("embedding", new.embedding.as_deref())?,
            zero_knowledge: new.zero_knowledge,
            noted: new
                .noted
                .map(|noted| noted.noted(namespace, &Projects::new())),
            ..Body::default()
        };
        Ok(Draft {
            ext_id: self.mint_id()?,
            kind: Kind::MemoryStored,
            session: new.session,
            agent: new.agent,
            speaker: new.speaker,
            occurred: occurred.unwrap_or(Moment::from_ms(self.store.now_ms())),
            body,
        })
    }
}

/// What somebody of another namespace stores is what it sees.
fn within_grant(namespace: &Namespace, draft: &Draft, agent: Option<&str>) -> Result<()> {
    if namespace.opens(&draft.body.tags, agent) {
        return Ok(());
    }
    let message = "this memory has none of the tags, or not the agent, that were granted";
    Err(Error::refused(Code::OutsideGrant, message))
}

/// In the writer: the same words again are evidence, or a refusal; new ones are appended. `before` are
/// those that come with it and were stored already.
fn store_one(
    intake: &Intake<'_>,
    before: &[Draft],
    draft: &Draft,
    payload: &[u8],
    policy: OnDuplicate,
) -> Result<Stored> {
    let fresh = || {
        // That something was forgotten is the owner's to know.
        let forgotten = intake.namespace.through.is_none() && is_forgotten(intake, draft)?;
        let seq = intake.append_hint(before.len(), draft, payload)?.seq;
        Ok(Stored {
            id: draft.ext_id.clone(),
            version: 1,
            duplicate: false,
            forgotten,
            contradicts: contradiction::names(intake.tx, intake.namespace, seq)?,
        })
    };
    let Some(known) = said::known(intake.tx, intake.namespace, &draft.body.text)? else {
        return fresh();
    };
    let space = intake.namespace;
    let record = Record::of_memory(intake.tx, space, known.clone())?.ok_or_else(|| gone(&known))?;
    // What is not seen is not there: it is told as if for the first time.
    let Some(record) = shown(intake.namespace, record) else {
        return fresh();
    };
    match policy {
        OnDuplicate::Refuse => {
            // One of its own batch is not there once that is refused.
            let beside = before.iter().position(|one| one.ext_id == record.id);
            let what = match beside {
                Some(n) => format!("batch memory {n}"),
                None => format!("memory {}", record.id),
            };
            Err(repeated(&what))
        }
        OnDuplicate::Ignore => Ok(known_as(record)),
        OnDuplicate::AddEvidence => {
            intake.append(&evidence(draft, &known))?;
            signals::DUPLICATES.add(1);
            Ok(known_as(record))
        }
    }
}

/// The very same words stand elsewhere.
pub(super) fn repeated(what: &str) -> Error {
    let message = format!("duplicate content (matches {what})");
    Error::refused(Code::Duplicate, message)
}

/// What a machine brings that a memory said before somebody corrected it, or put another in its place.
fn corrected(intake: &Intake<'_>, draft: &Draft) -> Result<Option<Stored>> {
    let (tx, space, text) = (intake.tx, intake.namespace, &draft.body.text);
    if said::known(tx, space, text)?.is_some() {
        return Ok(None);
    }
    let Some(known) = said::corrected(tx, space, text)? else {
        return Ok(None);
    };
    let record = Record::of_memory(tx, space, known)?;
    Ok(record.and_then(|record| shown(space, record)).map(known_as))
}

fn known_as(record: Record) -> Stored {
    Stored {
        id: record.id,
        version: record.version,
        duplicate: true,
        forgotten: false,
        contradicts: record.contradicts,
    }
}

/// Told again, what had grown stale is believed anew, and a candidate is none any more.
fn evidence(draft: &Draft, known: &MemoryRow) -> Draft {
    Draft {
        kind: Kind::EvidenceAdded,
        session: None,
        body: Body {
            memory: Some(known.seq),
            status: lifecycle::change(known.status, Cause::Retold),
            ..Body::default()
        },
        ..draft.clone()
    }
}

fn gone(known: &MemoryRow) -> Error {
    Error::Store(mneme_store::Error::Corrupt(format!(
        "memory {} has no event",
        known.seq
    )))
}
