//! Values that were forgotten, as keyed hashes: machines must not bring them back.

use mneme_model::{NsId, Seq};
use rusqlite::params;

use crate::{Result, Tx, View};

/// Remembers that a value was forgotten by the event `at`; the latest event counts.
pub fn set(tx: &Tx<'_>, ns: NsId, at: Seq, n: usize, fingerprint: &str) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO tombstones(at_seq, n, ns, fingerprint) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT(ns, fingerprint) DO UPDATE SET at_seq = ?1, n = ?2",
        )?
        .execute(params![at, n, ns, fingerprint])?;
    Ok(())
}

/// Somebody said it again on purpose; whether it had been forgotten.
pub fn lift(tx: &Tx<'_>, ns: NsId, fingerprint: &str) -> Result<bool> {
    let lifted = tx
        .conn
        .prepare_cached("DELETE FROM tombstones WHERE ns = ?1 AND fingerprint = ?2")?
        .execute(params![ns, fingerprint])?;
    Ok(lifted > 0)
}

pub fn is_set(view: &View<'_>, ns: NsId, fingerprint: &str) -> Result<bool> {
    let found = view
        .conn
        .prepare_cached("SELECT 1 FROM tombstones WHERE ns = ?1 AND fingerprint = ?2")?
        .exists(params![ns, fingerprint])?;
    Ok(found)
}

/// Those of one namespace, in their order.
pub fn all(view: &View<'_>, ns: NsId) -> Result<Vec<String>> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT fingerprint FROM tombstones WHERE ns = ?1 ORDER BY fingerprint")?;
    let rows = statement.query_map([ns], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
