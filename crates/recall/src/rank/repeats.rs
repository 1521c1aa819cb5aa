//! Records that say nearly the same are worth little more than one of them: the best stays,
//! each that repeats it gives way to something else.

use std::hash::{DefaultHasher, Hash, Hasher};

use mneme_index::words::each_word;

use super::{Ranked, Reason, Score};
use crate::candidates::Candidate;
use crate::weights::{ALIKE, REPEATS};

/// So many picks are compared with what comes after. The same whatever the page: a short page
/// is the beginning of a long one.
const HEARD: usize = 30;

struct Open {
    candidate: Candidate,
    score: Score,
    words: Vec<u64>,
    /// How much of it the ones before it said.
    said: f64,
    worth: f64,
}

/// Picks one after the other, always the best in the light of those before.
pub fn spread(ranked: &mut Ranked) {
    let mut open: Vec<Open> = ranked.drain(..).map(Open::new).collect();
    while let Some(best) = best(&open) {
        let pick = open.swap_remove(best);
        if ranked.len() < HEARD {
            open.iter_mut().for_each(|other| other.hear(&pick.words));
        }
        ranked.push(pick.close());
    }
}

fn best(open: &[Open]) -> Option<usize> {
    (0..open.len()).max_by(|a, b| {
        let (a, b) = (&open[*a], &open[*b]);
        let earlier = b.candidate.event.seq.cmp(&a.candidate.event.seq);
        a.worth.total_cmp(&b.worth).then(earlier)
    })
}

// === impl Open ===

impl Open {
    fn new((candidate, score): (Candidate, Score)) -> Self {
        let mut words = Vec::new();
        each_word(&candidate.event.body.text, |word| {
            let mut hasher = DefaultHasher::new();
            word.hash(&mut hasher);
            words.push(hasher.finish());
        });
        words.sort_unstable();
        words.dedup();
        Self {
            worth: score.value,
            candidate,
            score,
            words,
            said: 0.0,
        }
    }

    /// Another was picked: what it says need not be said again.
    fn hear(&mut self, words: &[u64]) {
        let alike = alike(&self.words, words);
        if alike > self.said {
            self.said = alike;
            self.worth = lowered(self.score.value, self.penalty());
        }
    }

    fn penalty(&self) -> f64 {
        REPEATS * (self.said - ALIKE).max(0.0)
    }

    fn close(mut self) -> (Candidate, Score) {
        if self.penalty() > 0.0 {
            self.score.reasons.push(Reason {
                feature: "repeats",
                value: self.said,
                share: self.worth - self.score.value,
                guessed: false,
            });
            self.score.value = self.worth;
        }
        (self.candidate, self.score)
    }
}

/// A probability with its log-odds lowered.
fn lowered(value: f64, by: f64) -> f64 {
    if by <= 0.0 || value <= 0.0 {
        return value;
    }
    1.0 / (1.0 + (1.0 - value) / value * by.exp())
}

/// Share of the words of two texts that both have, 0 to 1.
fn alike(a: &[u64], b: &[u64]) -> f64 {
    let (mut i, mut j, mut both) = (0, 0, 0_usize);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        both += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    let all = a.len() + b.len() - both;
    if all == 0 {
        0.0
    } else {
        both as f64 / all as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_the_share_of_common_words() {
        assert_eq!(alike(&[1, 2, 3], &[1, 2, 3]), 1.0);
        assert_eq!(alike(&[1, 2, 3], &[3, 4, 5]), 0.2);
        assert_eq!(alike(&[], &[]), 0.0);
        assert_eq!(alike(&[1], &[]), 0.0);
    }

    #[test]
    fn lowering_keeps_a_probability() {
        assert_eq!(lowered(0.5, 0.0), 0.5);
        assert!((lowered(0.5, 3f64.ln()) - 0.25).abs() < 1e-9);
        assert_eq!(lowered(0.0, 1.0), 0.0);
        assert!(lowered(1.0, 5.0) <= 1.0);
    }
}
