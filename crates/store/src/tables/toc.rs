//! The table of contents: segments of sessions, and the days, weeks, months and years above
//! them. Made from the journal by a follower. What a node says is sealed; where it stands is not.

mod ages;
mod children;
mod loose;
mod open;

pub use ages::{between, count, newest, stamp};
pub use children::{Child, children, count_children, names, years};
pub use loose::{Loose, drop_loose, loose};
pub use open::{Open, close, idle, look_again, look_at_end, next_idle, set_open, waiting};

use mneme_model::{NameId, NsId, Seq};
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, params};

use super::journal::Position;
use crate::names::Namespace;
use crate::seal::Place;
use crate::{Error, Result, Tx, View};

pub type NodeId = i64;

/// Where a node stands. Levels run from 1 (a year) to 5 (a segment).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub id: NodeId,
    pub ns: NsId,
    pub level: u8,
    /// What its id says behind the level.
    pub name: String,
    pub parent: Option<NodeId>,
    pub start_ms: i64,
    /// The last millisecond of it.
    pub end_ms: i64,
    pub version: i64,
    /// What changed below it is not told in it yet.
    pub stale: bool,
    /// How many events it holds.
    pub events: i64,
    /// Only segments have one.
    pub stretch: Option<Stretch>,
}

/// The run of a session that a segment holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub session: NameId,
    pub first: Seq,
    pub last: Seq,
    pub events: i64,
}

/// A node about to be written.
pub struct NewNode<'a> {
    pub level: u8,
    pub name: &'a str,
    pub parent: Option<NodeId>,
    pub start_ms: i64,
    pub end_ms: i64,
    pub stretch: Option<Stretch>,
}

const SEGMENT: u8 = 5;
const COLUMNS: &str = "id, ns, level, name, parent, start_ms, end_ms, version, stale, \
                       session, first_seq, last_seq, events";

fn place(ns: NsId, id: NodeId) -> Place<'static> {
    Place {
        table: "toc",
        ns,
        row: id,
    }
}

// === impl Node ===

impl Node {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let session: Option<NameId> = row.get(9)?;
        let stretch = session.map(|session| {
            Ok::<_, rusqlite::Error>(Stretch {
                session,
                first: row.get(10)?,
                last: row.get(11)?,
                events: row.get(12)?,
            })
        });
        Ok(Self {
            id: row.get(0)?,
            ns: row.get(1)?,
            level: row.get(2)?,
            name: row.get(3)?,
            parent: row.get(4)?,
            start_ms: row.get(5)?,
            end_ms: row.get(6)?,
            version: row.get(7)?,
            stale: row.get(8)?,
            events: row.get(12)?,
            stretch: stretch.transpose()?,
        })
    }

    /// Where a segment ends.
    pub fn end(&self) -> Option<Position> {
        let last = self.stretch?.last;
        Some(Position {
            occurred_ms: self.end_ms,
            seq: last,
        })
    }

    /// Where a segment begins.
    pub fn start(&self) -> Option<Position> {
        let first = self.stretch?.first;
        Some(Position {
            occurred_ms: self.start_ms,
            seq: first,
        })
    }
}

fn nodes(view: &View<'_>, rest: &str, params: impl rusqlite::Params) -> Result<Vec<Node>> {
    let sql = format!("SELECT {COLUMNS} FROM toc {rest}");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params, Node::read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn find(view: &View<'_>, ns: NsId, level: u8, name: &str) -> Result<Option<Node>> {
    let found = nodes(
        view,
        "WHERE ns = ?1 AND level = ?2 AND name = ?3",
        params![ns, level, name],
    )?;
    Ok(found.into_iter().next())
}

pub fn get(view: &View<'_>, id: NodeId) -> Result<Option<Node>> {
    Ok(nodes(view, "WHERE id = ?1", [id])?.into_iter().next())
}

/// Nodes of every namespace behind one, in the order they were made.
pub fn after(view: &View<'_>, id: NodeId, limit: usize) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE id > ?1 ORDER BY id LIMIT ?2",
        params![id, limit as i64],
    )
}

/// What a node says; nothing before it was told for the first time.
pub fn body(view: &View<'_>, node: &Node) -> Result<Option<Vec<u8>>> {
    let sealed: Option<(Option<u32>, Option<Vec<u8>>)> = view
        .conn
        .prepare_cached("SELECT key_id, body FROM toc WHERE id = ?1")?
        .query_row([node.id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((Some(key), Some(sealed))) = sealed else {
        return Ok(None);
    };
    let opened = view
        .key(key)
        .and_then(|key| key.open(place(node.ns, node.id), &sealed));
    opened
        .map(Some)
        .map_err(|error| unread(node, error.to_string()))
}

/// That a node does not open, or says what nobody can read.
pub fn unread(node: &Node, why: impl Into<String>) -> Error {
    Error::Contents {
        node: node.id,
        why: why.into(),
    }
}

/// Adds a node that says nothing yet.
pub fn insert(tx: &Tx<'_>, ns: NsId, node: &NewNode<'_>) -> Result<NodeId> {
    let stretch = node.stretch;
    tx.conn
        .prepare_cached(
            "INSERT INTO toc(ns, level, name, parent, start_ms, end_ms, version, stale,
               session, first_seq, last_seq, events)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 1, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            ns,
            node.level,
            node.name,
            node.parent,
            node.start_ms,
            node.end_ms,
            stretch.map(|s| s.session),
            stretch.map(|s| s.first),
            stretch.map(|s| s.last),
            stretch.map_or(0, |s| s.events),
        ])?;
    Ok(tx.conn.last_insert_rowid())
}

/// Moves the end of a segment that kept its beginning.
pub fn stretch(tx: &Tx<'_>, id: NodeId, end_ms: i64, stretch: Stretch) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE toc SET end_ms = ?2, last_seq = ?3, events = ?4 WHERE id = ?1")?
        .execute(params![id, end_ms, stretch.last, stretch.events])?;
    Ok(())
}

/// Writes what a node says now, as its next version.
pub fn tell(tx: &Tx<'_>, namespace: &Namespace, id: NodeId, plain: &[u8]) -> Result<()> {
    let key = namespace.key.current();
    let sealed = key.seal(place(namespace.ns, id), plain)?;
    tx.conn
        .prepare_cached(
            "UPDATE toc SET key_id = ?2, body = ?3, version = version + 1, stale = 0 WHERE id = ?1",
        )?
        .execute(params![id, key.id, sealed])?;
    Ok(())
}

/// How many events stand below a period.
pub fn set_events(tx: &Tx<'_>, id: NodeId, events: i64) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE toc SET events = ?2 WHERE id = ?1")?
        .execute([id, events])?;
    Ok(())
}

/// Takes away what a node says; it is to be told again.
pub fn hush(tx: &Tx<'_>, id: NodeId) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE toc SET key_id = NULL, body = NULL, stale = 1 WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}

pub fn set_stale(tx: &Tx<'_>, id: NodeId, stale: bool) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE toc SET stale = ?2 WHERE id = ?1")?
        .execute(params![id, stale])?;
    Ok(())
}

pub fn remove(tx: &Tx<'_>, id: NodeId) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM toc WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}

/// Nodes of one level that are to be told again.
pub fn stale(view: &View<'_>, level: u8, limit: usize) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE stale = 1 AND level = ?1 ORDER BY id LIMIT ?2",
        params![level, limit as i64],
    )
}

/// Nodes of one level that say nothing any more and are to be told again.
pub fn bare(view: &View<'_>, level: u8, limit: usize) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE stale = 1 AND body IS NULL AND level = ?1 ORDER BY id LIMIT ?2",
        params![level, limit as i64],
    )
}

/// Segments of a session that begin at a place or later, in order.
pub fn segments_from(
    view: &View<'_>,
    session: NameId,
    from: Position,
    limit: usize,
) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE session = ?1 AND (start_ms, first_seq) >= (?2, ?3)
         ORDER BY start_ms, first_seq LIMIT ?4",
        params![session, from.occurred_ms, from.seq, limit as i64],
    )
}

/// The last segments of a session that begin at a place or earlier, the latest first.
pub fn segments_until(
    view: &View<'_>,
    session: NameId,
    until: Position,
    limit: usize,
) -> Result<Vec<Node>> {
    nodes(
        view,
        "WHERE session = ?1 AND (start_ms, first_seq) <= (?2, ?3)
         ORDER BY start_ms DESC, first_seq DESC LIMIT ?4",
        params![session, until.occurred_ms, until.seq, limit as i64],
    )
}

/// How many nodes there are of each level, and the bytes of what they say.
pub fn counts(view: &View<'_>, ns: NsId) -> Result<Vec<(u8, u64, u64)>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT level, count(*), coalesce(sum(length(body)), 0) FROM toc WHERE ns = ?1 GROUP BY level",
    )?;
    let rows = statement.query_map([ns], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Asks for everything since a moment to be told again; what it says stands until then.
pub fn set_all_stale(tx: &Tx<'_>, ns: NsId, from_ms: i64) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE toc SET stale = 1 WHERE ns = ?1 AND end_ms >= ?2")?
        .execute(params![ns, from_ms])?;
    Ok(())
}

/// Segments that begin at a moment or later, and periods that reach it.
pub fn count_since(view: &View<'_>, ns: NsId, from_ms: i64) -> Result<(u64, u64)> {
    let mut statement = view.conn.prepare_cached(
        "SELECT coalesce(sum(level = ?3 AND start_ms >= ?2), 0),
           coalesce(sum(level < ?3 AND end_ms >= ?2), 0) FROM toc WHERE ns = ?1",
    )?;
    let counts = statement.query_row(params![ns, from_ms, SEGMENT], |row| {
        Ok((unsigned(row, 0)?, unsigned(row, 1)?))
    })?;
    Ok(counts)
}

/// A number that must not be negative here.
fn unsigned(row: &Row<'_>, at: usize) -> rusqlite::Result<u64> {
    let n: i64 = row.get(at)?;
    u64::try_from(n)
        .map_err(|e| rusqlite::Error::FromSqlConversionFailure(at, Type::Integer, Box::new(e)))
}
