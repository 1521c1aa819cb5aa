//! A file of another program, read and left as it is.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::{Error, Result};

/// What stands under a scope and a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub scope: String,
    pub key: String,
    pub value: String,
}

/// Whether a file begins as a SQLite file does.
pub fn is_sqlite(start: &[u8]) -> bool {
    start.starts_with(b"SQLite format 3\0")
}

/// Every row of the table `kv_store(scope, key, value)`, scope by scope.
pub fn kept(path: &Path) -> Result<Vec<Kept>> {
    let read = || -> Result<Vec<Kept>> {
        let conn = open(path)?;
        let sql = "SELECT scope, key, CAST(value AS TEXT) FROM kv_store ORDER BY scope, key";
        let mut statement = conn.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            Ok(Kept {
                scope: row.get(0)?,
                key: row.get(1)?,
                value: row.get(2)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    };
    read().map_err(|error: Error| error.at(path))
}

/// It is somebody else's: nothing in it is trusted, and nothing is written. What its log holds
/// is read too, if there is one.
fn open(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.pragma_update(None, "query_only", "on")?;
    Ok(conn)
}
