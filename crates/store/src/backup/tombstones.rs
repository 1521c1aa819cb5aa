//! What was forgotten stays forgotten: a restore must not bring it back.

use std::path::Path;

use rusqlite::Connection;

use crate::Result;
use crate::store::{DATABASE, connect};

const CACHE_KIB: i64 = 1024;

/// Values a namespace has forgotten, as keyed hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    pub namespace: String,
    pub fingerprints: Vec<String>,
}

/// What the store that is replaced has forgotten and the one that replaces it has not.
///
/// A fingerprint means something only under the key of its namespace, so a namespace counts as
/// the same when name and wrapped key are. A store written before there were tombstones has no
/// such table, and nothing to carry.
pub fn forgotten_since(old: &Path, new: &Path) -> Result<Vec<Forgotten>> {
    let (old, new) = (old.join(DATABASE), new.join(DATABASE));
    if !old.exists() || !has_table(&connect(&old, CACHE_KIB)?)? {
        return Ok(Vec::new());
    }
    let conn = connect(&new, CACHE_KIB)?;
    conn.execute("ATTACH ?1 AS old", [old.to_string_lossy()])?;
    let known = match has_table(&conn)? {
        true => {
            "AND NOT EXISTS (SELECT 1 FROM tombstones k
                   WHERE k.ns = n.ns AND k.fingerprint = t.fingerprint)"
        }
        false => "",
    };
    let mut statement = conn.prepare(&format!(
        "SELECT n.name, t.fingerprint FROM old.tombstones t
         JOIN old.namespaces o ON o.ns = t.ns JOIN old.keys ok ON ok.key_id = o.key_id
         JOIN main.namespaces n ON n.name = o.name JOIN main.keys nk ON nk.key_id = n.key_id
         WHERE nk.wrapped = ok.wrapped {known} ORDER BY n.name, t.fingerprint"
    ))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(String, String)> = rows.collect::<rusqlite::Result<_>>()?;
    let same = rows.chunk_by(|a, b| a.0 == b.0);
    Ok(same
        .map(|rows| Forgotten {
            namespace: rows[0].0.clone(),
            fingerprints: rows.iter().map(|row| row.1.clone()).collect(),
        })
        .collect())
}

fn has_table(conn: &Connection) -> Result<bool> {
    let sql =
        "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = 'tombstones'";
    Ok(conn.query_row(sql, [], |row| row.get::<_, i64>(0))? > 0)
}
