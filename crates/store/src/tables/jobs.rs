//! What is remembered of each job: whether it is paused, and how it went.

use rusqlite::{Row, params};

use crate::{Result, Tx, View};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobRow {
    pub name: String,
    pub paused: bool,
    pub last_run_ms: i64,
    pub last_duration_ms: i64,
    pub last_result: i64,
    pub last_error: Option<String>,
    pub runs: i64,
    pub errors: i64,
    /// JSON.
    pub notes: String,
}

impl JobRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            name: row.get(0)?,
            paused: row.get(1)?,
            last_run_ms: row.get(2)?,
            last_duration_ms: row.get(3)?,
            last_result: row.get(4)?,
            last_error: row.get(5)?,
            runs: row.get(6)?,
            errors: row.get(7)?,
            notes: row.get(8)?,
        })
    }
}

pub fn all(view: &View<'_>) -> Result<Vec<JobRow>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT name, paused, last_run_ms, last_duration_ms, last_result, last_error, runs, errors,
           notes FROM jobs ORDER BY name",
    )?;
    let rows = statement.query_map([], JobRow::read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn save(tx: &Tx<'_>, job: &JobRow) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT OR REPLACE INTO jobs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?
        .execute(params![
            job.name,
            job.paused,
            job.last_run_ms,
            job.last_duration_ms,
            job.last_result,
            job.last_error,
            job.runs,
            job.errors,
            job.notes
        ])?;
    Ok(())
}
