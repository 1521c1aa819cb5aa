//! Many small blocks become one: a store that is written to now and then gets a block for
//! each memory, and opening it should not mean opening thousands.

use mneme_model::Seq;
use rusqlite::params;

use super::{Block, Model, append, delete, open, rows};
use crate::names::Namespace;
use crate::{Result, Tx};

/// A block of this many vectors is left as it is.
const FULL: usize = 256;
/// So many smaller ones are worth joining.
const WORTH: usize = 32;

/// Joins the small blocks of a namespace if there are many. Whether it did.
pub fn tidy(tx: &Tx<'_>, namespace: &Namespace, model: &Model) -> Result<bool> {
    let sql = "SELECT id, n, data FROM vectors INDEXED BY vectors_ns
               WHERE ns = ?1 AND model = ?2 AND n < ?3 ORDER BY first_seq LIMIT ?4";
    let count: usize = tx
        .conn
        .prepare_cached("SELECT count(*) FROM vectors WHERE ns = ?1 AND model = ?2 AND n < ?3")?
        .query_row(params![namespace.ns, model.id, FULL], |row| row.get(0))?;
    if count < WORTH {
        return Ok(false);
    }
    let mut joined = Block::default();
    for row in rows(tx, sql, params![namespace.ns, model.id, FULL, WORTH])? {
        // One that cannot be read stays for `verify` to name; the others go on without it.
        let Ok(block) = open(tx, namespace.ns, model, &row) else {
            continue;
        };
        joined.extend(block);
        delete(tx, row.id)?;
    }
    for part in split(joined, model.dim) {
        append(tx, namespace, model, &part)?;
    }
    Ok(true)
}

/// Blocks of at most [`FULL`] vectors.
fn split(block: Block, dim: usize) -> impl Iterator<Item = Block> {
    let mut rest: (Vec<Seq>, Vec<u16>) = (block.seqs, block.halves);
    std::iter::from_fn(move || {
        let n = rest.0.len().min(FULL);
        let later = (rest.0.split_off(n), rest.1.split_off(n * dim));
        let (seqs, halves) = std::mem::replace(&mut rest, later);
        (!seqs.is_empty()).then_some(Block { seqs, halves })
    })
}
