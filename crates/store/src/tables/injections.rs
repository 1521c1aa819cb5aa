//! How often memories were put before a model: one row a memory. It is counted beside the journal,
//! as asking is no event; what is lost with it is a count.

use mneme_model::{NsId, Seq};
use rusqlite::params;

use crate::{Result, Tx, View};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Injections {
    pub times: u64,
    pub last_ms: Option<i64>,
}

/// How often memories of a namespace were shown, all together.
pub fn count(view: &View<'_>, ns: NsId) -> Result<u64> {
    let sql =
        "SELECT COALESCE(SUM(i.times), 0) FROM injections i JOIN memories m ON m.seq = i.memory
               WHERE m.ns = ?1";
    let mut statement = view.conn.prepare_cached(sql)?;
    Ok(statement.query_row([ns], |row| row.get(0))?)
}

/// Memories of a namespace that were shown, the latest first.
pub fn latest(view: &View<'_>, ns: NsId, limit: usize) -> Result<Vec<(Seq, Injections)>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT i.memory, i.times, i.last_ms FROM injections i JOIN memories m ON m.seq = i.memory
         WHERE m.ns = ?1 ORDER BY i.last_ms DESC, i.memory DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![ns, limit as i64], |row| {
        let injections = Injections {
            times: row.get(1)?,
            last_ms: row.get(2)?,
        };
        Ok((row.get(0)?, injections))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Counts that a memory was shown; one that is gone meanwhile is not.
pub fn add(tx: &Tx<'_>, memory: Seq, times: u64, at_ms: i64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO injections SELECT seq, ?2, ?3 FROM memories WHERE seq = ?1
             ON CONFLICT(memory) DO UPDATE SET times = times + ?2, last_ms = ?3",
        )?
        .execute(params![memory, times, at_ms])?;
    Ok(())
}

pub fn remove(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM injections WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}
