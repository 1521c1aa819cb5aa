//! Desktop recordings: where each stands, and the fields of its record as JSON. A row past its
//! time is not seen any more, whether or not a sweep has been here.

use std::collections::BTreeMap;

use mneme_model::archive::Status;
use rusqlite::{OptionalExtension, Row, params};

use crate::{Result, Tx, View};

pub type Fields = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    pub id: String,
    pub status: Status,
    pub os: String,
    pub mode: String,
    pub created_ms: i64,
    pub updated_ms: i64,
    /// When the record goes; `None` is never.
    pub expires_ms: Option<i64>,
    pub fields: Fields,
}

/// A place in a walk through one status: when a row was made, and its number.
pub type Place = (i64, i64);

/// A row as it was listed, with its place for going on behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub place: Place,
    pub fields: Fields,
}

/// Adds a row. False if its id is there already; one whose time is over does not count.
pub fn add(tx: &Tx<'_>, row: &SessionRow) -> Result<bool> {
    tx.conn
        .prepare_cached("DELETE FROM archive_sessions WHERE id = ?1 AND expires_ms <= ?2")?
        .execute(params![row.id, tx.now_ms()])?;
    let added = tx
        .conn
        .prepare_cached(
            "INSERT INTO archive_sessions(id, status, os, mode, created_ms, updated_ms, expires_ms, fields)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(id) DO NOTHING",
        )?
        .execute(params![
            row.id,
            row.status.name(),
            row.os,
            row.mode,
            row.created_ms,
            row.updated_ms,
            row.expires_ms,
            serde_json::to_string(&row.fields)?
        ])?;
    Ok(added == 1)
}

pub fn get(view: &View<'_>, id: &str, now_ms: i64) -> Result<Option<Fields>> {
    let text: Option<String> = view
        .conn
        .prepare_cached(
            "SELECT fields FROM archive_sessions
             WHERE id = ?1 AND (expires_ms IS NULL OR expires_ms > ?2)",
        )?
        .query_row(params![id, now_ms], |row| row.get(0))
        .optional()?;
    Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// Writes the fields of a row that is there; its status does not change.
pub fn set(tx: &Tx<'_>, id: &str, fields: &Fields) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE archive_sessions SET fields = ?2 WHERE id = ?1")?
        .execute(params![id, serde_json::to_string(fields)?])?;
    Ok(())
}

/// Where a row stands from now on.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    pub status: Status,
    pub updated_ms: i64,
    pub expires_ms: Option<i64>,
}

/// Writes the fields of a row that is there, and where it stands from now on.
pub fn moved(tx: &Tx<'_>, id: &str, to: Moved, fields: &Fields) -> Result<()> {
    tx.conn
        .prepare_cached(
            "UPDATE archive_sessions SET status = ?2, updated_ms = ?3, expires_ms = ?4, fields = ?5
             WHERE id = ?1",
        )?
        .execute(params![
            id,
            to.status.name(),
            to.updated_ms,
            to.expires_ms,
            serde_json::to_string(fields)?
        ])?;
    Ok(())
}

/// Rows of one status, oldest first.
pub fn list(
    view: &View<'_>,
    status: Status,
    skip: usize,
    limit: usize,
    now_ms: i64,
) -> Result<Vec<Listed>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT created_ms, n, fields FROM archive_sessions
         WHERE status = ?1 AND (expires_ms IS NULL OR expires_ms > ?2)
         ORDER BY created_ms, n LIMIT ?3 OFFSET ?4",
    )?;
    let rows = statement.query_map(
        params![status.name(), now_ms, sql_count(limit), sql_count(skip)],
        texts,
    )?;
    listed(rows)
}

/// Rows of one status behind a place, oldest first; for walks that change what they walk over.
pub fn after(view: &View<'_>, status: Status, place: Place, limit: usize) -> Result<Vec<Listed>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT created_ms, n, fields FROM archive_sessions
         WHERE status = ?1 AND (created_ms, n) > (?2, ?3) ORDER BY created_ms, n LIMIT ?4",
    )?;
    let (created_ms, n) = place;
    let rows = statement.query_map(
        params![status.name(), created_ms, n, sql_count(limit)],
        texts,
    )?;
    listed(rows)
}

pub fn count(view: &View<'_>, status: Status, now_ms: i64) -> Result<u64> {
    let found = view
        .conn
        .prepare_cached(
            "SELECT count(*) FROM archive_sessions
             WHERE status = ?1 AND (expires_ms IS NULL OR expires_ms > ?2)",
        )?
        .query_row(params![status.name(), now_ms], |row| row.get(0))?;
    Ok(found)
}

/// Whether there was one.
pub fn remove(tx: &Tx<'_>, id: &str) -> Result<bool> {
    let gone = tx
        .conn
        .prepare_cached("DELETE FROM archive_sessions WHERE id = ?1")?
        .execute([id])?;
    Ok(gone == 1)
}

/// Removes the rows whose time is over, a bounded number of them; how many.
pub fn expire(tx: &Tx<'_>, now_ms: i64, limit: usize) -> Result<usize> {
    let gone = tx
        .conn
        .prepare_cached(
            "DELETE FROM archive_sessions WHERE n IN
               (SELECT n FROM archive_sessions WHERE expires_ms <= ?1 LIMIT ?2)",
        )?
        .execute(params![now_ms, sql_count(limit)])?;
    Ok(gone)
}

fn sql_count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

fn texts(row: &Row<'_>) -> rusqlite::Result<(Place, String)> {
    Ok(((row.get(0)?, row.get(1)?), row.get(2)?))
}

fn listed(rows: impl Iterator<Item = rusqlite::Result<(Place, String)>>) -> Result<Vec<Listed>> {
    rows.map(|row| {
        let (place, text) = row?;
        let fields = serde_json::from_str(&text)?;
        Ok(Listed { place, fields })
    })
    .collect()
}
