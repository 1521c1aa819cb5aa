//! What is kept at hand.

use mneme_journal::Fold;
use mneme_model::event::Pinned;
use mneme_model::{Event, Kind};
use mneme_store::tables::pins;
use mneme_store::{Result, Tx};

use super::memories::incomplete;

pub struct Pins;

impl Fold for Pins {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::Pinned => pins::set(tx, event.seq, event.ns, said(event)?),
            Kind::Unpinned => pins::remove(tx, event.ns, said(event)?),
            _ => Ok(()),
        }
    }

    /// Whoever forgets what is pinned forgets both acts, so there is nothing to bring back.
    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::Pinned => pins::remove_at(tx, event.seq),
            _ => Ok(()),
        }
    }
}

fn said(event: &Event) -> Result<&Pinned> {
    event.body.pinned.as_ref().ok_or_else(|| incomplete(event))
}
