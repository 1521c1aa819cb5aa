//! What memories turned out to be worth: one row a memory somebody said something of.

use mneme_model::event::{Brought, Judged};
use mneme_model::{Seq, Verdict};
use rusqlite::{Row, params};

use crate::{Result, Tx};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub confirms: u64,
    pub rejects: u64,
    pub supersedes: u64,
    /// How often a machine learnt it again.
    pub reuses: u64,
    /// In thousandths; none is as sure as whoever wrote it.
    pub confidence: Option<u16>,
    pub verified_ms: Option<i64>,
    pub last_ms: Option<i64>,
}

/// The columns as a memory is read with them; all are empty where nobody said anything.
pub(super) const COLUMNS: &str =
    "o.confirms, o.rejects, o.supersedes, o.confidence, o.verified_ms, o.last_ms, o.reuses";

pub(super) fn read(row: &Row<'_>, at: usize) -> rusqlite::Result<Outcome> {
    let count = |n: usize| {
        row.get::<_, Option<u64>>(at + n)
            .map(Option::unwrap_or_default)
    };
    Ok(Outcome {
        confirms: count(0)?,
        rejects: count(1)?,
        supersedes: count(2)?,
        confidence: row.get(at + 3)?,
        verified_ms: row.get(at + 4)?,
        last_ms: row.get(at + 5)?,
        reuses: count(6)?,
    })
}

/// Counts what was said of a memory at a time.
pub fn add(tx: &Tx<'_>, memory: Seq, judged: &Judged, at_ms: i64) -> Result<()> {
    let one = |verdict| i64::from(judged.verdict == verdict);
    let confirmed = one(Verdict::Confirm);
    tx.conn
        .prepare_cached(
            "INSERT INTO outcomes VALUES (?1, ?2, ?3, ?4, ?5, iif(?2, ?6, NULL), ?6, 0)
             ON CONFLICT(memory) DO UPDATE SET confirms = confirms + ?2, rejects = rejects + ?3,
               supersedes = supersedes + ?4, confidence = ?5,
               verified_ms = iif(?2, ?6, verified_ms), last_ms = ?6",
        )?
        .execute(params![
            memory,
            confirmed,
            one(Verdict::Reject),
            one(Verdict::Supersede),
            judged.confidence,
            at_ms
        ])?;
    Ok(())
}

/// A machine learnt a memory again: that verifies it, and nobody said anything of it.
pub fn reuse(tx: &Tx<'_>, memory: Seq, confidence: Option<u16>, at_ms: i64) -> Result<()> {
    tx.conn
        .prepare_cached(
            "INSERT INTO outcomes VALUES (?1, 0, 0, 0, ?2, ?3, ?3, 1)
             ON CONFLICT(memory) DO UPDATE SET confidence = ?2, verified_ms = ?3, last_ms = ?3,
               reuses = reuses + 1",
        )?
        .execute(params![memory, confidence, at_ms])?;
    Ok(())
}

/// What was said of a memory before it came here, whose words were written at a time.
pub fn bring(tx: &Tx<'_>, memory: Seq, brought: &Brought, written_ms: i64) -> Result<()> {
    let judged = brought.judged_ms.or(brought.verified_ms);
    let last_ms = judged.unwrap_or(written_ms);
    tx.conn
        .prepare_cached("INSERT INTO outcomes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)")?
        .execute(params![
            memory,
            brought.confirms,
            brought.rejects,
            brought.supersedes,
            brought.confidence,
            brought.verified_ms,
            last_ms
        ])?;
    Ok(())
}

pub fn remove(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM outcomes WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}
