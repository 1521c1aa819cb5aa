//! Who did how much and when, from the readable columns alone: no body is opened.

use mneme_model::{NameId, NsId, Seq};
use rusqlite::params;

use super::Position;
use crate::{Result, View};

/// Events of one agent in one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub agent: NameId,
    pub session: Option<NameId>,
    pub events: u64,
    pub first_ms: i64,
    pub last_ms: i64,
}

/// Events of one agent, or of nobody named, on one day (counted from 1970).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    pub agent: Option<NameId>,
    pub day: i64,
    pub events: u64,
}

/// What happened and was not erased. The state stands behind the body, so it is looked at only
/// where the session, which turns negative, cannot tell.
const HAPPENED: &str = "kind < 20 AND (session > 0 OR (session IS NULL AND state = 0))";

/// Events with an agent between two journal positions, the first excluded.
pub fn tallies(view: &View<'_>, ns: NsId, (after, through): (Seq, Seq)) -> Result<Vec<Tally>> {
    let sql = format!(
        "SELECT agent, session, count(*), min(occurred_ms), max(occurred_ms) FROM journal
         WHERE seq > ?2 AND seq <= ?3 AND +ns = ?1 AND agent IS NOT NULL AND {HAPPENED}
         GROUP BY agent, session"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map([ns, after, through], |row| {
        Ok(Tally {
            agent: row.get(0)?,
            session: row.get(1)?,
            events: row.get::<_, i64>(2)?.unsigned_abs(),
            first_ms: row.get(3)?,
            last_ms: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Events between two moments, both included, by day of UTC.
pub fn activity(view: &View<'_>, ns: NsId, (from_ms, to_ms): (i64, i64)) -> Result<Vec<Activity>> {
    let sql = format!(
        "SELECT agent, occurred_ms / 86400000 AS day, count(*)
         FROM journal INDEXED BY journal_time
         WHERE ns = ?1 AND occurred_ms >= ?2 AND occurred_ms <= ?3 AND {HAPPENED}
         GROUP BY agent, day"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map(params![ns, from_ms, to_ms], |row| {
        Ok(Activity {
            agent: row.get(0)?,
            day: row.get(1)?,
            events: row.get::<_, i64>(2)?.unsigned_abs(),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The agents of a stretch of a session, in the order of their names' numbers.
pub fn agents_between(
    view: &View<'_>,
    session: NameId,
    first: Position,
    last: Position,
) -> Result<Vec<NameId>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT DISTINCT agent FROM journal WHERE session = ?1 AND agent IS NOT NULL
           AND (occurred_ms, seq) >= (?2, ?3) AND (occurred_ms, seq) <= (?4, ?5) ORDER BY agent",
    )?;
    let ends = params![
        session,
        first.occurred_ms,
        first.seq,
        last.occurred_ms,
        last.seq
    ];
    let rows = statement.query_map(ends, |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
