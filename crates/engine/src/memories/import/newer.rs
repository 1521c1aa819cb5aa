//! A memory that is here already and comes again: newer words are its next version, older ones are
//! nothing new. Nothing goes backwards.

use mneme_journal::{Draft, Intake};
use mneme_model::event::{Brought, Noted};
use mneme_model::text::essence;
use mneme_model::{Body, Event, Seq};
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};

use super::super::merge::withdraw;
use super::super::store::{Stored, is_forgotten};
use super::super::update::{self, UpdateMemory};
use super::{Incoming, ended, settle, taken};
use crate::Result;
use crate::notebook::whose;

/// In the writer: what becomes of a memory whose id is known.
pub(super) fn meet(intake: &Intake<'_>, one: &Incoming, seq: Seq) -> Result<Stored> {
    let draft = &one.draft;
    if !journal::is_live(intake.tx, seq)? {
        return Ok(Stored::forgotten());
    }
    let Some((row, head)) = older(intake, draft, seq)? else {
        return ended::meet(intake, one, seq);
    };
    if is_forgotten(intake, draft)? {
        return Ok(Stored::forgotten());
    }
    let body = next(one, &row, &head);
    // Whoever may not judge everything here takes no memory away by bringing it.
    let corrects = essence(&body.text) != essence(&head.body.text) && one.status.is_found();
    if one.trusted && corrects {
        withdraw(intake, &one.next_id, &row, seq)?;
    }
    let event = update::next(intake, one.next_id.clone(), &head, body)?;
    match one.source.as_deref() {
        Some(source) => intake.append_of(&event, source)?,
        None => intake.append(&event)?,
    };
    if one.trusted {
        settle(intake, one, seq)?;
    }
    taken(intake, draft, seq)
}

/// The memory as it is here, if what comes is a later version of it that was not written before. One
/// that is not found any more stays what it came to be, unless it was told anew there since.
fn older(intake: &Intake<'_>, draft: &Draft, seq: Seq) -> Result<Option<(MemoryRow, Event)>> {
    let version = draft.body.version.unwrap_or(1);
    let row = memories::get(intake.tx, seq)?;
    let anew = |row: &MemoryRow| written(draft) > Some(row.updated_ms);
    let may = |row: &MemoryRow| row.version < version && (row.status.is_found() || anew(row));
    let Some(row) = row.filter(may) else {
        return Ok(None);
    };
    let Some(head) = journal::load(intake.tx, row.head_seq)? else {
        return Ok(None);
    };
    let is_later = written(draft).is_none_or(|ms| ms >= head.written_ms());
    let is_seen = whose::is_seen(intake.tx, intake.namespace, &head)?;
    Ok((is_later && is_seen).then_some((row, head)))
}

fn written(draft: &Draft) -> Option<i64> {
    let brought = draft.body.brought.as_ref();
    brought.and_then(|brought| brought.written_ms)
}

/// Its next state: what an update may change is as it was there, the rest as it is here.
fn next(one: &Incoming, row: &MemoryRow, head: &Event) -> Body {
    let (there, here) = (&one.draft.body, &head.body);
    let change = UpdateMemory {
        id: one.draft.ext_id.clone(),
        content: Some(there.text.clone()),
        tags: Some(there.tags.clone()),
        memory_type: there.memory_type,
    };
    let project = here.noted.as_ref().and_then(|noted| noted.project);
    let noted = there.noted.clone().map(|noted| Noted { project, ..noted });
    let written_ms = written(&one.draft);
    let metadata = match one.trusted {
        true => there.metadata.clone(),
        false => here.metadata.clone(),
    };
    Body {
        version: there.version,
        fingerprint: there.fingerprint.clone(),
        noted: noted.or_else(|| here.noted.clone()),
        metadata,
        brought: written_ms.map(|_| Brought {
            written_ms,
            ..Brought::default()
        }),
        ..update::changed(here.clone(), row, &change)
    }
}
