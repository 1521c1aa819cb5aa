//! Forgetting: the content goes, the skeleton (id, time, kind, session) stays.

use mneme_model::{Event, Kind, Moment, NameId, Seq};
use rusqlite::{OptionalExtension, Row, params};

use super::page::{Position, bounded, events};
use super::row::COLUMNS;
use crate::{Result, Tx, View};

/// What is left of an event whose words are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    pub seq: Seq,
    pub ext_id: String,
    pub kind: Kind,
    pub session: Option<NameId>,
    pub occurred: Moment,
}

/// Overwrites what an event said. `secure_delete` wipes the bytes it took. Its session is kept
/// as a negative number, so that what stood around it become neighbours: their order is read
/// from an index alone, which does not know who is erased.
pub fn erase(tx: &Tx<'_>, seq: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE journal SET body = x'', state = 1, session = -session WHERE seq = ?1 AND state = 0")?
        .execute([seq])?;
    Ok(())
}

/// Where an event stood, forgotten or not.
pub fn place_of(view: &View<'_>, seq: Seq) -> Result<Option<(Option<NameId>, Position)>> {
    let found = view
        .conn
        .prepare_cached("SELECT abs(session), occurred_ms FROM journal WHERE seq = ?1")?
        .query_row([seq], |row| {
            let occurred_ms = row.get(1)?;
            Ok((row.get(0)?, Position { occurred_ms, seq }))
        })
        .optional()?;
    Ok(found)
}

/// Acts of forgetting behind a position, oldest first: none is left out.
pub fn forgotten_after(view: &View<'_>, seq: Seq, limit: usize) -> Result<Vec<Event>> {
    let sql =
        format!("SELECT {COLUMNS} FROM journal WHERE seq > ?1 AND kind = ?2 ORDER BY seq LIMIT ?3");
    let kind = Kind::Forgotten.code();
    events(
        &view.exact(),
        &sql,
        limit,
        params![seq, kind, bounded(limit)],
    )
}

/// What is left of one event, forgotten or not.
pub fn skeleton(view: &View<'_>, seq: Seq) -> Result<Option<Skeleton>> {
    let found = view
        .conn
        .prepare_cached(&format!("SELECT {BONES} FROM journal WHERE seq = ?1"))?
        .query_row([seq], bones)
        .optional()?;
    Ok(found.flatten())
}

/// What is left of what was forgotten of a session. No body is read.
pub fn forgotten_in(view: &View<'_>, session: NameId) -> Result<Vec<Skeleton>> {
    let sql = format!("SELECT {BONES} FROM journal WHERE session = -?1 ORDER BY occurred_ms, seq");
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map([session], bones)?;
    let rows: Vec<Option<Skeleton>> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(rows.into_iter().flatten().collect())
}

const BONES: &str = "seq, ext_id, kind, abs(session), occurred_ms, occurred_ns";

/// Of a kind nobody knows there is nothing to say.
fn bones(row: &Row<'_>) -> rusqlite::Result<Option<Skeleton>> {
    let Some(kind) = Kind::from_code(row.get(2)?) else {
        return Ok(None);
    };
    Ok(Some(Skeleton {
        seq: row.get(0)?,
        ext_id: row.get(1)?,
        kind,
        session: row.get(3)?,
        occurred: Moment {
            ms: row.get(4)?,
            ns: row.get(5)?,
        },
    }))
}
