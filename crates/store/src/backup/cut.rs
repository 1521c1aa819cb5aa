//! The cut: all tables as they are at one moment, copied while the writer goes on.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, ErrorCode};

use super::{Refusal, Told};
use crate::store::{DATABASE, connect, create_private};
use crate::{Error, Result};

const CACHE_KIB: i64 = 16 * 1024;
/// Steps of SQLite between two looks at how far it is: some milliseconds.
const STEPS: i32 = 100_000;

/// Copies the tables of `dir` into the new file `copy`.
///
/// `VACUUM INTO` reads in one transaction: it sees what was committed when it began, is never
/// restarted by later commits (as the online backup interface is, when it lets go between
/// steps), and holds up nobody, because readers and the writer of a write-ahead log do not
/// wait for each other. While it reads, the log cannot be emptied and grows by what is
/// written; so the copy goes to a plain file at the speed of the disk, and compressing waits
/// until the transaction is over.
///
/// It copies rows, not pages. `secure_delete` overwrites what is deleted, but SQLite leaves
/// copies of moved rows in the unused part of pages (measured: 28 of 50,000 deleted rows could
/// still be read in the file). A copy of pages would carry those along; this cannot.
pub fn take(dir: &Path, copy: &Path, told: &Told) -> Result<()> {
    let path = dir.join(DATABASE);
    let mut conn = connect(&path, CACHE_KIB)?;
    // Only the copy is written here, and the archive made of it is what is synced.
    conn.pragma_update(None, "synchronous", "off")?;
    // The copy is as private as the tables, from its first byte on.
    create_private(copy)?;
    watch(&mut conn, copy, told)?;
    let name = copy.to_string_lossy();
    conn.execute("VACUUM INTO ?1", [&name])
        .map_err(|error| failed(error, copy))?;
    Ok(())
}

/// Tells how large the copy is by now.
fn watch(conn: &mut Connection, copy: &Path, told: &Told) -> Result<()> {
    let pages: u64 = conn.query_row("PRAGMA page_count", [], |row| row.get(0))?;
    let page_bytes: u64 = conn.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    let (copy, told, all) = (copy.to_path_buf(), told.clone(), pages * page_bytes);
    let look = move || {
        let done = fs::metadata(&copy).map_or(0, |meta| meta.len());
        // Half of the work: packing comes after it.
        told(done.min(all) / 2, all);
        false
    };
    conn.progress_handler(STEPS, Some(look))?;
    Ok(())
}

/// Trouble with the copy is not trouble with the store.
fn failed(error: rusqlite::Error, copy: &Path) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            error.into()
        }
        _ => Refusal::NotWritten {
            file: copy.to_path_buf(),
            why: error.to_string(),
        }
        .into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;

    const ROWS: u32 = 20_000;

    /// Spread over the index, so that pages split and rows move.
    fn name(n: u32) -> String {
        format!("name-{:010}", n.wrapping_mul(2_654_435_761))
    }

    /// A table of which a quarter of the rows is deleted again.
    fn emptied(dir: &Path) -> Connection {
        let conn = connect(&dir.join(DATABASE), CACHE_KIB).unwrap();
        conn.execute_batch("CREATE TABLE t(n INTEGER PRIMARY KEY, name TEXT); CREATE UNIQUE INDEX t_name ON t(name); BEGIN")
            .unwrap();
        for n in 0..ROWS {
            conn.execute("INSERT INTO t VALUES (?1, ?2)", (n, name(n)))
                .unwrap();
        }
        conn.execute_batch("COMMIT; DELETE FROM t WHERE n % 4 = 0")
            .unwrap();
        conn
    }

    #[test]
    fn what_was_deleted_is_nowhere_in_the_copy() {
        let dir = tempfile::tempdir().unwrap();
        let _conn = emptied(dir.path());
        let copy = dir.path().join("copy");
        let told: Told = Arc::new(|_, _| ());
        take(dir.path(), &copy, &told).unwrap();
        let bytes = fs::read(&copy).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let there: HashSet<&str> = text
            .match_indices("name-")
            .filter_map(|(at, _)| text.get(at..at + name(0).len()))
            .collect();
        for n in 0..ROWS {
            assert_eq!(there.contains(name(n).as_str()), n % 4 != 0, "row {n}");
        }
    }
}
