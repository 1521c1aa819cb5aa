//! Peers to measure ourselves against, run by `mneme bench` and by nothing else.

use std::path::Path;

use rusqlite::{Connection, params};

use crate::{Result, schema};

/// Plain SQLite full-text search over the same words: the arm recall is compared with.
pub struct Fts5 {
    conn: Connection,
}

/// A bare table, one synced commit a group: the ceiling for durable writes here.
pub struct RawCommit {
    conn: Connection,
    next: i64,
}

// === impl Fts5 ===

impl Fts5 {
    pub fn open(path: &Path) -> Result<Self> {
        let conn = Connection::open(path)?;
        schema::prepare(&conn, 64 * 1024)?;
        conn.execute_batch(
            "CREATE VIRTUAL TABLE docs USING fts5(text, tokenize = 'porter unicode61')",
        )?;
        Ok(Self { conn })
    }

    pub fn insert(&self, first: i64, texts: &[String]) -> Result<()> {
        self.conn.execute_batch("BEGIN")?;
        for (n, text) in texts.iter().enumerate() {
            self.conn
                .prepare_cached("INSERT INTO docs(rowid, text) VALUES (?1, ?2)")?
                .execute(params![first + n as i64, text])?;
        }
        self.conn.execute_batch("COMMIT")?;
        Ok(())
    }

    /// The ten best rows for words joined by OR.
    pub fn search(&self, words: &[String]) -> Result<Vec<i64>> {
        let query = words
            .iter()
            .map(|w| format!("\"{}\"", w.replace('"', "")))
            .collect::<Vec<_>>()
            .join(" OR ");
        let mut statement = self.conn.prepare_cached(
            "SELECT rowid FROM docs WHERE docs MATCH ?1 ORDER BY bm25(docs) LIMIT 10",
        )?;
        let rows = statement.query_map([query], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

// === impl RawCommit ===

impl RawCommit {
    pub fn open(path: &Path) -> Result<Self> {
        let conn = Connection::open(path)?;
        schema::prepare(&conn, 16 * 1024)?;
        conn.execute_batch("CREATE TABLE raw(seq INTEGER PRIMARY KEY, body BLOB NOT NULL)")?;
        Ok(Self { conn, next: 1 })
    }

    /// Writes a group of equal rows with one sync.
    pub fn commit(&mut self, rows: usize, body: &[u8]) -> Result<()> {
        self.conn.execute_batch("BEGIN IMMEDIATE")?;
        for _ in 0..rows {
            self.conn
                .prepare_cached("INSERT INTO raw VALUES (?1, ?2)")?
                .execute(params![self.next, body])?;
            self.next += 1;
        }
        self.conn.execute_batch("COMMIT")?;
        Ok(())
    }
}
