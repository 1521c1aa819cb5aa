//! How often what a source wrote was confirmed or rejected, within one namespace.

use mneme_model::{NameId, NsId};
use rusqlite::params;

use crate::{Result, Tx, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reputation {
    pub source: NameId,
    pub good: u64,
    pub bad: u64,
}

/// Those of a namespace that anything is known of.
pub fn all(view: &View<'_>, ns: NsId) -> Result<Vec<Reputation>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT source, good, bad FROM reputations WHERE ns = ?1 ORDER BY source",
    )?;
    let rows = statement.query_map([ns], |row| {
        Ok(Reputation {
            source: row.get(0)?,
            good: row.get(1)?,
            bad: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Counts one more for or against a source.
pub fn add(tx: &Tx<'_>, ns: NsId, source: NameId, good: bool) -> Result<()> {
    add_many(tx, ns, source, u64::from(good), u64::from(!good))
}

pub fn add_many(tx: &Tx<'_>, ns: NsId, source: NameId, good: u64, bad: u64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO reputations VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT(ns, source) DO UPDATE SET good = good + ?3, bad = bad + ?4",
        )?
        .execute(params![ns, source, good, bad])?;
    Ok(())
}

/// Counts one less; a source nothing is known of any more has no row.
pub fn subtract(tx: &Tx<'_>, ns: NsId, source: NameId, good: bool) -> Result<()> {
    subtract_many(tx, ns, source, u64::from(good), u64::from(!good))
}

pub fn subtract_many(tx: &Tx<'_>, ns: NsId, source: NameId, good: u64, bad: u64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "UPDATE reputations SET good = good - ?3, bad = bad - ?4 WHERE ns = ?1 AND source = ?2",
        )?
        .execute(params![ns, source, good, bad])?;
    tx.conn
        .prepare_cached(
            "DELETE FROM reputations WHERE ns = ?1 AND source = ?2 AND good = 0 AND bad = 0",
        )?
        .execute(params![ns, source])?;
    Ok(())
}
