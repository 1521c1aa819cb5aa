//! Tasks: one row an episode, pointing at the events that began and ended it.

use mneme_model::{NsId, Seq};
use rusqlite::{OptionalExtension, params};

use crate::{Result, Tx, View};

/// How far a task is. Numbers are written to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    InProgress = 1,
    Completed = 2,
    Failed = 3,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeRow {
    /// The event it began with: its identity.
    pub seq: Seq,
    pub status: Status,
    pub actions: u64,
    pub outcome: f32,
    pub value: f32,
    /// The event that ended it.
    pub end_seq: Option<Seq>,
}

/// How a task ended.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub at: Seq,
    pub failed: bool,
    pub outcome: f32,
    pub value: f32,
}

// === impl Status ===

impl Status {
    fn from_code(code: i64) -> Self {
        let ended = [Status::Completed, Status::Failed];
        let status = ended.into_iter().find(|status| *status as i64 == code);
        status.unwrap_or(Status::InProgress)
    }
}

pub fn get(view: &View<'_>, seq: Seq) -> Result<Option<EpisodeRow>> {
    let row = view
        .conn
        .prepare_cached(
            "SELECT seq, status, actions, outcome, value, end_seq FROM episodes WHERE seq = ?1",
        )?
        .query_row([seq], |row| {
            Ok(EpisodeRow {
                seq: row.get(0)?,
                status: Status::from_code(row.get(1)?),
                actions: row.get(2)?,
                outcome: row.get(3)?,
                value: row.get(4)?,
                end_seq: row.get(5)?,
            })
        })
        .optional()?;
    Ok(row)
}

/// Episodes of a namespace that ended beyond the `keep` most valuable ones, the least valuable
/// first; of equal ones the oldest.
pub fn beyond(view: &View<'_>, ns: NsId, keep: usize) -> Result<Vec<Seq>> {
    let ended: i64 = view
        .conn
        .prepare_cached("SELECT count(*) FROM episodes WHERE ns = ?1 AND end_seq IS NOT NULL")?
        .query_row([ns], |row| row.get(0))?;
    let keep = i64::try_from(keep).unwrap_or(i64::MAX);
    let mut statement = view.conn.prepare_cached(
        "SELECT seq FROM episodes WHERE ns = ?1 AND end_seq IS NOT NULL
         ORDER BY value, seq LIMIT ?2",
    )?;
    let rows = statement.query_map([ns, (ended - keep).max(0)], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn begin(tx: &Tx<'_>, ns: NsId, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO episodes VALUES (?1, ?2, ?3, 0, 0, 0, NULL)")?
        .execute(params![seq, ns, Status::InProgress as i64])?;
    Ok(())
}

/// Counts actions on, or back.
pub fn add_actions(tx: &Tx<'_>, seq: Seq, n: i64) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE episodes SET actions = actions + ?2 WHERE seq = ?1")?
        .execute([seq, n])?;
    Ok(())
}

pub fn end(tx: &Tx<'_>, seq: Seq, end: End) -> Result<()> {
    let status = match end.failed {
        true => Status::Failed,
        false => Status::Completed,
    };
    tx.conn
        .prepare_cached(
            "UPDATE episodes SET status = ?2, outcome = ?3, value = ?4, end_seq = ?5 WHERE seq = ?1",
        )?
        .execute(params![seq, status as i64, end.outcome, end.value, end.at])?;
    Ok(())
}

/// As if it had not ended.
pub fn go_on(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached(
            "UPDATE episodes SET status = ?2, outcome = 0, value = 0, end_seq = NULL WHERE seq = ?1",
        )?
        .execute(params![seq, Status::InProgress as i64])?;
    Ok(())
}

pub fn remove(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM episodes WHERE seq = ?1")?
        .execute([seq])?;
    Ok(())
}
