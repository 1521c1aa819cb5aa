//! What a memory was made of, as far as that is here: it goes with each of them.

use std::collections::BTreeSet;

use mneme_journal::{Appended, Draft, Intake};
use mneme_model::{Body, Code, Kind, Seq};
use mneme_store::tables::journal::{self, encode};

use super::Incoming;
use crate::notebook::whose;
use crate::{Error, Result};

/// More than anything is made of; each is looked up by the writer.
const MOST: usize = 10_000;

pub(super) fn check(ids: &[String]) -> Result<()> {
    if ids.len() > MOST {
        let message = format!("it was made of more than {MOST} memories");
        return Err(Error::refused(Code::BadRequest, message));
    }
    Ok(())
}

/// Where they begin here. None if one of them was forgotten: what was made of it does not come back.
pub(super) fn sources(intake: &Intake<'_>, ids: &[String]) -> Result<Option<Vec<Seq>>> {
    let mut seqs = BTreeSet::new();
    for id in ids {
        let Some(seq) = journal::find(intake.tx, intake.ns(), id)? else {
            continue;
        };
        let Some(event) = journal::load(intake.tx, seq)? else {
            return Ok(None);
        };
        // Whoever brings it may claim anything.
        let is_memory = event.kind == Kind::MemoryStored;
        if is_memory && whose::is_seen(intake.tx, intake.namespace, &event)? {
            seqs.insert(seq);
        }
    }
    Ok(Some(seqs.into_iter().collect()))
}

pub(super) fn append(
    intake: &Intake<'_>,
    n: usize,
    one: &Incoming,
    sources: Vec<Seq>,
) -> Result<Appended> {
    let writer = one.source.as_deref();
    if sources.is_empty() {
        return Ok(intake.append_hint_of(n, &one.draft, &one.payload, writer)?);
    }
    let body = Body {
        derived_from: sources,
        ..one.draft.body.clone()
    };
    let payload = encode(&body)?;
    let draft = Draft {
        body,
        ..one.draft.clone()
    };
    Ok(intake.append_hint_of(n, &draft, &payload, writer)?)
}
