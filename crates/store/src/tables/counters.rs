//! How many events of each kind a namespace has, and the bytes of their words.

use mneme_model::{Kind, NsId};
use rusqlite::params;

use crate::{Result, Tx, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub ns: NsId,
    pub kind: Kind,
    pub n: u64,
    pub bytes: u64,
}

pub fn add(tx: &Tx<'_>, ns: NsId, kind: Kind, bytes: usize) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO counters VALUES (?1, ?2, 1, ?3)
             ON CONFLICT(ns, kind) DO UPDATE SET n = n + 1, bytes = bytes + ?3",
        )?
        .execute(params![ns, kind.code(), bytes as i64])?;
    Ok(())
}

/// Takes one event away again; a kind without any has no row.
pub fn subtract(tx: &Tx<'_>, ns: NsId, kind: Kind, bytes: usize) -> Result<()> {
    tx.conn
        .prepare_cached(
            "UPDATE counters SET n = n - 1, bytes = bytes - ?3 WHERE ns = ?1 AND kind = ?2",
        )?
        .execute(params![ns, kind.code(), bytes as i64])?;
    tx.conn
        .prepare_cached("DELETE FROM counters WHERE ns = ?1 AND kind = ?2 AND n = 0")?
        .execute(params![ns, kind.code()])?;
    Ok(())
}

pub fn all(view: &View<'_>) -> Result<Vec<Count>> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT ns, kind, n, bytes FROM counters ORDER BY ns, kind")?;
    let mut rows = statement.query([])?;
    let mut counts = Vec::new();
    while let Some(row) = rows.next()? {
        if let Some(kind) = Kind::from_code(row.get(1)?) {
            counts.push(Count {
                ns: row.get(0)?,
                kind,
                n: row.get(2)?,
                bytes: row.get(3)?,
            });
        }
    }
    Ok(counts)
}
