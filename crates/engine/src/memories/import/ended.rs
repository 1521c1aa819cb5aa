//! A memory that is here with the very words it comes with: what became of it there since becomes of
//! it here, and what it was made of is tied to it where that came later.

use mneme_journal::Intake;
use mneme_model::{MemoryStatus, Seq};
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};

use super::super::store::Stored;
use super::super::{feedback, lineage, succession};
use super::{Incoming, known, settle, taken};
use crate::Result;

/// In the writer. Whoever may not judge everything here ends nothing by bringing it.
pub(super) fn meet(intake: &Intake<'_>, one: &Incoming, seq: Seq) -> Result<Stored> {
    let draft = &one.draft;
    let known = || Ok(known(draft.ext_id.clone(), draft));
    let row = memories::get(intake.tx, seq)?;
    let Some(row) = row.filter(|row| one.trusted && is_same(one, row)) else {
        return known();
    };
    // An import of old had no sources, or they were in another file.
    let sources = lineage::find(intake, &one.derived_from)?.unwrap_or_default();
    if lineage::tie(intake, &one.next_id, seq, sources)? {
        return taken(intake, draft, seq);
    }
    if is_over(one, &row) || lacks_successor(intake, one, &row)? {
        settle(intake, one, seq)?;
    } else if is_refused(one, &row) {
        feedback::refuse(intake, one.note_id.clone(), &row, "import")?;
    } else {
        return known();
    }
    taken(intake, draft, seq)
}

fn is_same(one: &Incoming, row: &MemoryRow) -> bool {
    let body = &one.draft.body;
    body.version.unwrap_or(1) == row.version && body.fingerprint.as_ref() == Some(&row.fingerprint)
}

/// What was ended here and is believed again has a later version, so this never goes back.
fn is_over(one: &Incoming, row: &MemoryRow) -> bool {
    row.status.is_found() && !one.status.is_found()
}

/// Somebody said so there after whatever was said of it here.
fn is_refused(one: &Incoming, row: &MemoryRow) -> bool {
    let brought = one.draft.body.brought.as_ref();
    let (there, here) = (brought.and_then(|told| told.judged_ms), row.outcome.last_ms);
    let is_new = one.status == MemoryStatus::Rejected && row.status != one.status;
    is_new && row.status.is_found() && there > here
}

/// Whether it gave way to one that came only after it.
fn lacks_successor(intake: &Intake<'_>, one: &Incoming, row: &MemoryRow) -> Result<bool> {
    let Some(by) = one.superseded_by.as_deref() else {
        return Ok(false);
    };
    if row.status.is_found() || one.status.is_found() {
        return Ok(false);
    }
    let known = succession::superseding(intake.tx, row)?.and_then(|(_, by)| by);
    let here = journal::find(intake.tx, intake.ns(), by)?;
    Ok(known.is_none() && here.is_some_and(|here| here != row.seq))
}
