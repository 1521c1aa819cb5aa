//! What happened: taking it in, and listing it by time.

mod ingest;
pub(crate) mod list;

pub use ingest::{Accepted, NewEvent};
pub use list::{EventList, ListEvents};
