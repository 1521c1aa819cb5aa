//! Records that say nearly the same are worth little more than one of them: the best stays,
//! each that repeats it gives way to something else.

use std::cell::OnceCell;

use mneme_model::similar::Said;

use super::{Ranked, Reason, Score};
use crate::candidates::Candidate;
use crate::weights::{ALIKE, REPEATS};

/// So many picks are compared with what comes after. The same whatever the page: a short page
/// is the beginning of a long one.
const HEARD: usize = 30;
/// A later word on the same fact is told first if it is at least so much as good an answer.
const CLOSE: f64 = 0.5;

struct Open {
    candidate: Candidate,
    score: Score,
    /// How much of it the ones before it said.
    said: f64,
    worth: f64,
    /// Read once: each is compared with many.
    words: OnceCell<Said>,
}

/// Picks one after the other, always the best in the light of those before.
pub fn spread(ranked: &mut Ranked) {
    let mut open: Vec<Open> = ranked.drain(..).map(Open::new).collect();
    while let Some(best) = best(&open) {
        let (newest, worth) = (newest(&open, best), open[best].worth);
        open[newest].takes_the_place(worth);
        let pick = open.swap_remove(newest);
        if ranked.len() < HEARD {
            open.iter_mut()
                .for_each(|other| other.hear(&pick.candidate));
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

/// When somebody last stood by a memory: told it, gave it other words, or vouched for it.
fn said_last(one: &Candidate) -> i64 {
    let told = match one.version {
        0 | 1 => one.event.occurred.ms,
        _ => one.event.recorded_ms,
    };
    let verified = one
        .memory
        .as_ref()
        .and_then(|memory| memory.outcome.verified_ms);
    verified.map_or(told, |verified| verified.max(told))
}

/// Of memories that tell one fact anew, the one that was told last; else the best itself.
fn newest(open: &[Open], best: usize) -> usize {
    let mut newest = best;
    for at in 0..open.len() {
        if open[at].worth >= CLOSE * open[best].worth && open[at].tells_anew(&open[newest]) {
            newest = at;
        }
    }
    newest
}

// === impl Open ===

impl Open {
    fn new((candidate, score): (Candidate, Score)) -> Self {
        Self {
            worth: score.value,
            candidate,
            score,
            said: 0.0,
            words: OnceCell::new(),
        }
    }

    fn words(&self) -> &Said {
        self.words
            .get_or_init(|| Said::read(&self.candidate.event.body.text))
    }

    /// Whether it is a later word on what another memory says: it answers to the same words of the
    /// question, begins alike and ends with another value.
    fn tells_anew(&self, older: &Open) -> bool {
        let (own, other) = (&self.candidate, &older.candidate);
        said_last(own) > said_last(other)
            && own.doubt >= other.doubt
            && own.memory.is_some()
            && other.memory.is_some()
            && other.said.alike(&own.said, ALIKE).is_some()
            && (older.score.matched.iter()).all(|word| self.score.matched.contains(word))
            && self.words().tells_anew(older.words())
    }

    /// It is worth what the older one would have been.
    fn takes_the_place(&mut self, worth: f64) {
        if worth > self.worth {
            self.score.reasons.push(Reason {
                feature: "newer",
                value: 1.0,
                share: worth - self.score.value,
                guessed: false,
            });
            (self.score.value, self.worth) = (worth, worth);
            self.said = 0.0;
        }
    }

    /// Another was picked: what it says need not be said again.
    fn hear(&mut self, pick: &Candidate) {
        let least = self.said.max(ALIKE);
        if let Some(alike) = self.candidate.said.alike(&pick.said, least) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowering_keeps_a_probability() {
        assert_eq!(lowered(0.5, 0.0), 0.5);
        assert!((lowered(0.5, 3f64.ln()) - 0.25).abs() < 1e-9);
        assert_eq!(lowered(0.0, 1.0), 0.0);
        assert!(lowered(1.0, 5.0) <= 1.0);
    }
}
