//! What memories say, as it is held against others: whether yes or no, and their core words as
//! keyed hashes. A memory is looked for by its first words only; whoever reads them knows why
//! that is enough.

use mneme_model::{NsId, Seq};
use rusqlite::{OptionalExtension, params};

use crate::{Error, Result, Tx, View};

/// A core word under a namespace's key: the low 48 bits count.
pub type Word = u64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssertionRow {
    pub memory: Seq,
    pub ns: NsId,
    /// It says no.
    pub negative: bool,
    /// In the order they are looked for.
    pub words: Vec<Word>,
}

const BYTES: usize = 6;

/// Which words there are, roughly: a bit for each. What is not in it is not among the words; what is
/// may be there by another's bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline(u64);

/// Keeps what a memory says; it is found by the first `prefix` words.
pub fn insert(tx: &Tx<'_>, row: &AssertionRow, prefix: usize) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT INTO assertions VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![row.memory, row.ns, row.negative, bytes(&row.words)])?;
    let mut statement = tx
        .conn
        .prepare_cached("INSERT INTO assertion_words VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let outline = Outline::of(&row.words).0 as i64;
    for word in row.words.iter().take(prefix) {
        statement.execute(params![
            row.memory,
            *word as i64,
            row.ns,
            row.negative,
            outline
        ])?;
    }
    Ok(())
}

pub fn get(view: &View<'_>, memory: Seq) -> Result<Option<AssertionRow>> {
    let row = view
        .conn
        .prepare_cached("SELECT ns, negative, words FROM assertions WHERE memory = ?1")?
        .query_row([memory], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
        })
        .optional()?;
    let row = row.map(|(ns, negative, bytes)| {
        Ok(AssertionRow {
            memory,
            ns,
            negative,
            words: words(&bytes)?,
        })
    });
    row.transpose()
}

/// Calls `each` with the memories of a namespace that say yes, or no, and are found by this word,
/// and with the outlines of their words; the latest first. Every new memory is held against all of
/// them, so they come in one go and nothing of them is looked up.
pub fn each_having(
    view: &View<'_>,
    ns: NsId,
    negative: bool,
    word: Word,
    limit: usize,
    mut each: impl FnMut(Seq, Outline),
) -> Result<()> {
    let mut statement = view.conn.prepare_cached(
        "SELECT memory, outline FROM assertion_words
         WHERE ns = ?1 AND negative = ?2 AND word = ?3 ORDER BY memory DESC LIMIT ?4",
    )?;
    let mut rows = statement.query(params![ns, negative, word as i64, limit as i64])?;
    while let Some(row) = rows.next()? {
        each(row.get(0)?, Outline(row.get::<_, i64>(1)? as u64));
    }
    Ok(())
}

/// Nothing stays of what a memory said.
pub fn remove(tx: &Tx<'_>, memory: Seq) -> Result<()> {
    let Some(row) = get(tx, memory)? else {
        return Ok(());
    };
    let mut statement = tx.conn.prepare_cached(
        "DELETE FROM assertion_words WHERE ns = ?1 AND negative = ?2 AND word = ?3 AND memory = ?4",
    )?;
    for word in &row.words {
        statement.execute(params![row.ns, row.negative, *word as i64, memory])?;
    }
    tx.conn
        .prepare_cached("DELETE FROM assertions WHERE memory = ?1")?
        .execute([memory])?;
    Ok(())
}

/// Which way of reading made these tables; 0 where none did.
pub fn reading(view: &View<'_>) -> Result<i64> {
    Ok(super::meta::get(view.conn, "assertions")?.unwrap_or(0))
}

pub fn set_reading(tx: &Tx<'_>, reading: i64) -> Result<()> {
    tx.conn
        .prepare_cached("INSERT OR REPLACE INTO meta VALUES ('assertions', ?1)")?
        .execute([reading])?;
    Ok(())
}

fn bytes(words: &[Word]) -> Vec<u8> {
    let bytes = words.iter().map(|word| word.to_be_bytes());
    bytes.flat_map(|bytes| bytes.into_iter().skip(2)).collect()
}

fn words(bytes: &[u8]) -> Result<Vec<Word>> {
    let sixes = bytes.chunks_exact(BYTES);
    if !sixes.remainder().is_empty() {
        let cut = String::from("what a memory says is cut short");
        return Err(Error::Corrupt(cut));
    }
    let word = |six: &[u8]| {
        let bytes = six.iter();
        bytes.fold(0, |word, byte| (word << 8) | u64::from(*byte))
    };
    Ok(sixes.map(word).collect())
}

// === impl Outline ===

impl Outline {
    pub fn of(words: &[Word]) -> Self {
        let bits = words.iter().map(|word| bit(*word));
        Self(bits.fold(0, |outline, bit| outline | bit))
    }

    /// How many of these words it may have, at most.
    pub fn shared(self, words: &[Word]) -> usize {
        let there = words.iter().filter(|word| self.0 & bit(**word) != 0);
        there.count()
    }

    /// How many words it has, at least.
    pub fn fewest(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// Words are keyed hashes: any six of their bits will do.
fn bit(word: Word) -> u64 {
    1 << (word % 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_were_written() {
        let told = vec![0, 1, 0xff_ff_ff_ff_ff_ff, 0x12_34_56_78_9a_bc];
        assert_eq!(words(&bytes(&told)).unwrap(), told);
        assert!(words(&[1, 2, 3]).is_err());
    }

    #[test]
    fn an_outline_never_denies_a_word_that_is_there() {
        let told = [3, 64, 67, 0x12_34_56_78_9a_bc];
        let outline = Outline::of(&told);
        assert_eq!(outline.shared(&told), told.len());
        assert!(outline.fewest() <= told.len());
        assert_eq!(outline.shared(&[1, 2]), 0);
    }
}
