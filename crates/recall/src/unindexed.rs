//! Ranking without an index: whoever reads another store counts words itself. What comes out is
//! on the same scale as what an index finds.

use mneme_index::Match;
use mneme_index::lexical::bm25;
use mneme_index::search::Found;
use mneme_index::window::OWN;
use mneme_model::Seq;
use mneme_store::View;
use mneme_store::names::Namespace;

use crate::candidates::load_matches;
use crate::question::Question;
use crate::rank::{self, Asked, Channels};
use crate::ranking::Ranking;
use crate::recall::{Ask, Evidence, reveal, weigh};
use crate::said::Said;
use crate::trust::Sources;
use crate::{Result, weights};

/// Texts that were looked at, and those of them that say a word of the question.
#[derive(Debug, Default)]
pub struct Tally {
    question: Question,
    having: Vec<u64>,
    documents: u64,
    /// Of all texts together.
    length: usize,
    places: Vec<Place>,
}

/// Where words of the question stand, how often each, and among how many.
#[derive(Debug)]
struct Place {
    seq: Seq,
    counts: Vec<u32>,
    length: usize,
}

// === impl Tally ===

impl Tally {
    pub fn new(question: Question) -> Self {
        Self {
            having: vec![0; question.words.len()],
            question,
            ..Self::default()
        }
    }

    pub fn look(&mut self, seq: Seq, text: &str) {
        let Said { counts, length, .. } = Said::of(&self.question, text);
        self.documents += 1;
        self.length += length;
        for (having, count) in self.having.iter_mut().zip(&counts) {
            *having += u64::from(*count > 0);
        }
        if counts.iter().any(|count| *count > 0) {
            self.places.push(Place {
                seq,
                counts,
                length,
            });
        }
    }

    /// The best first, as a ranking by words has them. `crowd` is how many records the asker's
    /// own store has: among fewer each would seem likelier to be the one that is meant.
    pub fn rank(
        mut self,
        view: &View<'_>,
        namespace: &Namespace,
        ranking: Ranking,
        crowd: u64,
        limit: usize,
    ) -> Result<Vec<Evidence>> {
        let found = self.found(crowd);
        let hits = self.promising(&found);
        let mut candidates = load_matches(view, &hits, &self.question, &found, None)?;
        let ask = Ask {
            question: self.question,
            ranking,
            ..Ask::default()
        };
        weigh(&Sources::read(view, namespace.ns)?, &ask, &mut candidates);
        let asked = Asked {
            diversity: None,
            question: &ask.question,
            found: &found,
            by_meaning: false,
            limit,
            channels: Channels::default(),
        };
        let ranked = rank::rank(ranking, &asked, candidates);
        let best = ranked.into_iter().take(limit);
        best.map(|(candidate, score)| reveal(view, candidate, score))
            .collect()
    }

    fn found(&self, crowd: u64) -> Found {
        let rarity = self.having.iter();
        let rarity: Vec<f32> = rarity.map(|n| bm25::idf(*n, self.documents)).collect();
        Found {
            hits: Vec::new(),
            ceiling: rarity.iter().map(|idf| bm25::ceiling(*idf)).sum(),
            rarity,
            having: self.having.clone(),
            naming: vec![1; self.question.identifiers.len()],
            documents: self.documents.max(crowd),
            also: Vec::new(),
        }
    }

    /// As many places as are ranked for a page, those with the rarest words, scored as an index
    /// does that knows no neighbours.
    fn promising(&mut self, found: &Found) -> Vec<Match> {
        let average = self.length as f32 / self.documents.max(1) as f32;
        let score = |place: &Place| -> f32 {
            let pairs = place.counts.iter().zip(&found.rarity);
            let length = place.length as f32;
            pairs
                .map(|(count, idf)| bm25::score(*idf, (count * OWN) as f32, length, average))
                .sum()
        };
        let places = std::mem::take(&mut self.places).into_iter();
        let mut scored: Vec<(f32, Seq)> = places.map(|place| (score(&place), place.seq)).collect();
        scored.sort_by(|(a, x), (b, y)| b.total_cmp(a).then(y.cmp(x)));
        scored.truncate(weights::RANKED);
        let hit = |(words, seq)| Match {
            seq,
            words: Some(words),
            cosine: None,
        };
        scored.into_iter().map(hit).collect()
    }
}

#[cfg(test)]
mod tests {
    use mneme_model::Moment;

    use super::*;

    #[test]
    fn a_rare_word_counts_more_than_a_common_one() {
        let nobody: [&str; 0] = [];
        let question = Question::read("walrus harbour", &nobody, Moment::default());
        let mut tally = Tally::new(question);
        for (seq, text) in [
            (1, "the harbour"),
            (2, "a harbour"),
            (3, "a walrus"),
            (4, "the walrus of the harbour"),
            (5, "nothing"),
        ] {
            tally.look(seq, text);
        }
        let found = tally.found(0);
        assert_eq!((found.documents, &found.having), (5, &vec![2, 3]));
        let order: Vec<Seq> = tally.promising(&found).iter().map(|hit| hit.seq).collect();
        assert_eq!(order, [4, 3, 2, 1]);
        assert_eq!(Tally::new(Question::default()).found(900).documents, 900);
    }
}
