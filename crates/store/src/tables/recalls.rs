//! How often memories answered a question: one row a memory. Counted beside the journal, as
//! injections are.

use mneme_model::Seq;
use rusqlite::params;

use crate::{Result, Tx};

/// Counts that a memory answered; one that is gone meanwhile is not.
pub fn add(tx: &Tx<'_>, memory: Seq, times: u64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO recalls SELECT seq, ?2 FROM memories WHERE seq = ?1
             ON CONFLICT(memory) DO UPDATE SET times = times + ?2",
        )?
        .execute(params![memory, times])?;
    Ok(())
}

pub fn remove(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM recalls WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}
