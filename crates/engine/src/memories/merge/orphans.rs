//! What a memory was made of, when it goes with one of its sources: the others are believed anew,
//! as nobody asked to forget them.

use std::collections::BTreeSet;

use mneme_journal::Intake;
use mneme_model::{MemoryStatus, Seq};
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{journal, versions};

use super::Result;
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
            if by.is_some_and(|by| made.contains(&by)) {
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
