//! Wrapped data keys: the one each namespace seals under, and those it sealed under before, which
//! are kept until nothing needs them. When each was retired stands among the cursors.

use mneme_model::NsId;
use rusqlite::{Connection, params};

use super::namespaces::number;
use crate::seal::{DataKey, MasterKey};
use crate::{Result, View};

/// A key that seals nothing any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retired {
    pub key_id: u32,
    pub ns: NsId,
    pub retired_ms: i64,
}

fn retired_name(key_id: u32) -> String {
    format!("retired/{key_id}")
}

/// What is written down about the re-sealing of a namespace begins so.
pub(super) fn about(ns: NsId) -> String {
    format!("reseal/{ns}/")
}

/// Writes a new key for a namespace; the id of the one it follows. All of the namespace is to be
/// sealed again from its beginning.
pub(crate) fn succeed(
    conn: &Connection,
    master: &MasterKey,
    ns: NsId,
    secret: &[u8],
    now_ms: i64,
) -> Result<(u32, DataKey)> {
    let next = conn.query_row("SELECT coalesce(max(key_id), 0) + 1 FROM keys", [], |row| {
        row.get(0)
    });
    let key = DataKey::derive(number(next?)?, secret)?;
    let retired = of(conn, ns)?;
    conn.execute(
        "INSERT INTO keys VALUES (?1, ?2, ?3, ?4)",
        params![key.id, ns, master.wrap(ns, key.id, secret)?, now_ms],
    )?;
    let sql = "UPDATE namespaces SET key_id = ?2 WHERE ns = ?1";
    conn.execute(sql, params![ns, key.id])?;
    let sql = "INSERT OR REPLACE INTO cursors VALUES (?1, ?2)";
    conn.execute(sql, params![retired_name(retired), now_ms])?;
    let about = about(ns);
    let sql = "DELETE FROM cursors WHERE substr(name, 1, length(?1)) = ?1";
    conn.execute(sql, [about])?;
    Ok((retired, key))
}

/// The key a namespace seals under, by the table: ahead of what is in memory inside the
/// transaction that replaces it.
pub fn current(view: &View<'_>, ns: NsId) -> Result<u32> {
    of(view.conn, ns)
}

fn of(conn: &Connection, ns: NsId) -> Result<u32> {
    let sql = "SELECT key_id FROM namespaces WHERE ns = ?1";
    number(conn.query_row(sql, [ns], |row| row.get(0))?)
}

pub(crate) fn remove(conn: &Connection, key_id: u32) -> Result<()> {
    conn.execute("DELETE FROM keys WHERE key_id = ?1", [key_id])?;
    let sql = "DELETE FROM cursors WHERE name = ?1";
    conn.execute(sql, [retired_name(key_id)])?;
    Ok(())
}

/// The keys that are not in use and still there, oldest first.
pub fn retired(view: &View<'_>) -> Result<Vec<Retired>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT k.key_id, k.ns, coalesce(c.seq, k.created_ms) FROM keys k
         JOIN namespaces n ON n.ns = k.ns AND n.key_id <> k.key_id
         LEFT JOIN cursors c ON c.name = 'retired/' || k.key_id ORDER BY k.key_id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?))
    })?;
    rows.map(|row| {
        let (key_id, ns, retired_ms) = row?;
        Ok(Retired {
            key_id: number(key_id)?,
            ns,
            retired_ms,
        })
    })
    .collect()
}
