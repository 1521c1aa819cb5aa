//! The journal: what happened, in the order it was recorded. The body is JSON, compressed
//! above 2 KiB, sealed; everything else is small and readable.

mod agents;
pub(crate) mod body;
mod damaged;
mod erase;
mod listing;
mod page;
pub(super) mod row;

pub use agents::{Activity, Tally, activity, agents_between, tallies};
pub use body::encode;
pub use damaged::{damaged, look_through};
pub use erase::{Skeleton, erase, forgotten_after, forgotten_in, place_of, skeleton};
pub(crate) use listing::FIRST_MEMORY;
pub use listing::{Listed, Side, Touched, beside, listed, sessions_since, touched};
pub use page::{
    Beside, Page, Position, after, before, before_in_time, between, in_time, latest_in, neighbours,
    of_kinds_before, positions_after,
};

use mneme_model::{Body, Door, Kind, Moment, NameId, NsId, Seq};
use rusqlite::{OptionalExtension, params};

use crate::names::Namespace;
use crate::seal::Place;
use crate::{Result, Tx, View};

/// An event about to be appended: names interned, body encoded by [`encode`].
pub struct NewEvent<'a> {
    pub ext_id: &'a str,
    pub kind: Kind,
    pub door: Door,
    pub actor: NameId,
    pub session: Option<NameId>,
    pub agent: Option<NameId>,
    pub speaker: Option<NameId>,
    pub occurred: Moment,
    pub payload: &'a [u8],
}

pub(crate) fn place(ns: NsId, seq: Seq) -> Place<'static> {
    Place {
        table: "journal",
        ns,
        row: seq,
    }
}

/// Appends, or answers `None` when the namespace already has an event of that id.
pub fn insert(tx: &Tx<'_>, namespace: &Namespace, event: &NewEvent<'_>) -> Result<Option<Seq>> {
    let mark = tx.mark();
    let seq = tx.take_seq();
    let key = namespace.key.current();
    let sealed = key.seal(place(namespace.ns, seq), event.payload)?;
    let written = tx
        .conn
        .prepare_cached(
            "INSERT INTO journal(seq, ns, ext_id, kind, schema, door, actor, session, agent, speaker,
               occurred_ms, occurred_ns, recorded_ms, key_id, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
             ON CONFLICT(ns, ext_id) DO NOTHING",
        )?
        .execute(params![
            seq,
            namespace.ns,
            event.ext_id,
            event.kind.code(),
            Body::SCHEMA,
            event.door as i64,
            event.actor,
            event.session,
            event.agent,
            event.speaker,
            event.occurred.ms,
            event.occurred.ns,
            tx.now_ms(),
            key.id,
            sealed
        ])?;
    if written == 0 {
        tx.back_to(mark);
        return Ok(None);
    }
    Ok(Some(seq))
}

pub fn find(view: &View<'_>, ns: NsId, ext_id: &str) -> Result<Option<Seq>> {
    let seq = view
        .conn
        .prepare_cached("SELECT seq FROM journal WHERE ns = ?1 AND ext_id = ?2")?
        .query_row(params![ns, ext_id], |row| row.get(0))
        .optional()?;
    Ok(seq)
}

/// One event with its body opened; `None` when there is none or it was erased. What is damaged is an
/// error in an exact view, and else not there.
pub fn load(view: &View<'_>, seq: Seq) -> Result<Option<mneme_model::Event>> {
    let sql = format!(
        "SELECT {} FROM journal WHERE seq = ?1 AND state = 0",
        row::COLUMNS
    );
    let raw = view
        .conn
        .prepare_cached(&sql)?
        .query_row([seq], row::Raw::read)
        .optional()?;
    Ok(raw.map(|raw| raw.open(view)).transpose()?.flatten())
}

/// The name an event came with, erased or not.
pub fn ext_id(view: &View<'_>, seq: Seq) -> Result<Option<String>> {
    let name = view
        .conn
        .prepare_cached("SELECT ext_id FROM journal WHERE seq = ?1")?
        .query_row([seq], |row| row.get(0))
        .optional()?;
    Ok(name)
}

/// The same, unless it was erased; its body stays closed.
pub fn live_id(view: &View<'_>, seq: Seq) -> Result<Option<String>> {
    let name = view
        .conn
        .prepare_cached("SELECT ext_id FROM journal WHERE seq = ?1 AND state = 0")?
        .query_row([seq], |row| row.get(0))
        .optional()?;
    Ok(name)
}

/// Whether an event is there and was not erased.
pub fn is_live(view: &View<'_>, seq: Seq) -> Result<bool> {
    let live = view
        .conn
        .prepare_cached("SELECT 1 FROM journal WHERE seq = ?1 AND state = 0")?
        .exists([seq])?;
    Ok(live)
}

/// The last position given out; 0 in an empty journal.
pub fn head(view: &View<'_>) -> Result<Seq> {
    let head = view
        .conn
        .prepare_cached("SELECT coalesce(max(seq), 0) FROM journal")?
        .query_row([], |row| row.get(0))?;
    Ok(head)
}

pub fn last_recorded(view: &View<'_>) -> Result<i64> {
    let last = view
        .conn
        .prepare_cached("SELECT recorded_ms FROM journal ORDER BY seq DESC LIMIT 1")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(last.unwrap_or(0))
}

/// When a position was recorded.
pub fn recorded_at(view: &View<'_>, seq: Seq) -> Result<Option<i64>> {
    let at = view
        .conn
        .prepare_cached("SELECT recorded_ms FROM journal WHERE seq = ?1")?
        .query_row([seq], |row| row.get(0))
        .optional()?;
    Ok(at)
}

/// The last position recorded at or before a moment. Positions and recording times grow
/// together, so this is a binary search over the key.
pub fn seq_at(view: &View<'_>, recorded_ms: i64) -> Result<Seq> {
    let (mut low, mut high) = (0, head(view)?);
    let mut at = view.conn.prepare_cached(
        "SELECT seq, recorded_ms FROM journal WHERE seq >= ?1 ORDER BY seq LIMIT 1",
    )?;
    while low < high {
        let middle = low + (high - low + 1) / 2;
        let found: Option<(Seq, i64)> = at
            .query_row([middle], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        match found {
            Some((_, recorded)) if recorded <= recorded_ms => low = middle,
            _ => high = middle - 1,
        }
    }
    Ok(low)
}
