//! What memories said before somebody gave them other words, as keyed hashes: machines must not bring
//! it back.

use mneme_model::{NsId, Seq};
use rusqlite::params;

use crate::{Result, Tx, View};

/// Keeps what a memory says now, before it says something else.
pub fn keep(tx: &Tx<'_>, memory: Seq, next: &str) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO former SELECT head_seq, seq, ns, fingerprint FROM memories
             WHERE seq = ?1 AND fingerprint <> ?2",
        )?
        .execute(params![memory, next])?;
    Ok(())
}

/// The memories of a namespace that said this once, the first told first.
pub fn saying(view: &View<'_>, ns: NsId, fingerprint: &str) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT DISTINCT memory FROM former WHERE ns = ?1 AND fingerprint = ?2 ORDER BY memory",
    )?;
    let rows = statement.query_map(params![ns, fingerprint], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn remove(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM former WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}
