//! Facts about the file itself.

use rusqlite::{Connection, OptionalExtension};

use crate::Result;

pub fn get(conn: &Connection, key: &str) -> Result<Option<i64>> {
    let value = conn
        .query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| {
            row.get(0)
        })
        .optional()?;
    Ok(value)
}
