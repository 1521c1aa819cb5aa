//! Blocks that cannot be read: found by opening each.

use mneme_model::NsId;
use rusqlite::params;

use super::{Model, open, rows};
use crate::{Result, View};

/// How many of the next blocks of a namespace behind a row do not open, and the row to go on
/// from.
pub fn damaged(
    view: &View<'_>,
    ns: NsId,
    model: &Model,
    after: i64,
    limit: usize,
) -> Result<(usize, Option<i64>)> {
    let sql = "SELECT id, n, data FROM vectors INDEXED BY vectors_ns
               WHERE ns = ?1 AND model = ?2 AND id > ?3 ORDER BY id LIMIT ?4";
    let rows = rows(view, sql, params![ns, model.id, after, limit])?;
    let bad = rows
        .iter()
        .filter(|row| open(view, ns, model, row).is_err());
    Ok((bad.count(), rows.last().map(|row| row.id)))
}
