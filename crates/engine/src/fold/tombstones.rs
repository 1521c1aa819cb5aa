//! What was forgotten does not come back by itself; told again on purpose, it may.

use mneme_journal::Fold;
use mneme_model::{Event, Kind};
use mneme_store::tables::tombstones;
use mneme_store::{Result, Tx};

pub struct Tombstones;

impl Fold for Tombstones {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match (event.kind, &event.body.forgotten, &event.body.fingerprint) {
            (Kind::Forgotten, Some(forgotten), _) => {
                let mut values = forgotten.fingerprints.iter().enumerate();
                values.try_for_each(|(n, value)| tombstones::set(tx, event.ns, event.seq, n, value))
            }
            (Kind::MemoryStored | Kind::MemoryUpdated, _, Some(value)) => {
                tombstones::lift(tx, event.ns, value).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Whatever lifts a tombstone sets one again when it is itself forgotten.
    fn unfold(&self, _: &Tx<'_>, _: &Event) -> Result<()> {
        Ok(())
    }
}
