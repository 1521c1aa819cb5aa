//! What is private here and read from text, for the targets in `fuzz/`. Built by nobody else.

use mneme_store::tables::journal::Position;

use crate::cursor::{self, Cursor};
use crate::events::list;
use crate::timeline::list as timeline;

/// A cursor of a recall, and the same cursor as we would write it.
pub fn recall_cursor(text: &str) -> Option<(Cursor, String)> {
    let read = Cursor::read(text).ok()?;
    let written = cursor::write(read.max_seq?, read.floor?, &read.shown);
    Some((read, written))
}

/// A cursor of a list of events, and the same cursor as we would write it.
pub fn event_cursor(text: &str) -> Option<(Position, String)> {
    let read = list::read_cursor(text).ok()?;
    let written = list::write_cursor(read.occurred_ms, read.seq);
    Some((read, written))
}

/// A page of the timeline, as we would write where it starts.
pub fn timeline_cursor(text: &str) -> Option<String> {
    let read = timeline::read_place(text).ok()?;
    Some(timeline::write_place(&read))
}
