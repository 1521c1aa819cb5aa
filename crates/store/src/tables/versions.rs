//! Which event held a memory's words, from when to when; and what was derived from what.

use mneme_model::{NameId, NsId, Seq};
use rusqlite::{OptionalExtension, Row, params};

use crate::{Result, Tx, View};

/// Why one event descends from another. Numbers are written to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Updates = 1,
    Confirms = 2,
    Supersedes = 3,
    /// Belongs to an episode.
    PartOf = 4,
    /// Told the same through another door.
    Echoes = 5,
    Judges = 6,
    /// Tells of a recorded step: its pictures, why it was taken, a document of it.
    TellsOf = 7,
    /// Says where a memory came to stand by itself.
    Moves = 8,
    /// A memory made of another one.
    Derives = 9,
    /// Says that two memories speak against each other; it hangs on both.
    Contradicts = 10,
    /// Says what a memory was made of, when that came after it.
    Ties = 11,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionRow {
    pub from_seq: Seq,
    pub memory: Seq,
    pub version: u64,
    /// The event that retired it; none while it is believed.
    pub to_seq: Option<Seq>,
}

pub fn get(view: &View<'_>, from_seq: Seq) -> Result<Option<VersionRow>> {
    let row = view
        .conn
        .prepare_cached(
            "SELECT from_seq, memory, version, to_seq FROM memory_versions WHERE from_seq = ?1",
        )?
        .query_row([from_seq], read)
        .optional()?;
    Ok(row)
}

fn read(row: &Row<'_>) -> rusqlite::Result<VersionRow> {
    Ok(VersionRow {
        from_seq: row.get(0)?,
        memory: row.get(1)?,
        version: row.get(2)?,
        to_seq: row.get(3)?,
    })
}

/// Every version of a memory, the first one first.
pub fn of(view: &View<'_>, memory: Seq) -> Result<Vec<VersionRow>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT from_seq, memory, version, to_seq FROM memory_versions
         WHERE memory = ?1 ORDER BY version, from_seq",
    )?;
    let rows = statement.query_map([memory], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The agents that wrote a memory or one of its versions, each once.
pub fn agents(view: &View<'_>, memory: Seq) -> Result<Vec<NameId>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT DISTINCT j.agent FROM memory_versions v JOIN journal j ON j.seq = v.from_seq
         WHERE v.memory = ?1 AND j.agent IS NOT NULL",
    )?;
    let rows = statement.query_map([memory], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Retired versions of a namespace: the event that held the words, and the one that retired it.
pub fn retired(view: &View<'_>, ns: NsId) -> Result<Vec<(Seq, Seq)>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT v.from_seq, v.to_seq FROM memory_versions v JOIN memories m ON m.seq = v.memory
         WHERE v.to_seq IS NOT NULL AND m.ns = ?1",
    )?;
    let rows = statement.query_map([ns], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Acts behind a position that retired a memory of a namespace: the act, and the memory.
pub fn superseded_after(view: &View<'_>, ns: NsId, seq: Seq) -> Result<Vec<(Seq, Seq)>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT l.child_seq, l.parent_seq FROM lineage l JOIN memories m ON m.seq = l.parent_seq
         WHERE l.child_seq > ?1 AND l.why = ?2 AND m.ns = ?3 AND m.status IN (2, 6) ORDER BY l.child_seq",
    )?;
    let why = Why::Supersedes as i64;
    let rows = statement.query_map(params![seq, why, ns], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The events that did this to a memory, in order.
pub fn acts(view: &View<'_>, memory: Seq, why: Why) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT child_seq FROM lineage WHERE parent_seq = ?1 AND why = ?2 ORDER BY child_seq",
    )?;
    let rows = statement.query_map([memory, why as i64], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The latest acts of a sort on memories of a namespace, newest first: the act, and the memory.
pub fn latest(view: &View<'_>, ns: NsId, why: Why, limit: usize) -> Result<Vec<(Seq, Seq)>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT l.child_seq, l.parent_seq FROM lineage l JOIN memories m ON m.seq = l.parent_seq
         WHERE l.why = ?1 AND m.ns = ?2 ORDER BY l.child_seq DESC LIMIT ?3",
    )?;
    let rows = statement.query_map(params![why as i64, ns, limit as i64], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The latest memories of a namespace that were made of others, newest first.
pub fn derived(view: &View<'_>, ns: NsId, limit: usize) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT DISTINCT l.child_seq FROM lineage l JOIN memories m ON m.seq = l.child_seq
         WHERE l.why = ?1 AND m.ns = ?2 ORDER BY l.child_seq DESC LIMIT ?3",
    )?;
    let why = Why::Derives as i64;
    let rows = statement.query_map(params![why, ns, limit as i64], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// How many of them there are.
pub fn count_derived(view: &View<'_>, ns: NsId) -> Result<u64> {
    let sql =
        "SELECT count(DISTINCT l.child_seq) FROM lineage l JOIN memories m ON m.seq = l.child_seq
         WHERE l.why = ?1 AND m.ns = ?2";
    let mut statement = view.conn.prepare_cached(sql)?;
    Ok(statement.query_row(params![Why::Derives as i64, ns], |row| row.get(0))?)
}

pub fn insert(tx: &Tx<'_>, version: &VersionRow) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO memory_versions VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![
            version.from_seq,
            version.memory,
            version.version,
            version.to_seq
        ])?;
    Ok(())
}

/// Closes the version that was believed until now.
pub fn retire(tx: &Tx<'_>, memory: Seq, to_seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached(
            "UPDATE memory_versions SET to_seq = ?2 WHERE memory = ?1 AND to_seq IS NULL",
        )?
        .execute([memory, to_seq])?;
    Ok(())
}

/// Takes every version of a memory away.
pub fn remove(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM memory_versions WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}

/// Takes an event out of the lineage.
pub fn unlink(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    for sql in [
        "DELETE FROM lineage WHERE child_seq = ?1",
        "DELETE FROM lineage WHERE parent_seq = ?1",
    ] {
        tx.conn.prepare_cached(sql)?.execute([seq])?;
    }
    Ok(())
}

/// Everything that descends from an event, itself included, in journal order.
pub fn family(view: &View<'_>, seq: Seq) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "WITH RECURSIVE family(seq) AS (
           VALUES (?1) UNION SELECT child_seq FROM lineage JOIN family ON parent_seq = family.seq)
         SELECT seq FROM family ORDER BY seq",
    )?;
    let rows = statement.query_map([seq], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What an event was made part of, if anything.
pub fn whole_of(view: &View<'_>, part: Seq) -> Result<Option<Seq>> {
    let whole = view
        .conn
        .prepare_cached("SELECT parent_seq FROM lineage WHERE child_seq = ?1 AND why = ?2")?
        .query_row(params![part, Why::PartOf as i64], |row| row.get(0))
        .optional()?;
    Ok(whole)
}

/// What a memory was made of or tells of, in order.
pub fn sources(view: &View<'_>, memory: Seq) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT parent_seq FROM lineage WHERE child_seq = ?1 AND why IN (?2, ?3) ORDER BY parent_seq",
    )?;
    let (derives, tells) = (Why::Derives as i64, Why::TellsOf as i64);
    let rows = statement.query_map(params![memory, derives, tells], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Whether an event descends from another one so.
pub fn descends(view: &View<'_>, child: Seq, why: Why) -> Result<bool> {
    let sql = "SELECT 1 FROM lineage WHERE child_seq = ?1 AND why = ?2";
    let mut statement = view.conn.prepare_cached(sql)?;
    Ok(statement.exists(params![child, why as i64])?)
}

pub fn link(tx: &Tx<'_>, child: Seq, parent: Seq, why: Why) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO lineage VALUES (?1, ?2, ?3)")?
        .execute(params![child, parent, why as i64])?;
    Ok(())
}
