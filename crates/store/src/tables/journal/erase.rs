//! Forgetting: the content goes, the skeleton (id, time, kind, session) stays.

use mneme_model::{Event, Kind, NameId, Seq};
use rusqlite::{OptionalExtension, params};

use super::page::{Position, bounded, events};
use super::row::COLUMNS;
use crate::{Result, Tx, View};

/// Overwrites what an event said. `secure_delete` wipes the bytes it took. Its session is kept
/// as a negative number, so that what stood around it become neighbours: their order is read
/// from an index alone, which does not know who is erased.
pub fn erase(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE journal SET body = x'', state = 1, session = -session WHERE seq = ?1 AND state = 0")?
        .execute([seq])?;
    Ok(())
}

/// Where an event stood, forgotten or not.
pub fn place_of(view: &View<'_>, seq: Seq) -> Result<Option<(Option<NameId>, Position)>> {
    let found = view
        .conn
        .prepare_cached("SELECT abs(session), occurred_ms FROM journal WHERE seq = ?1")?
        .query_row([seq], |row| {
            let occurred_ms = row.get(1)?;
            Ok((row.get(0)?, Position { occurred_ms, seq }))
        })
        .optional()?;
    Ok(found)
}

/// Acts of forgetting behind a position, oldest first.
pub fn forgotten_after(view: &View<'_>, seq: Seq, limit: usize) -> Result<Vec<Event>> {
    let sql =
        format!("SELECT {COLUMNS} FROM journal WHERE seq > ?1 AND kind = ?2 ORDER BY seq LIMIT ?3");
    let kind = Kind::Forgotten.code();
    events(view, &sql, params![seq, kind, bounded(limit)])
}
