//! What stands below a node.

use mneme_model::NsId;
use rusqlite::params;

use super::{Node, NodeId, nodes, unsigned};
use crate::{Result, View};

/// The id of a child, as its level and name.
pub type Child = (u8, String);

/// Children in the order of time, from an offset.
pub fn children(view: &View<'_>, parent: NodeId, offset: u64, limit: usize) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE parent = ?1 ORDER BY start_ms, name LIMIT ?2 OFFSET ?3",
        params![
            parent,
            limit as i64,
            i64::try_from(offset).unwrap_or(i64::MAX)
        ],
    )
}

/// The names of all children, in the order of time.
pub fn names(view: &View<'_>, parent: NodeId) -> Result<Vec<Child>> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT level, name FROM toc WHERE parent = ?1 ORDER BY start_ms, name")?;
    let rows = statement.query_map([parent], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn count_children(view: &View<'_>, parent: NodeId) -> Result<u64> {
    let n = view
        .conn
        .prepare_cached("SELECT count(*) FROM toc WHERE parent = ?1")?
        .query_row([parent], |row| unsigned(row, 0))?;
    Ok(n)
}

/// The years of a namespace, the newest first.
pub fn years(view: &View<'_>, ns: NsId) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE ns = ?1 AND level = 1 ORDER BY start_ms DESC",
        [ns],
    )
}
