//! Sessions whose last words are in no segment yet, and when they count as idle.

use mneme_model::{NameId, NsId};
use rusqlite::{OptionalExtension, params};

use crate::{Result, Tx, View};

pub fn set_open(tx: &Tx<'_>, ns: NsId, session: NameId, idle_ms: i64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO toc_open(session, ns, idle_ms) VALUES (?1, ?2, ?3)
             ON CONFLICT(session) DO UPDATE SET idle_ms = ?3",
        )?
        .execute(params![session, ns, idle_ms])?;
    Ok(())
}

pub fn forget_open(tx: &Tx<'_>, session: NameId) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM toc_open WHERE session = ?1")?
        .execute([session])?;
    Ok(())
}

/// Sessions that are idle at a moment.
pub fn idle(view: &View<'_>, now_ms: i64, limit: usize) -> Result<Vec<(NsId, NameId)>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT ns, session FROM toc_open WHERE idle_ms <= ?1 ORDER BY idle_ms LIMIT ?2",
    )?;
    let rows = statement.query_map(params![now_ms, limit as i64], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// When the next session will be idle.
pub fn next_idle(view: &View<'_>) -> Result<Option<i64>> {
    let next = view
        .conn
        .prepare_cached("SELECT min(idle_ms) FROM toc_open")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(next.flatten())
}
