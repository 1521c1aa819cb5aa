//! What somebody wants to keep at hand: memories by their first event, nodes and grips by their
//! ids. One row an act, so that what was forgotten takes its pin along.

use mneme_model::event::Pinned;
use mneme_model::{NsId, Seq};
use rusqlite::{OptionalExtension, params};

use crate::{Result, Tx, View};

/// Whether a node or a grip is pinned.
pub fn has_name(view: &View<'_>, ns: NsId, name: &str) -> Result<bool> {
    let found = view
        .conn
        .prepare_cached("SELECT 1 FROM pins WHERE ns = ?1 AND name = ?2")?
        .query_row(params![ns, name], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

pub fn has(view: &View<'_>, ns: NsId, pinned: &Pinned) -> Result<bool> {
    match pinned {
        Pinned::Memory(seq) => {
            let found = view
                .conn
                .prepare_cached("SELECT 1 FROM pins WHERE memory = ?1")?
                .query_row([seq], |_| Ok(()))
                .optional()?;
            Ok(found.is_some())
        }
        Pinned::Name(name) => has_name(view, ns, name),
    }
}

/// Pins what an event says is pinned.
pub fn set(tx: &Tx<'_>, at: Seq, ns: NsId, pinned: &Pinned) -> Result<()> {
    let (memory, name) = match pinned {
        Pinned::Memory(seq) => (Some(*seq), None),
        Pinned::Name(name) => (None, Some(name)),
    };
    tx.conn
        .prepare_cached("INSERT INTO pins VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![at, ns, memory, name])?;
    Ok(())
}

/// Takes a pin away.
pub fn remove(tx: &Tx<'_>, ns: NsId, pinned: &Pinned) -> Result<()> {
    match pinned {
        Pinned::Memory(seq) => tx
            .conn
            .prepare_cached("DELETE FROM pins WHERE memory = ?1")?
            .execute([seq])?,
        Pinned::Name(name) => tx
            .conn
            .prepare_cached("DELETE FROM pins WHERE ns = ?1 AND name = ?2")?
            .execute(params![ns, name])?,
    };
    Ok(())
}

/// As if an event had not pinned anything.
pub fn remove_at(tx: &Tx<'_>, at: Seq) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM pins WHERE at_seq = ?1")?
        .execute([at])?;
    Ok(())
}
