//! Folded tables made a second time, to be compared with the live ones.

use std::cmp::Ordering;

use mneme_model::hex;
use rusqlite::types::ValueRef;
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
        let (mut live, mut folded) = (next(&mut ours)?, next(&mut theirs)?);
        let mut seen = 0;
        while live.is_some() || folded.is_some() {
            let order = order(live.as_ref(), folded.as_ref());
            match order {
                Ordering::Equal if live != folded => differ(text(&live), text(&folded)),
                Ordering::Equal => {}
                Ordering::Less => differ(text(&live), None),
                Ordering::Greater => differ(None, text(&folded)),
            }
            if order != Ordering::Greater {
                seen += 1;
                live = next(&mut ours)?;
            }
            if order != Ordering::Less {
                folded = next(&mut theirs)?;
            }
        }
        Ok(seen)
    }
}

/// A row: its key, and all of it as text.
#[derive(PartialEq)]
struct Line {
    key: (i64, i64),
    text: String,
}

fn text(line: &Option<Line>) -> Option<&str> {
    line.as_ref().map(|line| line.text.as_str())
}

/// Which of two rows comes first; a missing one comes last.
fn order(live: Option<&Line>, folded: Option<&Line>) -> Ordering {
    match (live, folded) {
        (Some(live), Some(folded)) => live.key.cmp(&folded.key),
        (Some(_), None) => Ordering::Less,
        (None, _) => Ordering::Greater,
    }
}

fn ordered(table: &str) -> Result<String> {
    if !schema::FOLDED.contains(&table) {
        return Err(Error::Corrupt(format!("{table} is not a folded table")));
    }
    Ok(format!("SELECT * FROM {table} ORDER BY 1, 2"))
}

fn next(rows: &mut Rows<'_>) -> Result<Option<Line>> {
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let cells = (0..row.as_ref().column_count()).map(|i| row.get_ref(i).map(cell));
    let text = cells.collect::<rusqlite::Result<Vec<_>>>()?.join(" ");
    // The first two columns are whole numbers in every folded table, and its order.
    Ok(Some(Line {
        key: (row.get(0)?, row.get(1)?),
        text,
    }))
}

pub(crate) fn cell(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::from("-"),
        ValueRef::Integer(n) => n.to_string(),
        ValueRef::Real(n) => n.to_string(),
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        ValueRef::Blob(bytes) => hex::encode(bytes),
    }
}
