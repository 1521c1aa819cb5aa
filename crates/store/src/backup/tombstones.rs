//! What was forgotten stays forgotten: a restore must not bring it back.

use std::path::Path;

use rusqlite::Connection;

use crate::Result;
use crate::store::{DATABASE, connect};

const CACHE_KIB: i64 = 1024;

/// Adds the tombstones of the store that is replaced to the one that replaces it, before that
/// one is opened to anybody. How many were new to it.
///
/// A fingerprint means something only under the key of its namespace, so a namespace counts as
/// the same when name and wrapped key are. A store written before there were tombstones has no
/// such table, and nothing to carry.
pub fn carry_tombstones(old: &Path, new: &Path) -> Result<u64> {
    let (old, new) = (old.join(DATABASE), new.join(DATABASE));
    if !old.exists() || !has_table(&connect(&old, CACHE_KIB)?)? {
        return Ok(0);
    }
    let conn = connect(&new, CACHE_KIB)?;
    if !has_table(&conn)? {
        return Ok(0);
    }
    conn.execute("ATTACH ?1 AS old", [old.to_string_lossy()])?;
    let carried = conn.execute(
        "INSERT INTO tombstones(ns, fingerprint, at_seq, reason)
         SELECT n.ns, t.fingerprint, t.at_seq, t.reason
         FROM old.tombstones t
         JOIN old.namespaces o ON o.ns = t.ns JOIN old.keys ok ON ok.key_id = o.key_id
         JOIN namespaces n ON n.name = o.name JOIN keys nk ON nk.key_id = n.key_id
         WHERE nk.wrapped = ok.wrapped AND NOT EXISTS
           (SELECT 1 FROM tombstones k WHERE k.ns = n.ns AND k.fingerprint = t.fingerprint)",
        [],
    )?;
    Ok(carried as u64)
}

fn has_table(conn: &Connection) -> Result<bool> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'tombstones'";
    Ok(conn.query_row(sql, [], |row| row.get::<_, i64>(0))? > 0)
}
