//! A file of another program, read and left as it is.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};

use crate::{Error, Result};

/// The table that is read.
pub const TABLE: &str = "kv_store";

/// What stands under a scope and a key, or why nobody can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub scope: String,
    pub key: String,
    pub value: std::result::Result<String, String>,
}

/// Whether a file begins as a SQLite file does.
pub fn is_sqlite(start: &[u8]) -> bool {
    start.starts_with(b"SQLite format 3\0")
}

/// Every row of the table `kv_store(scope, key, value)`, scope by scope.
pub fn kept(path: &Path) -> Result<Vec<Kept>> {
    let mut read = Vec::new();
    match read_all(path, &mut read) {
        Ok(()) => Ok(read),
        Err(error) => {
            let behind = read.last().map_or_else(String::new, |last: &Kept| {
                format!(" behind row {}/{}", last.scope, last.key)
            });
            let why = format!("table {TABLE} cannot be read{behind}: {error}");
            Err(Error::Foreign(why))
        }
    }
}

fn read_all(path: &Path, read: &mut Vec<Kept>) -> rusqlite::Result<()> {
    let conn = open(path)?;
    let sql = format!("SELECT scope, key, value FROM {TABLE} ORDER BY scope, key");
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        read.push(one(row)?);
    }
    Ok(())
}

/// A row that is not as it should be costs nobody the others.
fn one(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let parts = [row.get_ref(0)?, row.get_ref(1)?, row.get_ref(2)?];
    let [scope, key, value] = parts.map(said);
    let value = match (&scope, &key) {
        (Err(why), _) => Err(format!("its scope {why}")),
        (_, Err(why)) => Err(format!("its key {why}")),
        (Ok(_), Ok(_)) => value.map_err(|why| format!("its value {why}")),
    };
    let nameless = |_| String::from("?");
    Ok(Kept {
        scope: scope.unwrap_or_else(nameless),
        key: key.unwrap_or_else(nameless),
        value,
    })
}

/// The text of a column, or what it is instead.
fn said(column: ValueRef<'_>) -> std::result::Result<String, String> {
    match column {
        ValueRef::Null => Err(String::from("is NULL")),
        ValueRef::Integer(number) => Ok(number.to_string()),
        ValueRef::Real(number) => Ok(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            let text = std::str::from_utf8(bytes).map(str::to_owned);
            text.map_err(|error| format!("is no text: byte {}", error.valid_up_to()))
        }
    }
}

/// It is somebody else's: nothing in it is trusted, and nothing is written. What its log holds
/// is read too, if there is one.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.pragma_update(None, "query_only", "on")?;
    Ok(conn)
}
