//! What is shown of the journal to somebody who reads it by time: events, and memories as they
//! are believed now. Ties are broken by id here, as the timeline's readers expect.

use mneme_model::{NameId, NsId, Seq};
use rusqlite::params;

use super::Position;
use super::page::bounded;
use crate::{Result, View};

/// Events and memories; of a memory only the version that is believed.
const SHOWN: &str = "kind BETWEEN 1 AND 21 AND state = 0
   AND NOT EXISTS (SELECT 1 FROM memory_versions v
                   WHERE v.from_seq = journal.seq AND v.to_seq IS NOT NULL)";

/// A place in that order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub occurred_ms: i64,
    pub ext_id: String,
    pub seq: Seq,
}

/// Places between two moments, both included, behind a place already seen. Rows come in the
/// order of an index; only those of one millisecond are sorted.
pub fn listed(
    view: &View<'_>,
    ns: NsId,
    (from_ms, to_ms): (i64, i64),
    after: Option<&Listed>,
    limit: usize,
) -> Result<Vec<Listed>> {
    let sql = format!(
        "SELECT occurred_ms, ext_id, seq FROM journal INDEXED BY journal_time
         WHERE ns = ?1 AND occurred_ms >= ?2 AND occurred_ms <= ?3
           AND (occurred_ms > ?4 OR ext_id > ?5) AND {SHOWN}
         ORDER BY occurred_ms, ext_id LIMIT ?6"
    );
    let (after_ms, after_id) = after.map_or((-1, ""), |at| (at.occurred_ms, at.ext_id.as_str()));
    let mut statement = view.conn.prepare_cached(&sql)?;
    let ends = params![
        ns,
        from_ms.max(after_ms),
        to_ms,
        after_ms,
        after_id,
        bounded(limit)
    ];
    let rows = statement.query_map(ends, |row| {
        Ok(Listed {
            occurred_ms: row.get(0)?,
            ext_id: row.get(1)?,
            seq: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Which side of a place in a session is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
}

/// The nearest places of a session on one side of a place, in time order.
pub fn beside(
    view: &View<'_>,
    session: NameId,
    at: Position,
    side: Side,
    reach: usize,
) -> Result<Vec<Seq>> {
    let (than, order) = match side {
        Side::Before => ("<", "DESC"),
        Side::After => (">", "ASC"),
    };
    let sql = format!(
        "SELECT seq FROM journal WHERE session = ?1 AND (occurred_ms, seq) {than} (?2, ?3)
           AND {SHOWN} ORDER BY occurred_ms {order}, seq {order} LIMIT ?4"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let place = params![session, at.occurred_ms, at.seq, bounded(reach)];
    let rows = statement.query_map(place, |row| row.get(0))?;
    let mut seqs = rows.collect::<rusqlite::Result<Vec<Seq>>>()?;
    if side == Side::Before {
        seqs.reverse();
    }
    Ok(seqs)
}

/// Sessions that got events behind a journal position, each with the earliest and the latest
/// place among them; and the last position looked at. `None` when there is nothing behind it.
pub fn touched(view: &View<'_>, after: Seq, limit: usize) -> Result<Option<Touched>> {
    let mut statement = view.conn.prepare_cached(
        "SELECT seq, ns, kind, session, occurred_ms FROM journal
         WHERE seq > ?1 ORDER BY seq LIMIT ?2",
    )?;
    let mut rows = statement.query(params![after, limit as i64])?;
    let mut touched = Touched::default();
    while let Some(row) = rows.next()? {
        touched.through = row.get(0)?;
        let (kind, session): (i64, Option<NameId>) = (row.get(2)?, row.get(3)?);
        // What was erased has the negative of its session.
        let Some(session) = session.filter(|id| *id > 0 && kind < FIRST_MEMORY) else {
            continue;
        };
        let place = Position {
            occurred_ms: row.get(4)?,
            seq: touched.through,
        };
        touched.places.push((row.get(1)?, session, place));
    }
    Ok((touched.through > 0).then_some(touched))
}

/// Sessions with events since a moment, and how many events those are.
pub fn sessions_since(view: &View<'_>, ns: NsId, from_ms: i64) -> Result<(Vec<NameId>, u64)> {
    let mut statement = view.conn.prepare_cached(
        "SELECT session, count(*) FROM journal
         WHERE ns = ?1 AND occurred_ms >= ?2 AND session > 0 AND kind < ?3 AND state = 0
         GROUP BY session ORDER BY session",
    )?;
    let mut rows = statement.query(params![ns, from_ms, FIRST_MEMORY])?;
    let (mut sessions, mut events) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        sessions.push(row.get(0)?);
        events += row.get::<_, i64>(1)?.unsigned_abs();
    }
    Ok((sessions, events))
}

/// Kinds below this tell what happened; see the table of kinds in `model`.
pub(crate) const FIRST_MEMORY: i64 = 20;

#[derive(Debug, Default)]
pub struct Touched {
    pub through: Seq,
    pub places: Vec<(NsId, NameId, Position)>,
}
