//! Vectors of a namespace, in sealed blocks of many: opening a hundred thousand of them is a
//! few hundred rows to read and unseal, not a hundred thousand.
//!
//! Inside the seal a block is `n` positions (8 bytes each, little endian), then `n` vectors of
//! `dim` half-precision numbers (2 bytes each). Nothing in this layout may change without a
//! new table.

mod damage;
mod tidy;

pub use damage::damaged;
pub use tidy::tidy;

use mneme_model::{NsId, Seq};
use rusqlite::{OptionalExtension, params};

use crate::names::Namespace;
use crate::seal::Place;
use crate::{Error, Result, Tx, View};

/// A model known to this store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub id: i64,
    pub name: String,
    pub dim: usize,
}

/// Positions and their vectors, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub seqs: Vec<Seq>,
    pub halves: Vec<u16>,
}

/// How many vectors a model has in a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub ns: NsId,
    pub model: i64,
    pub n: u64,
}

fn place(ns: NsId, id: i64) -> Place<'static> {
    Place {
        table: "vectors",
        ns,
        row: id,
    }
}

// === impl Block ===

impl Block {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let seqs = self.seqs.iter().flat_map(|seq| seq.to_le_bytes());
        let halves = self.halves.iter().flat_map(|half| half.to_le_bytes());
        seqs.chain(halves).collect()
    }

    pub(crate) fn read(bytes: &[u8], n: usize, dim: usize) -> Option<Self> {
        let (seqs, halves) = bytes.split_at_checked(n.checked_mul(8)?)?;
        let whole = halves.len() == n.checked_mul(dim)?.checked_mul(2)?;
        whole.then(|| Self {
            seqs: seqs
                .as_chunks()
                .0
                .iter()
                .map(|b| Seq::from_le_bytes(*b))
                .collect(),
            halves: halves
                .as_chunks()
                .0
                .iter()
                .map(|b| u16::from_le_bytes(*b))
                .collect(),
        })
    }

    fn extend(&mut self, other: Block) {
        self.seqs.extend(other.seqs);
        self.halves.extend(other.halves);
    }

    /// Keeps the positions that are wanted.
    pub fn keep<E>(
        &mut self,
        dim: usize,
        wanted: impl Fn(Seq) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut kept = Self::default();
        for (seq, vector) in self.seqs.iter().zip(self.halves.chunks_exact(dim.max(1))) {
            if wanted(*seq)? {
                kept.seqs.push(*seq);
                kept.halves.extend_from_slice(vector);
            }
        }
        *self = kept;
        Ok(())
    }
}

/// The models this store has vectors of.
pub fn models(view: &View<'_>) -> Result<Vec<Model>> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT id, name, dim FROM models ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        Ok(Model {
            id: row.get(0)?,
            name: row.get(1)?,
            dim: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// A model by name, noted if it is new. One name has one dimension for ever: vectors of two
/// lengths under one name would be mixed.
pub fn model(tx: &Tx<'_>, name: &str, dim: usize) -> Result<Model> {
    let known: Option<(i64, usize)> = tx
        .conn
        .prepare_cached("SELECT id, dim FROM models WHERE name = ?1")?
        .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let id = match known {
        Some((id, found)) if found == dim => id,
        Some((_, found)) => {
            return Err(Error::Dimension {
                model: name.to_owned(),
                found,
                wanted: dim,
            });
        }
        None => {
            tx.conn
                .prepare_cached("INSERT INTO models(name, dim) VALUES (?1, ?2)")?
                .execute(params![name, dim])?;
            tx.conn.last_insert_rowid()
        }
    };
    Ok(Model {
        id,
        name: name.to_owned(),
        dim,
    })
}

/// Adds vectors to a namespace.
pub fn append(tx: &Tx<'_>, namespace: &Namespace, model: &Model, block: &Block) -> Result<()> {
    let (Some(first), Some(last)) = (block.seqs.iter().min(), block.seqs.iter().max()) else {
        return Ok(());
    };
    let id: i64 = tx
        .conn
        .prepare_cached("SELECT coalesce(max(id), 0) + 1 FROM vectors")?
        .query_row([], |row| row.get(0))?;
    let sealed = namespace
        .key
        .seal(place(namespace.ns, id), &block.bytes())?;
    tx.conn
        .prepare_cached("INSERT INTO vectors VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
        .execute(params![
            id,
            namespace.ns,
            model.id,
            first,
            last,
            block.seqs.len(),
            sealed
        ])?;
    Ok(())
}

struct Row {
    id: i64,
    n: usize,
    sealed: Vec<u8>,
}

fn rows(view: &View<'_>, sql: &str, params: impl rusqlite::Params) -> Result<Vec<Row>> {
    let mut statement = view.conn.prepare_cached(sql)?;
    let rows = statement.query_map(params, |row| {
        Ok(Row {
            id: row.get(0)?,
            n: row.get(1)?,
            sealed: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn open(view: &View<'_>, ns: NsId, model: &Model, row: &Row) -> Result<Block> {
    let plain = view.shared.keyring.open(place(ns, row.id), &row.sealed)?;
    Block::read(&plain, row.n, model.dim)
        .ok_or_else(|| Error::Corrupt(format!("block {} of vectors has the wrong length", row.id)))
}

/// The next blocks of a namespace behind a row, and the row to go on from.
pub fn blocks(
    view: &View<'_>,
    ns: NsId,
    model: &Model,
    after: i64,
    limit: usize,
) -> Result<(Vec<Block>, Option<i64>)> {
    let sql = "SELECT id, n, data FROM vectors INDEXED BY vectors_ns
               WHERE ns = ?1 AND model = ?2 AND id > ?3 ORDER BY id LIMIT ?4";
    let rows = rows(view, sql, params![ns, model.id, after, limit])?;
    let last = rows.last().map(|row| row.id);
    let blocks = rows.iter().map(|row| open(view, ns, model, row));
    Ok((blocks.collect::<Result<_>>()?, last))
}

/// Removes the vectors of these positions (in order), of every model. A block that cannot be
/// read goes as a whole: nobody can tell what it holds.
pub fn remove(tx: &Tx<'_>, namespace: &Namespace, seqs: &[Seq]) -> Result<()> {
    let (Some(first), Some(last)) = (seqs.iter().min(), seqs.iter().max()) else {
        return Ok(());
    };
    for model in models(tx)? {
        let sql = "SELECT id, n, data FROM vectors
                   WHERE ns = ?1 AND model = ?2 AND first_seq <= ?3 AND last_seq >= ?4";
        for row in rows(tx, sql, params![namespace.ns, model.id, last, first])? {
            let Ok(mut block) = open(tx, namespace.ns, &model, &row) else {
                delete(tx, row.id)?;
                continue;
            };
            let stays = |seq| Ok::<_, Error>(seqs.binary_search(&seq).is_err());
            block.keep(model.dim, stays)?;
            if block.seqs.len() < row.n {
                delete(tx, row.id)?;
                append(tx, namespace, &model, &block)?;
            }
        }
    }
    Ok(())
}

fn delete(tx: &Tx<'_>, id: i64) -> Result<()> {
    tx.conn
        .prepare_cached("DELETE FROM vectors WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}

/// Gives the vectors of a model another name, under which they are let go like those of any
/// other: what is made from now on under the old name is new.
pub fn retire(tx: &Tx<'_>, name: &str) -> Result<()> {
    tx.conn
        .prepare_cached("UPDATE models SET name = name || '#' || id WHERE name = ?1")?
        .execute([name])?;
    Ok(())
}

/// Removes up to `limit` blocks of a model, and with the last of them the model; whether
/// there are more.
pub fn drop_some(tx: &Tx<'_>, model: i64, limit: usize) -> Result<bool> {
    let gone = tx
        .conn
        .prepare_cached(
            "DELETE FROM vectors WHERE id IN (SELECT id FROM vectors WHERE model = ?1 LIMIT ?2)",
        )?
        .execute(params![model, limit])?;
    if gone < limit {
        tx.conn
            .prepare_cached("DELETE FROM models WHERE id = ?1")?
            .execute([model])?;
    }
    Ok(gone == limit)
}

pub fn counts(view: &View<'_>) -> Result<Vec<Count>> {
    let mut statement = view
        .conn
        .prepare_cached("SELECT ns, model, sum(n) FROM vectors GROUP BY ns, model")?;
    let rows = statement.query_map([], |row| {
        Ok(Count {
            ns: row.get(0)?,
            model: row.get(1)?,
            n: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

#[cfg(test)]
mod tests;
