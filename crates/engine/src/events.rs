//! What happened: taking it in, and listing it by time.

mod ingest;
mod list;

pub use ingest::{Accepted, NewEvent};
pub use list::{EventList, ListEvents};
