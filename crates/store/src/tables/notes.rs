//! Notes by their own names: which memory is the slot, the lesson, the action of that name. A
//! name is kept as a hash under the namespace's key.

use mneme_model::{NsId, Seq};
use rusqlite::{OptionalExtension, params};

use crate::{Result, Tx, View};

/// The memory that is this note.
pub fn find(view: &View<'_>, ns: NsId, shelf: &str, key: &str) -> Result<Option<Seq>> {
    let sql = "SELECT memory FROM notes WHERE ns = ?1 AND shelf = ?2 AND key = ?3";
    let mut statement = view.conn.prepare_cached(sql)?;
    let found = statement.query_row(params![ns, shelf, key], |row| row.get(0));
    Ok(found.optional()?)
}

/// Whether a memory stands on a shelf.
pub fn has(view: &View<'_>, memory: Seq) -> Result<bool> {
    let sql = "SELECT 1 FROM notes WHERE memory = ?1";
    let mut statement = view.conn.prepare_cached(sql)?;
    Ok(statement.exists([memory])?)
}

/// The shelf a memory stands on.
pub fn shelf(view: &View<'_>, memory: Seq) -> Result<Option<String>> {
    let sql = "SELECT shelf FROM notes WHERE memory = ?1";
    let mut statement = view.conn.prepare_cached(sql)?;
    let found = statement.query_row([memory], |row| row.get(0));
    Ok(found.optional()?)
}

/// The shelves there are.
pub fn shelves(view: &View<'_>, ns: NsId) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT shelf FROM notes WHERE ns = ?1";
    let mut statement = view.conn.prepare_cached(sql)?;
    let rows = statement.query_map([ns], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// All memories on a shelf.
pub fn all(view: &View<'_>, ns: NsId, shelf: &str) -> Result<Vec<Seq>> {
    let sql = "SELECT memory FROM notes WHERE ns = ?1 AND shelf = ?2 ORDER BY key";
    let mut statement = view.conn.prepare_cached(sql)?;
    let rows = statement.query_map(params![ns, shelf], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The names of everything on a shelf.
pub fn keys(view: &View<'_>, ns: NsId, shelf: &str) -> Result<Vec<String>> {
    let sql = "SELECT key FROM notes WHERE ns = ?1 AND shelf = ?2 ORDER BY key";
    let mut statement = view.conn.prepare_cached(sql)?;
    let rows = statement.query_map(params![ns, shelf], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Puts a memory on a shelf; what stood there under the same key is not there any more.
pub fn put(tx: &Tx<'_>, ns: NsId, shelf: &str, key: &str, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT OR REPLACE INTO notes VALUES (?4, ?1, ?2, ?3)")?
        .execute(params![ns, shelf, key, memory])?;
    Ok(())
}

/// Takes a memory off its shelf.
pub fn remove(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM notes WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}
