//! Notes by their own names. What was superseded is on no shelf.

use mneme_journal::Fold;
use mneme_model::{Event, Kind};
use mneme_store::tables::notes;
use mneme_store::{Result, Tx};

use super::memories::root;
use crate::notebook::images;

pub struct Notes;

impl Fold for Notes {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        for image in images(event) {
            let key = images::key(image, event.seq);
            notes::put(tx, event.ns, images::SHELF, &key, event.seq)?;
        }
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
            _ if !images(event).is_empty() => notes::remove(tx, event.seq),
            _ => Ok(()),
        }
    }
}

/// The pictures an event shows: it stands under the name of each.
fn images(event: &Event) -> &[String] {
    let noted = event.body.noted.as_ref();
    noted.map_or(&[], |noted| noted.images.as_slice())
}
