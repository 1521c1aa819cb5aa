//! A fold turns an event into rows of the knowledge tables.

use mneme_model::Event;
use mneme_store::{Result, Tx};

/// Pure over transaction and event: what an operation decided is in the event, so folding the
/// journal again gives the same tables. Called inside the transaction that appends the event.
pub trait Fold: Send + Sync {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()>;

    /// Leaves the tables as they would be had the event never been: called inside the
    /// transaction that erases it. Everything that builds on the event is erased with it, the
    /// latest first.
    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()>;
}
