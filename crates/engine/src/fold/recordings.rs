//! What tells of a recorded step hangs on it: its pictures, why it was taken, and the document,
//! which hangs on the reasons too. Who forgets a step forgets what quotes it.

use mneme_journal::Fold;
use mneme_model::Event;
use mneme_store::tables::versions::{self, Why};
use mneme_store::{Result, Tx};

pub struct Recordings;

impl Fold for Recordings {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        let mut told_of = event.body.tells_of.iter();
        told_of.try_for_each(|parent| versions::link(tx, event.seq, *parent, Why::TellsOf))
    }

    /// The lineage is untied where all of it is, with the memories.
    fn unfold(&self, _: &Tx<'_>, _: &Event) -> Result<()> {
        Ok(())
    }
}
