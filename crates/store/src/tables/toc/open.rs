//! Sessions that have something in no segment yet: when they count as idle, and from where on
//! they are to be looked at again.

use mneme_model::{NameId, NsId};
use rusqlite::{OptionalExtension, params};

use super::super::journal::FIRST_MEMORY;
use crate::{Result, Tx, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    pub ns: NsId,
    pub session: NameId,
    /// From this moment on nobody is expected to go on.
    pub idle_ms: i64,
    /// What occurred at this moment or later is to be looked at.
    pub from_ms: i64,
}

/// Notes that a session goes on, in the place of what was noted before.
pub fn set_open(tx: &Tx<'_>, open: &Open) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT OR REPLACE INTO toc_open(session, ns, idle_ms, from_ms) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![open.session, open.ns, open.idle_ms, open.from_ms])?;
    Ok(())
}

/// Asks for a session to be looked at again at once, from a moment on.
pub fn look_again(tx: &Tx<'_>, ns: NsId, session: NameId, from_ms: i64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO toc_open(session, ns, idle_ms, from_ms) VALUES (?1, ?2, 0, ?3)
             ON CONFLICT(session) DO UPDATE SET idle_ms = 0, from_ms = min(from_ms, ?3)",
        )?
        .execute(params![session, ns, from_ms])?;
    Ok(())
}

/// Asks for the end of a session to be looked at again, if it is open.
pub fn look_at_end(tx: &Tx<'_>, session: NameId) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE toc_open SET idle_ms = 0, from_ms = ?2 WHERE session = ?1")?
        .execute([session, i64::MAX])?;
    Ok(())
}

pub fn close(tx: &Tx<'_>, session: NameId) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM toc_open WHERE session = ?1")?
        .execute([session])?;
    Ok(())
}

/// Sessions that are idle at a moment.
pub fn idle(view: &View<'_>, now_ms: i64, limit: usize) -> Result<Vec<Open>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT ns, session, idle_ms, from_ms FROM toc_open WHERE idle_ms <= ?1
         ORDER BY idle_ms, session LIMIT ?2",
    )?;
    let rows = statement.query_map(params![now_ms, limit as i64], |row| {
        Ok(Open {
            ns: row.get(0)?,
            session: row.get(1)?,
            idle_ms: row.get(2)?,
            from_ms: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Sessions of a namespace that go on, and how many of their events are in no segment yet.
pub fn waiting(view: &View<'_>, ns: NsId) -> Result<(u64, u64)> {
    let counts = view
        .conn
        .prepare_cached(
            "SELECT count(DISTINCT j.session), count(*) FROM toc_open o
             JOIN journal j ON j.session = o.session AND j.occurred_ms >= o.from_ms
             WHERE o.ns = ?1 AND j.kind < ?2 AND j.state = 0",
        )?
        .query_row([ns, FIRST_MEMORY], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(counts)
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
