//! One memory takes the place of another: the old one is not believed any more, and still
//! answers what was believed before.

use mneme_access::{Caller, Need};
use mneme_journal::{Draft, Intake};
use mneme_model::{Body, Code, Kind, MemoryStatus, Moment, Seq};
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};

use super::merge::withdraw;
use super::succession;
use crate::{Engine, Error, Result, signals};

impl Engine {
    pub async fn supersede(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: &str,
        by: &str,
    ) -> Result<()> {
        self.scope(caller, Need::Write, namespace)?;
        let known = self.reading(caller, namespace)?;
        if id == by {
            let message = "a memory cannot take its own place";
            return Err(Error::refused(Code::BadRequest, message));
        }
        // There is nothing to change in a namespace that is not there; it is not made for it.
        known.ok_or_else(|| no_memory(id))?;
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let (ext_id, id, by) = (self.mint_id()?, id.to_owned(), by.to_owned());
        self.journal
            .run(namespace, origin, &[], move |intake| {
                let (old, new) = (find(intake, &id)?, find(intake, &by)?);
                believed(intake, &old, &id)?;
                believed(intake, &new, &by)?;
                withdraw(intake, &ext_id, &old, new.seq)?;
                intake.append(&note(intake, ext_id, &old, Some(new.seq)))?;
                Ok::<_, Error>(())
            })
            .await?;
        signals::UPDATES.add(1);
        Ok(())
    }
}

pub(crate) fn no_memory(id: &str) -> Error {
    Error::refused(Code::NoSuchMemory, format!("no memory has the id {id}"))
}

pub(crate) fn find(intake: &Intake<'_>, id: &str) -> Result<MemoryRow> {
    let unknown = || no_memory(id);
    let seq = journal::find(intake.tx, intake.ns(), id)?.ok_or_else(unknown)?;
    memories::get(intake.tx, seq)?.ok_or_else(unknown)
}

/// What was superseded takes nobody's place, and its own is taken.
pub(crate) fn believed(intake: &Intake<'_>, memory: &MemoryRow, id: &str) -> Result<()> {
    if memory.status != MemoryStatus::Superseded {
        return Ok(());
    }
    let by = succession::successor(intake.tx, memory)?;
    let by = by.map_or_else(String::new, |by| format!(" by {by}"));
    let message = format!("memory {id} was superseded already{by}");
    Err(Error::refused(Code::AlreadySuperseded, message))
}

/// The event that says so; `by` is where the successor began.
pub(crate) fn note(intake: &Intake<'_>, ext_id: String, old: &MemoryRow, by: Option<Seq>) -> Draft {
    Draft {
        ext_id,
        kind: Kind::MemorySuperseded,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(intake.tx.now_ms()),
        body: Body {
            memory: Some(old.seq),
            replaces: Some(old.head_seq),
            by,
            ..Body::default()
        },
    }
}
