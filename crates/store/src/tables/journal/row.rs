//! From a row to an event.

use mneme_model::{Door, Event, Kind, Moment, Seq};
use rusqlite::Row;
use rusqlite::types::ValueRef;

use super::body::decode;
use super::place;
use crate::error::in_row;
use crate::seal::DataKey;
use crate::{Error, Result, View};

pub const COLUMNS: &str = "journal.seq, journal.ns, journal.ext_id, journal.kind, journal.schema, journal.door, \
     journal.actor, journal.session, journal.agent, journal.speaker, journal.occurred_ms, journal.occurred_ns, \
     journal.recorded_ms, journal.key_id, journal.body";
/// How many they are.
pub const WIDTH: usize = 15;

pub struct Raw {
    seq: Seq,
    ns: i64,
    ext_id: String,
    kind: i64,
    schema: i64,
    door: i64,
    actor: i64,
    session: Option<i64>,
    agent: Option<i64>,
    speaker: Option<i64>,
    occurred: Moment,
    recorded_ms: i64,
    key_id: u32,
    sealed: Vec<u8>,
}

// === impl Raw ===

impl Raw {
    pub fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        in_row("journal", row, 0, Self::columns)
    }

    fn columns(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            seq: row.get(0)?,
            ns: row.get(1)?,
            ext_id: row.get(2)?,
            kind: row.get(3)?,
            schema: row.get(4)?,
            door: row.get(5)?,
            actor: row.get(6)?,
            session: row.get(7)?,
            agent: row.get(8)?,
            speaker: row.get(9)?,
            occurred: Moment {
                ms: row.get(10)?,
                ns: row.get(11)?,
            },
            recorded_ms: row.get(12)?,
            key_id: row.get(13)?,
            sealed: bytes(row.get_ref(14)?),
        })
    }

    /// Nothing where it is damaged, unless the view is an exact one. Either way it is known from now on.
    pub fn open(self, view: &View<'_>) -> Result<Option<Event>> {
        let key = view.key(self.key_id)?;
        let (seq, id) = (self.seq, self.ext_id.clone());
        let error = match self.unseal(&key) {
            Err(error) if !matches!(error, Error::Newer { .. }) => error,
            opened => return opened.map(Some),
        };
        let why = error.to_string();
        view.shared.damage.note(seq, &id, &why);
        match view.exact {
            true => Err(Error::Damaged { seq, id, why }),
            false => Ok(None),
        }
    }

    fn unseal(self, key: &DataKey) -> Result<Event> {
        let plain = key.open(place(self.ns, self.seq), &self.sealed)?;
        let unknown =
            |what, code| Error::Corrupt(format!("event {} has unknown {what} {code}", self.seq));
        Ok(Event {
            seq: self.seq,
            ns: self.ns,
            kind: Kind::from_code(self.kind).ok_or_else(|| unknown("kind", self.kind))?,
            door: Door::from_code(self.door).ok_or_else(|| unknown("door", self.door))?,
            ext_id: self.ext_id,
            actor: self.actor,
            session: self.session,
            agent: self.agent,
            speaker: self.speaker,
            occurred: self.occurred,
            recorded_ms: self.recorded_ms,
            body: decode(self.schema, &plain)?,
        })
    }
}

/// A value that is none of ours does not open, and is told as such.
fn bytes(value: ValueRef<'_>) -> Vec<u8> {
    match value {
        ValueRef::Blob(bytes) | ValueRef::Text(bytes) => bytes.to_vec(),
        _ => Vec::new(),
    }
}
