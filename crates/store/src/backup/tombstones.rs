//! What was forgotten stays forgotten: a restore must not bring it back.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::Connection;

use crate::Result;
use crate::seal::DataKey;
use crate::store::{DATABASE, connect};
use crate::view::Shared;

const CACHE_KIB: i64 = 1024;
/// Any text; two keys that make the same of it are the same.
const PROBE: &str = "namespace";

/// Values a namespace has forgotten, as keyed hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    pub namespace: String,
    pub fingerprints: Vec<String>,
}

/// What the store that is replaced has forgotten and the one that replaces it has not.
///
/// A fingerprint means something only under the key of its namespace, so a namespace counts as
/// the same when its name and its fingerprint key are: whatever key it sealed under since. A store
/// written before there were tombstones has no such table, and nothing to carry.
pub fn forgotten_since(old: &Path, new: &Path, shared: &Shared) -> Result<Vec<Forgotten>> {
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
    let ours = same_keys(&conn, shared)?;
    let mut statement = conn.prepare(&format!(
        "SELECT n.name, t.fingerprint FROM old.tombstones t
         JOIN old.namespaces o ON o.ns = t.ns JOIN main.namespaces n ON n.name = o.name
         WHERE true {known} ORDER BY n.name, t.fingerprint"
    ))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(String, String)> = rows.collect::<rusqlite::Result<_>>()?;
    let same = rows.chunk_by(|a, b| a.0 == b.0);
    Ok(same
        .filter(|rows| ours.contains(&rows[0].0))
        .map(|rows| Forgotten {
            namespace: rows[0].0.clone(),
            fingerprints: rows.iter().map(|row| row.1.clone()).collect(),
        })
        .collect())
}

/// The namespaces whose fingerprints in the old store are made as in the new one. A key of the old
/// store that the new one's master key does not open belongs to another store.
fn same_keys(conn: &Connection, shared: &Shared) -> Result<BTreeSet<String>> {
    let mut statement = conn.prepare(
        "SELECT o.name, o.ns, k.key_id, k.wrapped FROM old.namespaces o
         JOIN old.keys k ON k.key_id = o.key_id",
    )?;
    let mut rows = statement.query([])?;
    let mut same = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let (name, id): (String, u32) = (row.get(0)?, row.get(2)?);
        let wrapped: Vec<u8> = row.get(3)?;
        let secret = shared.keyring.master.unwrap(row.get(1)?, id, &wrapped);
        let theirs = secret.and_then(|secret| DataKey::derive(id, &secret));
        let ours = shared.names.namespace(&name);
        if let (Some(ours), Ok(theirs)) = (ours, theirs)
            && ours.key.fingerprint(PROBE) == theirs.fingerprint(PROBE)
        {
            same.insert(name);
        }
    }
    Ok(same)
}

fn has_table(conn: &Connection) -> Result<bool> {
    let sql =
        "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = 'tombstones'";
    Ok(conn.query_row(sql, [], |row| row.get::<_, i64>(0))? > 0)
}
