//! Words that belong together: names of several words, and pairs that come again.

use rustc_hash::FxHashMap;

use super::reading::Sentence;
use super::words::{Shape, Word};

/// Two to four neighbouring words.
#[derive(Debug)]
pub struct Phrase<'t> {
    pub form: &'t str,
    pub terms: Vec<u32>,
    pub seen: u32,
    /// All of its words are written like names.
    pub name: bool,
    /// It was found at the head of sentences only, where any word has a capital.
    pub head: bool,
}

#[derive(Debug, Default)]
pub struct Phrases<'t> {
    pub all: Vec<Phrase<'t>>,
    ids: FxHashMap<Vec<u32>, usize>,
}

const MAX_NAME_WORDS: usize = 4;
/// More is not needed to find those that come again, and keeps odd texts from filling memory.
const MAX_PHRASES: usize = 20_000;

// === impl Phrases ===

impl<'t> Phrases<'t> {
    pub fn learn(&mut self, sentence: &Sentence<'t>, words: &[Word<'t>], ids: &[Option<u32>]) {
        let mut at = 0;
        while at < words.len() {
            let name = name_len(words, ids, at);
            if name > 1 {
                self.add(sentence, words, ids, at..at + name, true);
            } else if at + 1 < words.len() && joins(words, ids, at + 1) && ids[at].is_some() {
                self.add(sentence, words, ids, at..at + 2, false);
            }
            at += name.max(1);
        }
    }

    fn add(
        &mut self,
        sentence: &Sentence<'t>,
        words: &[Word<'t>],
        ids: &[Option<u32>],
        range: std::ops::Range<usize>,
        name: bool,
    ) {
        let terms: Vec<u32> = ids[range.clone()].iter().flatten().copied().collect();
        let (first, last) = (&words[range.start], &words[range.end - 1]);
        let form = &sentence.text[first.at..last.at + last.text.len()];
        let head = range.start == 0;
        if let Some(known) = self.ids.get(&terms) {
            let phrase = &mut self.all[*known];
            phrase.seen += 1;
            phrase.head &= head;
            phrase.name |= name;
        } else if self.all.len() < MAX_PHRASES {
            self.ids.insert(terms.clone(), self.all.len());
            self.all.push(Phrase {
                form,
                terms,
                seen: 1,
                name,
                head,
            });
        }
    }
}

/// How many words from `at` on are written like one name.
fn name_len(words: &[Word<'_>], ids: &[Option<u32>], at: usize) -> usize {
    let like_name =
        |i: usize| ids[i].is_some() && matches!(words[i].shape, Shape::Capital | Shape::Upper);
    if !like_name(at) {
        return 0;
    }
    let rest = (at + 1..words.len()).take_while(|i| words[*i].follows && like_name(*i));
    (1 + rest.count()).min(MAX_NAME_WORDS)
}

/// Whether the word at `at` makes a pair with the one before it.
fn joins(words: &[Word<'_>], ids: &[Option<u32>], at: usize) -> bool {
    let plain = |i: usize| !matches!(words[i].shape, Shape::Pair | Shape::Number);
    words[at].follows && ids[at].is_some() && ids[at] != ids[at - 1] && plain(at) && plain(at - 1)
}
