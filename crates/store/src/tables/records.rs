//! Many records at once, as an answer needs them: each event with the memory it holds the words of,
//! all by one statement. What nobody wants to see is not opened.

use std::collections::HashMap;

use mneme_model::{Event, Seq};
use rusqlite::Row;

use super::journal::row::{COLUMNS as EVENT, Raw, WIDTH};
use super::memories::{self, BESIDE, COLUMNS as MEMORY, MemoryRow};
use super::outcomes::COLUMNS as OUTCOME;
use super::versions::VersionRow;
use crate::{Result, View};

/// Where the columns of a memory begin: behind those of the event and of its version.
const MEMORY_AT: usize = WIDTH + 3;

/// A live event whose body is still closed.
pub struct Found {
    sealed: Raw,
    /// Which version of a memory its words are, when they are one.
    pub version: Option<VersionRow>,
    pub memory: Option<MemoryRow>,
}

// === impl Found ===

impl Found {
    /// Its event, and its memory as it stands now; nothing where the event is damaged.
    pub fn open(self, view: &View<'_>) -> Result<Option<(Event, Option<MemoryRow>)>> {
        let event = self.sealed.open(view)?;
        Ok(event.map(|event| (event, self.memory)))
    }
}

/// One for each position that is asked for, in their order; none where there is no event, or where it
/// was erased.
pub fn find(view: &View<'_>, seqs: &[Seq]) -> Result<Vec<Option<Found>>> {
    let sql = format!(
        "SELECT {EVENT}, v.memory, v.version, v.to_seq, {MEMORY}, {OUTCOME}
         FROM json_each(?1) wanted CROSS JOIN journal ON journal.seq = wanted.value
           LEFT JOIN memory_versions v ON v.from_seq = journal.seq
           LEFT JOIN memories m ON m.seq = v.memory {BESIDE}
         WHERE journal.state = 0"
    );
    let mut statement = view.conn.prepare_cached(&sql)?;
    let rows = statement.query_map([serde_json::to_string(seqs)?], read)?;
    let mut found = rows.collect::<rusqlite::Result<HashMap<Seq, Found>>>()?;
    Ok(seqs.iter().map(|seq| found.remove(seq)).collect())
}

fn read(row: &Row<'_>) -> rusqlite::Result<(Seq, Found)> {
    let seq = row.get(0)?;
    let version = |memory| {
        Ok::<_, rusqlite::Error>(VersionRow {
            from_seq: seq,
            memory,
            version: row.get(WIDTH + 1)?,
            to_seq: row.get(WIDTH + 2)?,
        })
    };
    let memory = row.get::<_, Option<Seq>>(MEMORY_AT)?;
    let found = Found {
        sealed: Raw::read(row)?,
        version: row.get::<_, Option<Seq>>(WIDTH)?.map(version).transpose()?,
        memory: memory
            .map(|_| memories::read_at(row, MEMORY_AT))
            .transpose()?,
    };
    Ok((seq, found))
}
