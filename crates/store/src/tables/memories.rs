//! What is known now: one row a memory, pointing at the event that holds its words.

use mneme_model::{MemoryStatus, MemoryType, NameId, NsId, Opposition, Seq};
use rusqlite::{OptionalExtension, Row, params};

use super::injections::Injections;
use super::outcomes::{self, COLUMNS as OUTCOME, Outcome};
use crate::error::in_row;
use crate::{Error, Result, Tx, View};

#[derive(Clone, Debug, PartialEq)]
pub struct MemoryRow {
    /// The first event of the memory: its identity.
    pub seq: Seq,
    pub ns: NsId,
    /// Where it stands; what speaks against it is counted in.
    pub status: MemoryStatus,
    pub version: u64,
    /// The event with the words believed now.
    pub head_seq: Seq,
    pub fingerprint: String,
    pub memory_type: MemoryType,
    pub evidence: u64,
    pub created_ms: i64,
    pub updated_ms: i64,
    /// What it turned out to be worth; kept in a table of its own. How sure it is, what speaks
    /// against it counted in.
    pub outcome: Outcome,
    /// What speaks against it, and how it would stand without; in a table of its own, too.
    pub opposition: Opposition,
    pub unopposed: Unopposed,
    /// Somebody wants it kept at hand; in a table of its own, too.
    pub pinned: bool,
    /// How often it was put before a model, and how often it answered a question; in tables of their
    /// own, which are no part of what is known.
    pub injections: Injections,
    pub recalls: u64,
}

/// Where a memory would stand, and how sure it would be, if nothing spoke against it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unopposed {
    pub status: MemoryStatus,
    pub confidence: Option<u16>,
}

/// A page of a namespace's memories in the order they were first stored.
#[derive(Clone, Debug)]
pub struct MemoryPage {
    pub ns: NsId,
    pub agent: Option<i64>,
    pub session: Option<i64>,
    pub after: Seq,
    pub limit: usize,
}

pub(super) const COLUMNS: &str = "m.seq, m.ns, m.version, m.head_seq, m.fingerprint, m.memory_type, m.evidence, m.created_ms, m.updated_ms, m.status, p.at_seq IS NOT NULL,
  (SELECT count(*) FROM contradictions c WHERE c.memory = m.seq),
  (SELECT max(c.at_ms) FROM contradictions c WHERE c.memory = m.seq), i.times, i.last_ms, r.times";
/// What is kept of a memory in tables of their own. Each has at most one row of it.
pub(super) const BESIDE: &str =
    "LEFT JOIN outcomes o ON o.memory = m.seq LEFT JOIN pins p ON p.memory = m.seq
  LEFT JOIN injections i ON i.memory = m.seq LEFT JOIN recalls r ON r.memory = m.seq";

/// Contested for what speaks against it, whatever it would be by itself: active, contested, a
/// candidate, or stale. As [`Opposition::status`] says it.
const OPPOSED: &str = "m.status IN (1, 3, 4, 5) AND m.seq IN (SELECT memory FROM contradictions)";

// === impl MemoryRow ===

impl MemoryRow {
    /// How often it was of use: recalled, or put before a model.
    pub fn uses(&self) -> u64 {
        self.injections.times.saturating_add(self.recalls)
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<MemoryRow> {
    read_at(row, 0)
}

/// The same where other columns stand before it.
pub(super) fn read_at(row: &Row<'_>, at: usize) -> rusqlite::Result<MemoryRow> {
    in_row("memories", row, at, |row| columns(row, at))
}

fn columns(row: &Row<'_>, at: usize) -> rusqlite::Result<MemoryRow> {
    let type_code: usize = row.get(at + 5)?;
    let own = MemoryStatus::from_code(row.get(at + 9)?).unwrap_or_default();
    let opposition = Opposition {
        open: row.get(at + 11)?,
        since_ms: row.get(at + 12)?,
    };
    let count = |n: usize| {
        row.get::<_, Option<u64>>(at + n)
            .map(Option::unwrap_or_default)
    };
    let told = outcomes::read(row, at + 16)?;
    Ok(MemoryRow {
        seq: row.get(at)?,
        ns: row.get(at + 1)?,
        version: row.get(at + 2)?,
        head_seq: row.get(at + 3)?,
        fingerprint: row.get(at + 4)?,
        memory_type: MemoryType::ALL.get(type_code).copied().unwrap_or_default(),
        evidence: row.get(at + 6)?,
        created_ms: row.get(at + 7)?,
        updated_ms: row.get(at + 8)?,
        status: opposition.status(own),
        pinned: row.get(at + 10)?,
        injections: Injections {
            times: count(13)?,
            last_ms: row.get(at + 14)?,
        },
        recalls: count(15)?,
        outcome: Outcome {
            confidence: opposition.confidence(own, told.confidence),
            ..told
        },
        unopposed: Unopposed {
            status: own,
            confidence: told.confidence,
        },
        opposition,
    })
}

fn type_code(memory_type: MemoryType) -> i64 {
    MemoryType::ALL
        .iter()
        .position(|t| *t == memory_type)
        .map_or(0, |i| i as i64)
}

pub fn get(view: &View<'_>, seq: Seq) -> Result<Option<MemoryRow>> {
    let sql = format!("SELECT {COLUMNS}, {OUTCOME} FROM memories m {BESIDE} WHERE m.seq = ?1");
    Ok(view
        .conn
        .prepare_cached(&sql)?
        .query_row([seq], read)
        .optional()?)
}

/// The memories of a namespace that say exactly this and are found, the first told first: agents that
/// are kept apart may each have one, and so may every shelf.
pub fn by_fingerprint(view: &View<'_>, ns: NsId, fingerprint: &str) -> Result<Vec<MemoryRow>> {
    let sql = format!(
        "SELECT {COLUMNS}, {OUTCOME} FROM memories m {BESIDE} WHERE m.ns = ?1 AND m.fingerprint = ?2 AND m.status NOT IN (2, 6)
         ORDER BY m.seq"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params![ns, fingerprint], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Those that say exactly this and are not found any more, the first told first.
pub fn ended_saying(view: &View<'_>, ns: NsId, fingerprint: &str) -> Result<Vec<MemoryRow>> {
    let sql = format!(
        "SELECT {COLUMNS}, {OUTCOME} FROM memories m {BESIDE} WHERE m.ns = ?1 AND m.fingerprint = ?2 AND m.status IN (2, 6)
         ORDER BY m.seq"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params![ns, fingerprint], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn page(view: &View<'_>, page: &MemoryPage) -> Result<Vec<MemoryRow>> {
    let sql = format!(
        "SELECT {COLUMNS}, {OUTCOME} FROM memories m {BESIDE} JOIN journal j ON j.seq = m.seq
         WHERE m.ns = ?1 AND m.seq > ?2 AND j.state = 0
           AND (?3 IS NULL OR j.agent = ?3) AND (?4 IS NULL OR j.session = ?4)
         ORDER BY m.seq LIMIT ?5"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(
        params![
            page.ns,
            page.after,
            page.agent,
            page.session,
            page.limit as i64
        ],
        read,
    )?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// A page of a namespace's memories, the latest first.
pub fn page_before(view: &View<'_>, ns: NsId, before: Seq, limit: usize) -> Result<Vec<MemoryRow>> {
    let sql = format!(
        "SELECT {COLUMNS}, {OUTCOME} FROM memories m {BESIDE} WHERE m.ns = ?1 AND m.seq < ?2
         ORDER BY m.seq DESC LIMIT ?3"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params![ns, before, limit as i64], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// How many memories of a namespace stand where.
pub fn standing(view: &View<'_>, ns: NsId) -> Result<Vec<(MemoryStatus, u64)>> {
    let contested = MemoryStatus::Contested as i64;
    let sql = format!(
        "SELECT iif({OPPOSED}, {contested}, m.status) AS stands, count(*) FROM memories m
         WHERE m.ns = ?1 GROUP BY stands"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map([ns], |row| {
        let status = MemoryStatus::from_code(row.get(0)?).unwrap_or_default();
        Ok((status, row.get(1)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// How many memories of a namespace were first told by somebody.
pub fn count_of(view: &View<'_>, ns: NsId, source: NameId) -> Result<u64> {
    let sql = "SELECT count(*) FROM memories m JOIN journal j ON j.seq = m.seq
               WHERE m.ns = ?1 AND j.actor = ?2";
    let mut statement = view.conn.prepare_cached(sql)?;
    Ok(statement.query_row([ns, source], |row| row.get(0))?)
}

/// The latest of them first.
pub fn latest_of(view: &View<'_>, ns: NsId, source: NameId, limit: usize) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT m.seq FROM memories m JOIN journal j ON j.seq = m.seq
         WHERE m.ns = ?1 AND j.actor = ?2 ORDER BY m.seq DESC LIMIT ?3",
    )?;
    let rows = statement.query_map(params![ns, source, limit as i64], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// How many memories of a namespace say exactly this.
pub fn saying(view: &View<'_>, ns: NsId, fingerprint: &str) -> Result<u64> {
    let sql = "SELECT count(*) FROM memories WHERE ns = ?1 AND fingerprint = ?2";
    let mut statement = view.conn.prepare_cached(sql)?;
    Ok(statement.query_row(params![ns, fingerprint], |row| row.get(0))?)
}

/// Memories of a namespace that stand in one way, before a position, the latest first.
pub fn in_status(
    view: &View<'_>,
    ns: NsId,
    status: MemoryStatus,
    before: Seq,
    limit: usize,
) -> Result<Vec<MemoryRow>> {
    let contested = MemoryStatus::Contested as i64;
    let sql = format!(
        "SELECT {COLUMNS}, {OUTCOME} FROM memories m {BESIDE} WHERE m.ns = ?1 AND m.seq < ?3
           AND (m.status = ?2 AND NOT ({OPPOSED}) OR ?2 = {contested} AND {OPPOSED})
         ORDER BY m.seq DESC LIMIT ?4"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let found = params![ns, status as i64, before, limit as i64];
    let rows = statement.query_map(found, read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// How many memories of a namespace are believed and stand on no shelf but this one.
pub fn count_believed(view: &View<'_>, ns: NsId, shelf: &str) -> Result<usize> {
    let sql = "SELECT COUNT(*) FROM memories AS m WHERE m.ns = ?1 AND m.status NOT IN (2, 6) AND NOT EXISTS
                 (SELECT 1 FROM notes WHERE notes.memory = m.seq AND notes.shelf <> ?2)";
    let mut statement = view.conn.prepare_cached(sql)?;
    Ok(statement.query_row(params![ns, shelf], |row| row.get::<_, i64>(0))? as usize)
}

pub fn insert(tx: &Tx<'_>, memory: &MemoryRow) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO memories VALUES (?1, ?2, ?10, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?
        .execute(params![
            memory.seq,
            memory.ns,
            memory.version,
            memory.head_seq,
            memory.fingerprint,
            type_code(memory.memory_type),
            memory.evidence,
            memory.created_ms,
            memory.updated_ms,
            memory.status as i64
        ])?;
    Ok(())
}

/// Points a memory at its new version.
pub fn replace_head(tx: &Tx<'_>, memory: &MemoryRow) -> Result<()> {
    let changed = tx
        .conn
        .prepare_cached(
            "UPDATE memories SET status = ?7, version = ?2, head_seq = ?3, fingerprint = ?4, memory_type = ?5, updated_ms = ?6
             WHERE seq = ?1",
        )?
        .execute(params![
            memory.seq,
            memory.version,
            memory.head_seq,
            memory.fingerprint,
            type_code(memory.memory_type),
            memory.updated_ms,
            memory.status as i64
        ])?;
    found(changed, memory.seq)
}

/// Takes a memory away, as if it had never been told.
pub fn remove(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM memories WHERE seq = ?1")?
        .execute([seq])?;
    Ok(())
}

/// Whether a memory is believed, doubted, or another took its place.
pub fn set_status(tx: &Tx<'_>, seq: Seq, status: MemoryStatus, updated_ms: i64) -> Result<()> {
    let changed = tx
        .conn
        .prepare_cached("UPDATE memories SET status = ?2, updated_ms = ?3 WHERE seq = ?1")?
        .execute(params![seq, status as i64, updated_ms])?;
    found(changed, seq)
}

pub fn add_evidence(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    let changed = tx
        .conn
        .prepare_cached("UPDATE memories SET evidence = evidence + 1 WHERE seq = ?1")?
        .execute([seq])?;
    found(changed, seq)
}

fn found(changed: usize, seq: Seq) -> Result<()> {
    if changed == 0 {
        return Err(Error::Corrupt(format!("memory {seq} is missing")));
    }
    Ok(())
}
