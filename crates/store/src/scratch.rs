//! Folded tables made a second time, to be compared with the live ones.

use rusqlite::{Connection, Rows};

use crate::view::{Tx, View};
use crate::{Error, Result, schema};

/// Folded tables made again beside the live ones, to be compared with them.
pub struct Scratch {
    conn: Connection,
}

// === impl Scratch ===

impl Scratch {
    pub(crate) fn new() -> Result<Self> {
        let conn = Connection::open_in_memory()?;
        schema::reset_folded(&conn)?;
        Ok(Self { conn })
    }

    /// Folds into the scratch tables through the same functions as into the live ones.
    pub fn fold<T>(&self, beside: &View<'_>, fold: impl FnOnce(&Tx<'_>) -> Result<T>) -> Result<T> {
        let view = View::new(&self.conn, beside.shared);
        fold(&Tx::beside(view))
    }

    /// Goes through a folded table here and in the live store side by side, in key order, and
    /// shows `differ` every pair of rows that is not equal. Returns the live rows seen.
    pub fn compare(
        &self,
        live: &View<'_>,
        table: &str,
        mut differ: impl FnMut(Option<&str>, Option<&str>),
    ) -> Result<u64> {
        let sql = ordered(table)?;
        let (mut ours, mut theirs) = (live.conn.prepare(&sql)?, self.conn.prepare(&sql)?);
        let (mut ours, mut theirs) = (ours.query([])?, theirs.query([])?);
        let mut seen = 0;
        loop {
            let (live, folded) = (next(&mut ours)?, next(&mut theirs)?);
            if live.is_none() && folded.is_none() {
                return Ok(seen);
            }
            seen += u64::from(live.is_some());
            if live != folded {
                differ(live.as_deref(), folded.as_deref());
            }
        }
    }
}

fn ordered(table: &str) -> Result<String> {
    if !schema::FOLDED.contains(&table) {
        return Err(Error::Corrupt(format!("{table} is not a folded table")));
    }
    Ok(format!("SELECT * FROM {table} ORDER BY 1, 2"))
}

/// The next row as text.
fn next(rows: &mut Rows<'_>) -> Result<Option<String>> {
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let columns = row.as_ref().column_count();
    let cells = (0..columns).map(|i| row.get_ref(i).map(|value| format!("{value:?}")));
    Ok(Some(cells.collect::<rusqlite::Result<Vec<_>>>()?.join(" ")))
}
