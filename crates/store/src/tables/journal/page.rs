//! Reading many: by journal position, by time, and around a place in a session. Every read is
//! bounded, so that no reader pins the log.

use mneme_model::{Event, Kind, KindGroup, NameId, NsId, Seq};
use rusqlite::{Params, params};

use super::row::{COLUMNS, Raw};
use crate::error::in_database;
use crate::{Error, Result, View};

/// Rows one read transaction returns at most.
pub const MAX_ROWS: usize = 1_000;
/// Damaged rows a page leaves out at most. A store of which more is gone is not read on.
const SPARE: usize = 1_000;

/// A place in time order: when it occurred, then when it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub occurred_ms: i64,
    pub seq: Seq,
}

/// A stretch of a namespace's time, or of one session's.
#[derive(Clone, Debug)]
pub struct Page {
    pub ns: NsId,
    pub session: Option<NameId>,
    pub from_ms: i64,
    pub to_ms: i64,
    /// Only what stands behind this place.
    pub after: Option<Position>,
    pub limit: usize,
    /// Only what happened, leaving out what is known and bookkeeping.
    pub only: Option<KindGroup>,
}

/// As many as are wanted, if there are so many: what is damaged does not make a page shorter, so that
/// a short page is the last one, as ever.
pub(super) fn events(
    view: &View<'_>,
    sql: &str,
    limit: usize,
    params: impl Params,
) -> Result<Vec<Event>> {
    let mut statement = view.conn.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let (mut found, mut left_out) = (Vec::new(), 0);
    while found.len() < limit.min(MAX_ROWS) {
        let Some(row) = rows.next()? else { break };
        match Raw::read(row)?.open(view)? {
            Some(event) => found.push(event),
            None => left_out += 1,
        }
        if left_out >= SPARE {
            let why = format!("table journal: {SPARE} rows of one page do not open");
            return Err(Error::Corrupt(in_database(&why)));
        }
    }
    Ok(found)
}

pub(super) fn bounded(limit: usize) -> i64 {
    limit.min(MAX_ROWS) as i64
}

/// Rows a page is read from: none is read before it is needed.
pub(super) fn with_spare(limit: usize) -> i64 {
    bounded(limit) + SPARE as i64
}

/// Live events behind a journal position, of one namespace or of all.
pub fn after(view: &View<'_>, ns: Option<NsId>, seq: Seq, limit: usize) -> Result<Vec<Event>> {
    match ns {
        None => {
            let sql = format!(
                "SELECT {COLUMNS} FROM journal WHERE seq > ?1 AND state = 0 ORDER BY seq LIMIT ?2"
            );
            events(view, &sql, limit, params![seq, with_spare(limit)])
        }
        Some(ns) => {
            let sql = format!(
                "SELECT {COLUMNS} FROM journal WHERE seq > ?1 AND +ns = ?3 AND state = 0 ORDER BY seq LIMIT ?2"
            );
            events(view, &sql, limit, params![seq, with_spare(limit), ns])
        }
    }
}

/// Live events of a namespace before a journal position, the newest first.
pub fn before(view: &View<'_>, ns: NsId, seq: Seq, limit: usize) -> Result<Vec<Event>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM journal WHERE seq < ?1 AND +ns = ?3 AND state = 0
         ORDER BY seq DESC LIMIT ?2"
    );
    events(view, &sql, limit, params![seq, with_spare(limit), ns])
}

/// Positions of a namespace behind one, oldest first, without their bodies.
pub fn positions_after(view: &View<'_>, ns: NsId, seq: Seq) -> Result<Vec<Seq>> {
    // From the start the namespace's own index is shortest; from a later place, the key is.
    let sql = if seq == 0 {
        "SELECT seq FROM journal INDEXED BY journal_time WHERE ns = ?1 AND seq > ?2 ORDER BY seq"
    } else {
        "SELECT seq FROM journal WHERE +ns = ?1 AND seq > ?2 ORDER BY seq"
    };
    let mut statement = view.conn.prepare_cached(sql)?;
    let rows = statement.query_map([ns, seq], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// A page in time order; ties in the order of arrival.
pub fn in_time(view: &View<'_>, page: &Page) -> Result<Vec<Event>> {
    let after = page.after.unwrap_or(Position {
        occurred_ms: page.from_ms,
        seq: -1,
    });
    let (low, high) = match page.only {
        Some(KindGroup::Event) => (1, 19),
        Some(KindGroup::Memory) => (20, 21),
        Some(KindGroup::Episode) => (40, 42),
        _ => (1, i64::MAX),
    };
    let scope = match page.session {
        Some(_) => "session = ?1",
        None => "ns = ?1",
    };
    let sql = format!(
        "SELECT {COLUMNS} FROM journal WHERE {scope} AND (occurred_ms, seq) > (?2, ?3)
           AND occurred_ms >= ?4 AND occurred_ms <= ?5 AND kind BETWEEN ?6 AND ?7 AND state = 0
         ORDER BY occurred_ms, seq LIMIT ?8"
    );
    let scope = page.session.unwrap_or(page.ns);
    events(
        view,
        &sql,
        page.limit,
        params![
            scope,
            after.occurred_ms,
            after.seq,
            page.from_ms,
            page.to_ms,
            low,
            high,
            with_spare(page.limit)
        ],
    )
}

/// A page before a place in time, the latest first. What the page says it comes after is not
/// looked at.
pub fn before_in_time(view: &View<'_>, page: &Page, before: Position) -> Result<Vec<Event>> {
    let scope = match page.session {
        Some(_) => "session = ?1",
        None => "ns = ?1",
    };
    let sql = format!(
        "SELECT {COLUMNS} FROM journal WHERE {scope} AND (occurred_ms, seq) < (?2, ?3)
           AND occurred_ms >= ?4 AND kind BETWEEN 1 AND 19 AND state = 0
         ORDER BY occurred_ms DESC, seq DESC LIMIT ?5"
    );
    let scope = page.session.unwrap_or(page.ns);
    let limit = with_spare(page.limit);
    let place = params![scope, before.occurred_ms, before.seq, page.from_ms, limit];
    events(view, &sql, page.limit, place)
}

/// The latest that happened in a session, in the order it happened.
pub fn latest_in(view: &View<'_>, session: NameId, limit: usize) -> Result<Vec<Event>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM journal WHERE session = ?1 AND kind BETWEEN 1 AND 19 AND state = 0
         ORDER BY occurred_ms DESC, seq DESC LIMIT ?2"
    );
    let mut found = events(view, &sql, limit, params![session, with_spare(limit)])?;
    found.reverse();
    Ok(found)
}

/// What is believed in a session from one place to another, both included; at most `limit`.
pub fn between(
    view: &View<'_>,
    session: NameId,
    first: Position,
    last: Position,
    limit: usize,
) -> Result<Vec<Position>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT occurred_ms, seq FROM journal WHERE session = ?1
           AND (occurred_ms, seq) >= (?2, ?3) AND (occurred_ms, seq) <= (?4, ?5)
           AND NOT EXISTS (SELECT 1 FROM memory_versions v
                           WHERE v.from_seq = journal.seq AND v.to_seq IS NOT NULL)
         ORDER BY occurred_ms, seq LIMIT ?6",
    )?;
    let ends = params![
        session,
        first.occurred_ms,
        first.seq,
        last.occurred_ms,
        last.seq,
        limit as i64
    ];
    let rows = statement.query_map(ends, |row| {
        Ok(Position {
            occurred_ms: row.get(0)?,
            seq: row.get(1)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Positions of some kinds in a session before one, without their bodies.
pub fn of_kinds_before(
    view: &View<'_>,
    session: NameId,
    kinds: [Kind; 2],
    seq: Seq,
) -> Result<Vec<Seq>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT seq FROM journal
         WHERE session = ?1 AND kind IN (?2, ?3) AND seq < ?4 AND state = 0 ORDER BY seq",
    )?;
    let [one, other] = kinds.map(Kind::code);
    let rows = statement.query_map(params![session, one, other, seq], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Which records of a session stand beside one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Every one, versions that were replaced since included.
    Anything,
    /// Only what is believed now: versions of a memory stand at one place, and old ones would
    /// crowd out what was said around it.
    Believed,
}

impl Beside {
    fn condition(self) -> &'static str {
        match self {
            Beside::Anything => "",
            Beside::Believed => {
                "AND NOT EXISTS (SELECT 1 FROM memory_versions v
                                 WHERE v.from_seq = journal.seq AND v.to_seq IS NOT NULL)"
            }
        }
    }
}

/// Positions in a session around one place: up to `reach` before it, and up to `reach` after,
/// both in time order. Indexes answer; no body is read.
pub fn neighbours(
    view: &View<'_>,
    session: NameId,
    at: Position,
    reach: usize,
    beside: Beside,
) -> Result<(Vec<Position>, Vec<Position>)> {
    let read = |than: &str, order: &str| -> Result<Vec<Position>> {
        let sql = format!(
            "SELECT occurred_ms, seq FROM journal
             WHERE session = ?1 AND (occurred_ms, seq) {than} (?2, ?3) {}
             ORDER BY occurred_ms {order}, seq {order} LIMIT ?4",
            beside.condition()
        );
        let mut statement = view.conn.prepare_cached(&sql)?;
        let place = params![session, at.occurred_ms, at.seq, reach as i64];
        let rows = statement.query_map(place, |row| {
            Ok(Position {
                occurred_ms: row.get(0)?,
                seq: row.get(1)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    };
    let mut before = read("<", "DESC")?;
    before.reverse();
    Ok((before, read(">", "ASC")?))
}
