//! Events whose bodies do not open any more: bytes that changed on the disk.

use mneme_model::Seq;
use rusqlite::params;

use super::is_live;
use super::page::MAX_ROWS;
use super::row::{COLUMNS, Raw};
use crate::damage::Damaged;
use crate::{Result, View};

/// Opens the bodies behind a position; the last position looked at, or nothing at the end. What
/// does not open is noted, see [`damaged`].
pub fn look_through(view: &View<'_>, after: Seq) -> Result<Option<Seq>> {
    let sql =
        format!("SELECT {COLUMNS} FROM journal WHERE seq > ?1 AND state = 0 ORDER BY seq LIMIT ?2");
    let (view, mut last) = (view.forgiving(), None);
    let mut statement = view.conn.prepare_cached(&sql)?;
    let mut rows = statement.query(params![after, MAX_ROWS as i64])?;
    while let Some(row) = rows.next()? {
        last = Some(row.get(0)?);
        Raw::read(row)?.open(&view)?;
    }
    Ok(last)
}

/// What was met so far and is still there, in the order of the journal.
pub fn damaged(view: &View<'_>) -> Result<Vec<Damaged>> {
    let mut left = Vec::new();
    for one in view.shared.damage.all() {
        if is_live(view, one.seq)? {
            left.push(one);
        }
    }
    Ok(left)
}
