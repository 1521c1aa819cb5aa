//! Notes by their own names. What was superseded is on no shelf.

use mneme_journal::Fold;
use mneme_model::{Event, Kind};
use mneme_store::tables::notes;
use mneme_store::{Result, Tx};

use super::memories::root;

pub struct Notes;

impl Fold for Notes {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match (event.kind, &event.body.noted) {
            (Kind::MemoryStored, Some(noted)) if !noted.shelf.is_empty() => {
                notes::put(tx, event.ns, &noted.shelf, &noted.key, event.seq)
            }
            (Kind::MemorySuperseded, _) => notes::remove(tx, root(event)?),
            _ => Ok(()),
        }
    }

    /// A note goes with its first event. One whose end is forgotten stays ended: its words go
    /// with it.
    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::MemoryStored => notes::remove(tx, event.seq),
            _ => Ok(()),
        }
    }
}
