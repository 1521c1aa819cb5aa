//! Nodes by how old they are.

use mneme_model::NsId;
use rusqlite::params;

use super::{Node, nodes, unsigned};
use crate::{Result, View};

/// How many nodes of a level ended in a stretch of time, its end excluded.
pub fn between(view: &View<'_>, ns: NsId, level: u8, (from_ms, to_ms): (i64, i64)) -> Result<u64> {
    let mut statement = view.conn.prepare_cached(
        "SELECT count(*) FROM toc WHERE ns = ?1 AND level = ?2 AND end_ms >= ?3 AND end_ms < ?4",
    )?;
    Ok(statement.query_row(params![ns, level, from_ms, to_ms], |row| unsigned(row, 0))?)
}

/// How many nodes there are; an index alone tells.
pub fn count(view: &View<'_>, ns: NsId) -> Result<u64> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT count(*) FROM toc WHERE ns = ?1")?;
    Ok(statement.query_row([ns], |row| unsigned(row, 0))?)
}

/// The newest nodes of a level: names of a level sort by time.
pub fn newest(view: &View<'_>, ns: NsId, level: u8, limit: usize) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE ns = ?1 AND level = ?2 ORDER BY name DESC LIMIT ?3",
        params![ns, level, limit as i64],
    )
}

/// Numbers that are others once the nodes of a level are others, or say something else.
pub fn stamp(view: &View<'_>, ns: NsId, level: u8) -> Result<[i64; 3]> {
    let mut statement = view.conn.prepare_cached(
        "SELECT count(*), coalesce(sum(version), 0), coalesce(max(id), 0) FROM toc
         WHERE ns = ?1 AND level = ?2",
    )?;
    let read = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
    Ok(statement.query_row(params![ns, level], read)?)
}
