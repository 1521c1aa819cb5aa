//! What was told through a second door hangs on the first telling.

use mneme_journal::Fold;
use mneme_model::Event;
use mneme_store::tables::versions::{self, Why};
use mneme_store::{Result, Tx};

pub struct Echoes;

impl Fold for Echoes {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.body.echoes {
            Some(first) => versions::link(tx, event.seq, first, Why::Echoes),
            None => Ok(()),
        }
    }

    /// The lineage is untied where all of it is, with the memories.
    fn unfold(&self, _: &Tx<'_>, _: &Event) -> Result<()> {
        Ok(())
    }
}
