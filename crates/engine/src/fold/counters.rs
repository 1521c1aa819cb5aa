//! How much of each kind there is.

use mneme_journal::Fold;
use mneme_model::Event;
use mneme_store::tables::counters;
use mneme_store::{Result, Tx};

pub struct Counters;

impl Fold for Counters {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        counters::add(tx, event.ns, event.kind, event.body.text.len())
    }

    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        counters::subtract(tx, event.ns, event.kind, event.body.text.len())
    }
}
