//! Keys that open doors: only their hashes are kept.

use rusqlite::params;

use crate::{Result, Tx, View};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKeyRow {
    pub key_id: String,
    pub hash: Vec<u8>,
    pub role: i64,
    pub namespace: String,
    pub created_ms: i64,
}

pub fn all(view: &View<'_>) -> Result<Vec<ApiKeyRow>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT key_id, hash, role, namespace, created_ms FROM api_keys ORDER BY created_ms",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(ApiKeyRow {
            key_id: row.get(0)?,
            hash: row.get(1)?,
            role: row.get(2)?,
            namespace: row.get(3)?,
            created_ms: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Whether any of them opens a namespace.
pub fn opens(view: &View<'_>, namespace: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM api_keys WHERE namespace = ?1";
    Ok(view.conn.prepare_cached(sql)?.exists([namespace])?)
}

pub fn insert(tx: &Tx<'_>, key: &ApiKeyRow) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO api_keys VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            key.key_id,
            key.hash,
            key.role,
            key.namespace,
            key.created_ms
        ])?;
    Ok(())
}

/// Whether there was such a key to take away.
pub fn remove(tx: &Tx<'_>, key_id: &str) -> Result<bool> {
    let removed = tx
        .conn
        .prepare_cached("DELETE FROM api_keys WHERE key_id = ?1")?
        .execute([key_id])?;
    Ok(removed > 0)
}
