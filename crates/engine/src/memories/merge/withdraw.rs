//! What was made of several tells what each of them said. Where one of them is corrected, that is not
//! believed any more: whatever corrects the source takes its place, too.

use std::collections::BTreeSet;

use mneme_journal::Intake;
use mneme_model::Seq;
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::versions::{self, Why};

use super::Result;
use crate::memories::supersede;

/// In the writer, before the source is corrected: else the two would speak against each other. The
/// other sources stay put away, as they say what was corrected.
pub(crate) fn withdraw(intake: &Intake<'_>, id: &str, source: &MemoryRow, by: Seq) -> Result<()> {
    for (n, made) in made_of(intake, source.seq)?.into_iter().enumerate() {
        let row = memories::get(intake.tx, made)?.filter(|row| row.status.is_found());
        if let Some(row) = row.filter(|_| made != by) {
            let note = supersede::note(intake, format!("{id}-made-{n}"), &row, Some(by));
            intake.append(&note)?;
        }
    }
    Ok(())
}

/// The memories a source gave way to, and those they gave way to, that were made of it.
fn made_of(intake: &Intake<'_>, source: Seq) -> Result<BTreeSet<Seq>> {
    let (mut made, mut next) = (BTreeSet::new(), vec![source]);
    while let Some(at) = next.pop() {
        for act in versions::acts(intake.tx, at, Why::Supersedes)? {
            let by = journal::load(intake.tx, act)?.and_then(|act| act.body.by);
            let Some(by) = by.filter(|by| !made.contains(by)) else {
                continue;
            };
            if versions::sources(intake.tx, by)?.contains(&source) {
                made.insert(by);
                next.push(by);
            }
        }
    }
    Ok(made)
}
