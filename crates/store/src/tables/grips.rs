//! Grips tie a line of a summary to the events it came from. They hold places, never words:
//! when an event is forgotten its excerpt is empty by itself.

use mneme_model::{NameId, NsId, Seq};
use rusqlite::{OptionalExtension, Row, params};

use crate::{Result, Tx, View};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grip {
    pub name: String,
    pub session: NameId,
    pub first: Seq,
    pub last: Seq,
    /// When the first event occurred.
    pub at_ms: i64,
    /// Where in the first event's text the excerpt lies, in bytes.
    pub from: i64,
    pub to: i64,
    /// Whether the excerpt was cut short.
    pub cut: bool,
}

const COLUMNS: &str = "name, session, first_seq, last_seq, at_ms, from_byte, to_byte, cut";

impl Grip {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            name: row.get(0)?,
            session: row.get(1)?,
            first: row.get(2)?,
            last: row.get(3)?,
            at_ms: row.get(4)?,
            from: row.get(5)?,
            to: row.get(6)?,
            cut: row.get(7)?,
        })
    }
}

/// Keeps a grip; one of the same name stays as it is.
pub fn insert(tx: &Tx<'_>, ns: NsId, grip: &Grip) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO grips(ns, name, session, first_seq, last_seq, at_ms, from_byte, to_byte, cut)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(ns, name) DO NOTHING",
        )?
        .execute(params![
            ns,
            grip.name,
            grip.session,
            grip.first,
            grip.last,
            grip.at_ms,
            grip.from,
            grip.to,
            grip.cut
        ])?;
    Ok(())
}

pub fn find(view: &View<'_>, ns: NsId, name: &str) -> Result<Option<Grip>> {
    let sql = format!("SELECT {COLUMNS} FROM grips WHERE ns = ?1 AND name = ?2");
    let grip = view
        .conn
        .prepare_cached(&sql)?
        .query_row(params![ns, name], Grip::read)
        .optional()?;
    Ok(grip)
}

/// Grips that begin at an event.
pub fn at(view: &View<'_>, first: Seq) -> Result<Vec<Grip>> {
    let sql = format!("SELECT {COLUMNS} FROM grips WHERE first_seq = ?1 ORDER BY from_byte");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map([first], Grip::read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn count(view: &View<'_>, ns: NsId) -> Result<u64> {
    let n: i64 = view
        .conn
        .prepare_cached("SELECT count(*) FROM grips WHERE ns = ?1")?
        .query_row([ns], |row| row.get(0))?;
    Ok(n.unsigned_abs())
}

/// How many are of a stretch of time, the end excluded.
pub fn between(view: &View<'_>, ns: NsId, (from_ms, to_ms): (i64, i64)) -> Result<u64> {
    let n: i64 = view
        .conn
        .prepare_cached("SELECT count(*) FROM grips WHERE ns = ?1 AND at_ms >= ?2 AND at_ms < ?3")?
        .query_row([ns, from_ms, to_ms], |row| row.get(0))?;
    Ok(n.unsigned_abs())
}
