//! What follows from an event by itself.

use mneme_model::Event;
use mneme_store::names::Namespace;
use mneme_store::{Result, Tx};

use crate::Draft;

/// Decides, behind an event that was just appended and folded, what else has happened by that. It
/// is appended in the same transaction, whoever told the first: no operation has to think of it.
/// When the journal is folded again nobody asks: what was decided is in the events.
pub trait Consequence: Send + Sync {
    fn follow(&self, tx: &Tx<'_>, namespace: &Namespace, event: &Event) -> Result<Vec<Draft>>;
}
