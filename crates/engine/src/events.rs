//! What happened: taking it in, and listing it by time.

mod echoes;
mod ingest;
pub(crate) mod list;

pub(crate) use echoes::Echoes;
pub use ingest::{Accepted, NewEvent};
pub use list::{EventList, ListEvents};
