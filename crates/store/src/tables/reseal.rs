//! Sealing again what an earlier key sealed: the tables of a namespace from their beginnings to
//! their ends, a little in each transaction, with a cursor for each. What is written meanwhile is
//! sealed under the new key already, so one way through is enough.

use mneme_model::NsId;
use rusqlite::params;

use super::{cursors, keys};
use crate::names::Namespace;
use crate::seal::Place;
use crate::{Result, Tx, View};

/// Rows looked at in one transaction, and bytes that are sealed in it.
const ROWS: i64 = 500;
const BYTES: usize = 2 * 1024 * 1024;

/// A table with sealed content: where it is, and under which key.
struct Table {
    name: &'static str,
    column: &'static str,
    row: &'static str,
    /// Whether the key's id is written beside it too.
    noted: bool,
}

const TABLES: [Table; 3] = [
    Table {
        name: "journal",
        column: "body",
        row: "seq",
        noted: true,
    },
    Table {
        name: "toc",
        column: "body",
        row: "id",
        noted: true,
    },
    Table {
        name: "vectors",
        column: "data",
        row: "id",
        noted: false,
    },
];

/// How far the sealing has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Everything of the namespace is under its key of now.
    pub done: bool,
    /// Rows looked at, and rows there are.
    pub rows: i64,
    pub of: i64,
    /// Rows that do not open under any key.
    pub damaged: i64,
}

fn cursor(ns: NsId, what: &str) -> String {
    format!("{}{what}", keys::about(ns))
}

/// The next rows of a namespace under its key of now; whether there are more. Call it again with
/// every transaction of its own.
pub fn step(tx: &Tx<'_>, namespace: &Namespace) -> Result<bool> {
    // A key that was replaced earlier in this group of operations is turned to after its commit:
    // until then nothing may be sealed again, or it would be under a key that is retired already.
    if keys::current(tx, namespace.ns)? != namespace.key.current().id {
        return Ok(true);
    }
    for table in &TABLES {
        let name = cursor(namespace.ns, table.name);
        let (from, last) = (cursors::get(tx, &name)?, table.last(tx)?);
        if from < last {
            let through = table.step(tx, namespace, from)?;
            cursors::set(tx, &name, through)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Says that nothing of a namespace is under an older key, in tables and files; not if rows did
/// not open, or if another key has taken over meanwhile.
pub fn finish(tx: &Tx<'_>, namespace: &Namespace, key_id: u32) -> Result<bool> {
    let damaged = cursors::get(tx, &cursor(namespace.ns, "damaged"))?;
    if damaged > 0 || namespace.key.current().id != key_id || step(tx, namespace)? {
        return Ok(false);
    }
    cursors::set(tx, &cursor(namespace.ns, "done"), i64::from(key_id))?;
    Ok(true)
}

/// Whether everything of a namespace is sealed under its key of now.
pub fn is_done(view: &View<'_>, namespace: &Namespace) -> Result<bool> {
    let done = cursors::get(view, &cursor(namespace.ns, "done"))?;
    Ok(done == i64::from(namespace.key.current().id))
}

pub fn progress(view: &View<'_>, namespace: &Namespace) -> Result<Progress> {
    let mut progress = Progress {
        done: is_done(view, namespace)?,
        damaged: cursors::get(view, &cursor(namespace.ns, "damaged"))?,
        ..Progress::default()
    };
    for table in &TABLES {
        let last = table.last(view)?;
        progress.of += last;
        let at = cursors::get(view, &cursor(namespace.ns, table.name))?;
        progress.rows += at.min(last);
    }
    Ok(progress)
}

// === impl Table ===

impl Table {
    fn last(&self, view: &View<'_>) -> Result<i64> {
        let sql = format!("SELECT coalesce(max({}), 0) FROM {}", self.row, self.name);
        let mut last = view.conn.prepare_cached(&sql)?;
        Ok(last.query_row([], |row| row.get(0))?)
    }

    /// Through where it came.
    fn step(&self, tx: &Tx<'_>, namespace: &Namespace, from: i64) -> Result<i64> {
        let (mut through, mut bytes) = (from, 0);
        while through < from + ROWS && bytes < BYTES {
            let Some((row, sealed)) = self.next(tx, namespace, through, from + ROWS)? else {
                return Ok(from + ROWS);
            };
            bytes += sealed.len();
            self.renew(tx, namespace, row, &sealed)?;
            through = row;
        }
        Ok(through)
    }

    /// The next row of the namespace that holds something.
    fn next(
        &self,
        tx: &Tx<'_>,
        namespace: &Namespace,
        after: i64,
        through: i64,
    ) -> Result<Option<(i64, Vec<u8>)>> {
        let (row, column, name) = (self.row, self.column, self.name);
        // The unary plus keeps to the order of rows: no other index is asked.
        let sql = format!(
            "SELECT {row}, {column} FROM {name} WHERE {row} > ?1 AND {row} <= ?2 AND +ns = ?3
             AND length({column}) > 0 ORDER BY {row} LIMIT 1"
        );
        let mut statement = tx.conn.prepare_cached(&sql)?;
        let mut rows = statement.query(params![after, through, namespace.ns])?;
        let found = rows.next()?;
        Ok(found
            .map(|row| Ok::<_, rusqlite::Error>((row.get(0)?, row.get(1)?)))
            .transpose()?)
    }

    /// What does not open stays as it is, and is counted: its key is kept.
    fn renew(&self, tx: &Tx<'_>, namespace: &Namespace, row: i64, sealed: &[u8]) -> Result<()> {
        let (ns, key) = (namespace.ns, namespace.key.current());
        let place = Place {
            table: self.name,
            ns,
            row,
        };
        let renewed = match namespace.key.renewed(place, sealed) {
            Ok(None) => return Ok(()),
            Ok(Some(renewed)) => renewed,
            Err(_) => {
                let name = cursor(ns, "damaged");
                return cursors::set(tx, &name, cursors::get(tx, &name)? + 1);
            }
        };
        let noted = match self.noted {
            true => format!(", key_id = {}", key.id),
            false => String::new(),
        };
        let sql = format!(
            "UPDATE {} SET {} = ?2{noted} WHERE {} = ?1",
            self.name, self.column, self.row
        );
        tx.conn.execute(&sql, params![row, renewed])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
