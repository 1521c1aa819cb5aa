//! Interned words.

use std::sync::Arc;

use mneme_model::{NameId, NsId};
use rusqlite::{Connection, OptionalExtension, params};

use crate::Result;
use crate::names::NameKind;

pub fn find(conn: &Connection, ns: NsId, kind: NameKind, name: &str) -> Result<Option<NameId>> {
    let id = conn
        .prepare_cached("SELECT id FROM names WHERE ns = ?1 AND kind = ?2 AND name = ?3")?
        .query_row(params![ns, kind as i64, name], |row| row.get(0))
        .optional()?;
    Ok(id)
}

pub fn intern(conn: &Connection, ns: NsId, kind: NameKind, name: &str) -> Result<NameId> {
    if let Some(id) = find(conn, ns, kind, name)? {
        return Ok(id);
    }
    conn.prepare_cached("INSERT INTO names(ns, kind, name) VALUES (?1, ?2, ?3)")?
        .execute(params![ns, kind as i64, name])?;
    Ok(conn.last_insert_rowid())
}

pub fn some(conn: &Connection, ns: NsId, kind: NameKind, limit: usize) -> Result<Vec<Arc<str>>> {
    let mut statement = conn.prepare_cached(
        "SELECT name FROM names WHERE ns = ?1 AND kind = ?2 ORDER BY name LIMIT ?3",
    )?;
    let rows = statement.query_map(params![ns, kind as i64, limit], |row| {
        row.get::<_, String>(0)
    })?;
    Ok(rows
        .map(|row| row.map(Arc::from))
        .collect::<rusqlite::Result<_>>()?)
}

pub fn word(conn: &Connection, id: NameId) -> Result<Option<Arc<str>>> {
    let word = conn
        .prepare_cached("SELECT name FROM names WHERE id = ?1")?
        .query_row([id], |row| row.get::<_, String>(0))
        .optional()?;
    Ok(word.map(Arc::from))
}
