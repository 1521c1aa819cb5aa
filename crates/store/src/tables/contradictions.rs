//! Which memory speaks against which, as long as that is open: a row for each of the two that is
//! doubted for it.

use mneme_model::Seq;
use rusqlite::params;

use crate::{Result, Tx, View};

/// `memory` is doubted because of `other`, by the event `act`. What is open already stays as it is.
pub fn open(tx: &Tx<'_>, memory: Seq, other: Seq, act: Seq, at_ms: i64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO contradictions VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        )?
        .execute(params![memory, other, act, at_ms])?;
    Ok(())
}

/// Those that speak against a memory, in the order they were told.
pub fn of(view: &View<'_>, memory: Seq) -> Result<Vec<Seq>> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT other FROM contradictions WHERE memory = ?1 ORDER BY other")?;
    let rows = statement.query_map([memory], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Those that a memory speaks against, in the order they were told.
pub fn doubted_for(view: &View<'_>, memory: Seq) -> Result<Vec<Seq>> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT memory FROM contradictions WHERE other = ?1 ORDER BY memory")?;
    let rows = statement.query_map([memory], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Nothing counts against it any more.
pub fn settle(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM contradictions WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}

/// It counts against nobody any more.
pub fn silence(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM contradictions WHERE other = ?1")?
        .execute([memory])?;
    Ok(())
}

/// As if an event had never said so.
pub fn undo(tx: &Tx<'_>, act: Seq, memory: Seq, other: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM contradictions WHERE act = ?1 AND memory IN (?2, ?3)")?
        .execute([act, memory, other])?;
    Ok(())
}
