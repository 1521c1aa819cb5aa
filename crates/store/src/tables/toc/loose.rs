//! What names something that is not there.

use mneme_model::NsId;

use super::unsigned;
use crate::{Result, Tx, View};

/// How many of each kind are loose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loose {
    /// Segments whose first or last event is not in the journal.
    pub segments: u64,
    /// Grips whose events are not in the journal.
    pub grips: u64,
    /// Nodes below one that is not there.
    pub nodes: u64,
}

const NO_EVENT: &str = "(NOT EXISTS (SELECT 1 FROM journal WHERE seq = first_seq)
     OR NOT EXISTS (SELECT 1 FROM journal WHERE seq = last_seq))";

pub fn loose(view: &View<'_>, ns: NsId) -> Result<Loose> {
    let count = |sql: &str| -> Result<u64> {
        let mut statement = view.conn.prepare_cached(sql)?;
        Ok(statement.query_row([ns], |row| unsigned(row, 0))?)
    };
    Ok(Loose {
        segments: count(&format!(
            "SELECT count(*) FROM toc WHERE ns = ?1 AND session IS NOT NULL AND {NO_EVENT}"
        ))?,
        grips: count(&format!(
            "SELECT count(*) FROM grips WHERE ns = ?1 AND {NO_EVENT}"
        ))?,
        nodes: count(
            "SELECT count(*) FROM toc AS node WHERE ns = ?1 AND parent IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM toc WHERE id = node.parent)",
        )?,
    })
}

/// Takes away what is loose; it is made again from the journal.
pub fn drop_loose(tx: &Tx<'_>, ns: NsId) -> Result<()> {
    let run = |sql: &str| -> Result<()> {
        tx.conn.prepare_cached(sql)?.execute([ns])?;
        Ok(())
    };
    run(&format!(
        "DELETE FROM toc WHERE ns = ?1 AND session IS NOT NULL AND {NO_EVENT}"
    ))?;
    run(&format!("DELETE FROM grips WHERE ns = ?1 AND {NO_EVENT}"))?;
    run("DELETE FROM toc WHERE ns = ?1 AND parent IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM toc AS above WHERE above.id = toc.parent)")
}
