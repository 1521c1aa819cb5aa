//! What a memory was made of, when it goes with one of its sources: the others are believed anew,
//! as nobody asked to forget them. Not so where somebody corrected what was made of them: it would
//! undo the correction.

use std::collections::BTreeSet;

use mneme_journal::Intake;
use mneme_model::text::essence;
use mneme_model::{MemoryStatus, Seq};
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{journal, versions};

use super::Result;
use crate::learn::repeats;
use crate::memories::succession;
use crate::memories::update::{self, UpdateMemory};

/// Memories that had given way to one that goes.
#[derive(Default)]
pub(crate) struct Orphans(Vec<MemoryRow>);

impl Orphans {
    /// While all of it is still there.
    pub fn find(intake: &Intake<'_>, going: &BTreeSet<Seq>) -> Result<Self> {
        let mut made = BTreeSet::new();
        for seq in going {
            let event = journal::load(intake.tx, *seq)?;
            if let Some(event) = event.filter(|event| !event.body.derived_from.is_empty()) {
                made.insert(event.body.memory.unwrap_or(*seq));
            }
        }
        let Some(first) = made.first() else {
            return Ok(Self::default());
        };
        let mut left = Vec::new();
        for (_, old) in versions::superseded_after(intake.tx, intake.ns(), *first)? {
            let row = memories::get(intake.tx, old)?.filter(|_| !going.contains(&old));
            let Some(row) = row else { continue };
            let by = succession::superseding(intake.tx, &row)?;
            let by = by.and_then(|(_, by)| by);
            let Some(by) = by.filter(|by| made.contains(by)) else {
                continue;
            };
            if !is_corrected(intake, &made, by, &row)? {
                left.push(row);
            }
        }
        Ok(Self(left))
    }

    /// A version that says the same, and stands where it stood.
    pub fn believe(self, intake: &Intake<'_>, act: &str) -> Result<()> {
        for (n, row) in self.0.iter().enumerate() {
            let Some(head) = journal::load(intake.tx, row.head_seq)? else {
                continue;
            };
            let before = head.body.status.filter(|status| status.is_found());
            let mut body = update::changed(head.body.clone(), row, &UpdateMemory::default());
            if row.outcome.confirms == 0 {
                body.status = before.filter(|status| *status != MemoryStatus::Active);
            }
            intake.append(&update::next(
                intake,
                format!("{act}-again-{n}"),
                &head,
                body,
            )?)?;
        }
        Ok(())
    }
}

/// Whether somebody said since that what was made is otherwise: by other words, by another memory in
/// its place, or by a word against it. What it was made one with again speaks for it.
fn is_corrected(
    intake: &Intake<'_>,
    made: &BTreeSet<Seq>,
    by: Seq,
    source: &MemoryRow,
) -> Result<bool> {
    let (mut next, mut known) = (Some(by), BTreeSet::new());
    while let Some(at) = next.filter(|at| known.insert(*at)) {
        let Some(row) = memories::get(intake.tx, at)? else {
            return Ok(false);
        };
        if row.unopposed.status == MemoryStatus::Rejected || is_reworded(intake, &row, source)? {
            return Ok(true);
        }
        let Some((_, by)) = succession::superseding(intake.tx, &row)? else {
            return Ok(false);
        };
        next = by.filter(|by| made.contains(by));
        if next.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Here, or where it comes from: then its first words here are not its first ones.
fn is_reworded(intake: &Intake<'_>, row: &MemoryRow, source: &MemoryRow) -> Result<bool> {
    let first = journal::load(intake.tx, row.seq)?;
    let head = journal::load(intake.tx, row.head_seq)?;
    let Some((first, head)) = first.zip(head) else {
        return Ok(false);
    };
    if first.body.version.is_some_and(|version| version > 1) {
        let source = journal::load(intake.tx, source.head_seq)?;
        return Ok(source.is_some_and(|source| !repeats(&head.body.text, &source.body.text)));
    }
    let (first, head) = (&first.body.text, &head.body.text);
    // What a machine supposes it may complete itself, and that corrects nothing.
    let supposed = row.unopposed.confidence.is_some() && row.outcome.confirms == 0;
    Ok(essence(first) != essence(head) && !(supposed && repeats(first, head)))
}
