//! A set of journal positions: a bit each, in pages, as every question with a filter makes one of
//! up to all positions of its namespace. Pages nobody fell into take no room.

use mneme_model::Seq;

const PAGE_BITS: usize = 1 << 16;
const WORD_BITS: usize = u64::BITS as usize;

#[derive(Debug, Default)]
pub struct Positions {
    pages: Vec<Option<Box<[u64]>>>,
    len: usize,
}

/// Page, word in it, bit in that.
fn place(seq: Seq) -> Option<(usize, usize, u64)> {
    let at = usize::try_from(seq).ok()?;
    let (page, within) = (at / PAGE_BITS, at % PAGE_BITS);
    Some((page, within / WORD_BITS, 1 << (within % WORD_BITS)))
}

// === impl Positions ===

impl Positions {
    pub fn insert(&mut self, seq: Seq) {
        let Some((page, word, bit)) = place(seq) else {
            return;
        };
        if page >= self.pages.len() {
            self.pages.resize(page + 1, None);
        }
        let held = &mut self.pages[page];
        let words = held.get_or_insert_with(|| vec![0; PAGE_BITS / WORD_BITS].into());
        self.len += usize::from(words[word] & bit == 0);
        words[word] |= bit;
    }

    pub fn contains(&self, seq: Seq) -> bool {
        let words = |page: usize| self.pages.get(page)?.as_deref();
        place(seq).is_some_and(|(page, word, bit)| {
            words(page).is_some_and(|words| words[word] & bit != 0)
        })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Extend<Seq> for Positions {
    fn extend<T: IntoIterator<Item = Seq>>(&mut self, seqs: T) {
        seqs.into_iter().for_each(|seq| self.insert(seq));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_was_put_in_is_in_it_and_nothing_else() {
        let mut positions = Positions::default();
        assert!(positions.is_empty() && !positions.contains(0));
        let held: BTreeSet<Seq> = [0, 1, 63, 64, 65_535, 65_536, 1 << 24].into();
        positions.extend(held.iter().copied());
        positions.insert(-1);
        positions.insert(64);
        assert_eq!(positions.len(), held.len());
        let near = held.iter().flat_map(|seq| seq - 1..=seq + 1);
        for seq in near.chain([Seq::MAX, Seq::MIN]) {
            assert_eq!(positions.contains(seq), held.contains(&seq), "{seq}");
        }
    }
}
