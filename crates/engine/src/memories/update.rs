//! Changing a fact: a new version retires the old one from every recall.

use mneme_access::{Caller, Need};
use mneme_journal::{Draft, Intake};
use mneme_model::text::essence;
use mneme_model::{Body, Code, Event, Kind, MemoryStatus, MemoryType, NameId};
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};

use super::lifecycle::{self, Cause};
use super::merge::withdraw;
use super::store::repeated;
use super::supersede::no_memory;
use crate::{Engine, Error, OnDuplicate, Result, checks, contradiction, said, signals};

/// What to change; `None` stays as it is.
#[derive(Clone, Debug, Default)]
pub struct UpdateMemory {
    pub id: String,
    pub content: Option<String>,
    pub tags: Option<Vec<String>>,
    pub memory_type: Option<MemoryType>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Updated {
    pub id: String,
    pub version: u64,
    pub status: MemoryStatus,
    pub updated_ms: i64,
    /// Memories that speak against it, those one sees.
    pub contradicts: Vec<String>,
    /// It says something it did not say before.
    pub changed: bool,
}

impl Engine {
    pub async fn update_memory(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        change: UpdateMemory,
    ) -> Result<Updated> {
        self.scope(caller, Need::Write, namespace)?;
        self.check_change(&change)?;
        // There is nothing to change in a namespace that is not there; it is not made for it.
        let unknown = || no_memory(&change.id);
        self.reading(caller, namespace)?.ok_or_else(unknown)?;
        let (namespace, origin) = self.writing(caller, namespace).await?;
        if let Some(words) = &change.content {
            let alike = self.refuse_reworded(caller, &namespace, &change.id, words);
            alike.await?;
        }
        let refusing = self.settings.on_duplicate == OnDuplicate::Refuse;
        let (ext_id, key) = (self.mint_id()?, namespace.key.clone());
        let updated = self
            .journal
            .run(namespace, origin, &[], move |intake| {
                let (row, head) = find(intake, &change.id)?;
                let anew = is_new(&row, &head.body, &change);
                if refusing && cause(&head.body, &change) == Cause::Reworded {
                    refuse_repeated(intake, &row, &change)?;
                }
                if cause(&head.body, &change) == Cause::Reworded {
                    withdraw(intake, &ext_id, &row, row.seq)?;
                }
                if anew {
                    let mut body = changed(head.body.clone(), &row, &change);
                    body.fingerprint = Some(key.value(&body.text));
                    intake.append(&next(intake, ext_id, &head, body)?)?;
                }
                let now = memories::get(intake.tx, row.seq)?.unwrap_or(row);
                Ok::<_, Error>(Updated {
                    id: change.id,
                    version: now.version,
                    status: now.status,
                    updated_ms: match anew {
                        true => intake.tx.now_ms(),
                        false => head.written_ms(),
                    },
                    contradicts: contradiction::names(intake.tx, intake.namespace, now.seq)?,
                    changed: anew,
                })
            })
            .await?;
        signals::UPDATES.add(u64::from(updated.changed));
        Ok(updated)
    }

    fn check_change(&self, change: &UpdateMemory) -> Result<()> {
        let limits = &self.settings.limits;
        if change.content.is_none() && change.tags.is_none() && change.memory_type.is_none() {
            let message = "nothing to update: give content, tags or memory_type";
            return Err(Error::refused(Code::NothingToUpdate, message));
        }
        change
            .content
            .as_deref()
            .map_or(Ok(()), |content| checks::content(limits, content))?;
        change
            .tags
            .as_deref()
            .map_or(Ok(()), |tags| checks::tags(limits, tags))
    }
}

/// The memory and the event that holds its words now.
pub(super) fn find(intake: &Intake<'_>, id: &str) -> Result<(MemoryRow, Event)> {
    let unknown = || no_memory(id);
    let seq = journal::find(intake.tx, intake.ns(), id)?.ok_or_else(unknown)?;
    let row = memories::get(intake.tx, seq)?.ok_or_else(unknown)?;
    let head = journal::load(intake.tx, row.head_seq)?.ok_or_else(unknown)?;
    Ok((row, head))
}

/// Where repetitions are refused, no memory is made to say what another says.
fn refuse_repeated(intake: &Intake<'_>, row: &MemoryRow, change: &UpdateMemory) -> Result<()> {
    let words = change.content.as_deref().unwrap_or_default();
    let known = said::known(intake.tx, intake.namespace, words)?;
    match known.filter(|known| known.seq != row.seq) {
        Some(known) => {
            let id = journal::ext_id(intake.tx, known.seq)?.unwrap_or_default();
            Err(repeated(&format!("memory {id}")))
        }
        None => Ok(()),
    }
}

/// Whether a change changes anything: words, tags or type, or that it is believed again.
fn is_new(row: &MemoryRow, head: &Body, change: &UpdateMemory) -> bool {
    let words = change.content.as_ref();
    let tags = change.tags.as_ref();
    words.is_some_and(|words| *words != head.text)
        || tags.is_some_and(|tags| *tags != head.tags)
        || change
            .memory_type
            .is_some_and(|sort| sort != row.memory_type)
        || lifecycle::change(row.unopposed.status, cause(head, change)).is_some()
}

/// The whole next state: what is not changed is carried over.
pub(crate) fn changed(head: Body, row: &MemoryRow, change: &UpdateMemory) -> Body {
    let reworded = change
        .content
        .as_ref()
        .is_some_and(|text| essence(text) != essence(&head.text));
    Body {
        // Whatever speaks against it is told beside it.
        status: Some(lifecycle::after(row.unopposed.status, cause(&head, change)))
            .filter(|status| *status != MemoryStatus::Active),
        text: change.content.clone().unwrap_or(head.text),
        tags: change.tags.clone().unwrap_or(head.tags),
        memory_type: change.memory_type.or(head.memory_type),
        memory: Some(row.seq),
        version: Some(row.version + 1),
        replaces: Some(row.head_seq),
        created_ms: Some(row.created_ms),
        // It stands with the first version; this one is written here.
        brought: None,
        // Other words mean something else.
        meaning: head.meaning.filter(|_| !reworded),
        ..head
    }
}

/// Words that are doubted are not believed because their tags changed.
fn cause(head: &Body, change: &UpdateMemory) -> Cause {
    match &change.content {
        Some(text) if essence(text) != essence(&head.text) => Cause::Reworded,
        _ => Cause::Retagged,
    }
}

/// The event that makes a memory's next version.
pub(crate) fn next(intake: &Intake<'_>, ext_id: String, head: &Event, body: Body) -> Result<Draft> {
    let word = |id: Option<NameId>| -> Result<Option<String>> {
        let word = id.map(|id| intake.tx.word(id)).transpose()?;
        Ok(word.map(|word| word.to_string()))
    };
    Ok(Draft {
        ext_id,
        kind: Kind::MemoryUpdated,
        session: word(head.session)?,
        agent: word(head.agent)?,
        speaker: word(head.speaker)?,
        occurred: head.occurred,
        body,
    })
}
