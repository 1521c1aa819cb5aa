//! How far each follower has read the journal.

use mneme_model::Seq;
use rusqlite::{OptionalExtension, params};

use crate::{Result, Tx, View};

/// Where a follower stopped; 0 before its first step.
pub fn get(view: &View<'_>, name: &str) -> Result<Seq> {
    let seq = view
        .conn
        .prepare_cached("SELECT seq FROM cursors WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()?;
    Ok(seq.unwrap_or(0))
}

/// Where those stopped whose names begin so, in the order of their positions.
pub fn beginning(view: &View<'_>, prefix: &str) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT seq FROM cursors WHERE substr(name, 1, length(?1)) = ?1 ORDER BY seq",
    )?;
    let rows = statement.query_map([prefix], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn set(tx: &Tx<'_>, name: &str, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO cursors VALUES (?1, ?2) ON CONFLICT(name) DO UPDATE SET seq = ?2",
        )?
        .execute(params![name, seq])?;
    Ok(())
}

pub fn remove(tx: &Tx<'_>, name: &str) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM cursors WHERE name = ?1")?
        .execute([name])?;
    Ok(())
}
