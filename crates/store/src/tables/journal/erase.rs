//! Forgetting: the content goes, the skeleton (id, time, kind, session) stays.

use mneme_model::{Event, Kind, NameId, NsId, Seq};
use rusqlite::{OptionalExtension, params};

use super::page::{Position, events};
use super::row::COLUMNS;
use crate::{Result, Tx, View};

/// Overwrites what an event said. `secure_delete` wipes the bytes it took.
pub fn erase(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE journal SET body = x'', state = 1 WHERE seq = ?1")?
        .execute([seq])?;
    Ok(())
}

/// Where an event stood, forgotten or not.
pub fn place_of(view: &View<'_>, seq: Seq) -> Result<Option<(Option<NameId>, Position)>> {
    let found = view
        .conn
        .prepare_cached("SELECT session, occurred_ms FROM journal WHERE seq = ?1")?
        .query_row([seq], |row| {
            let occurred_ms = row.get(1)?;
            Ok((row.get(0)?, Position { occurred_ms, seq }))
        })
        .optional()?;
    Ok(found)
}

/// Acts of forgetting in a namespace behind a position, oldest first.
pub fn forgotten_after(view: &View<'_>, ns: NsId, seq: Seq, limit: usize) -> Result<Vec<Event>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM journal WHERE seq > ?1 AND +ns = ?2 AND kind = ?3 ORDER BY seq LIMIT ?4"
    );
    let kind = Kind::Forgotten.code();
    events(view, &sql, params![seq, ns, kind, limit as i64])
}
