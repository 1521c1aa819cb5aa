//! What a text says, in the light of a question: its words are looked at once, for every
//! feature that asks about them.

use std::hash::Hasher;

use mneme_index::words::each_word;
use rustc_hash::FxHasher;

use crate::question::Question;

/// A text, looked at once.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// How often it says each word of the question.
    pub counts: Vec<u32>,
    /// Its length in words.
    pub length: usize,
    /// Its distinct words as numbers, in order.
    words: Vec<u64>,
    /// A bit for each of them, several to a bit: tells quickly what two texts cannot share.
    marks: [u64; 4],
}

/// Two that share this much of the shorter one's words are worth a closer look.
const NEARLY_ALL: f64 = 0.85;

// === impl Said ===

impl Said {
    pub fn of(question: &Question, text: &str) -> Self {
        let mut said = Self {
            counts: vec![0; question.words.len()],
            ..Self::default()
        };
        each_word(text, |word| {
            said.length += 1;
            if let Some(n) = question.words.iter().position(|wanted| wanted == word) {
                said.counts[n] += 1;
            }
            said.words.push(number(word));
        });
        said.words.sort_unstable();
        said.words.dedup();
        for word in &said.words {
            said.marks[(word >> 62) as usize] |= 1 << ((word >> 56) & 63);
        }
        said
    }

    /// Words of the question it says.
    pub fn matched(&self, question: &Question) -> Vec<String> {
        let pairs = question.words.iter().zip(&self.counts);
        let said = pairs.filter(|(_, count)| **count > 0);
        said.map(|(word, _)| word.clone()).collect()
    }

    /// Share of the question's words, by rarity. Names of speakers do not count: whoever
    /// talks to Ann says her name more often than she does.
    pub fn share(&self, question: &Question, rarity: &[f32]) -> f64 {
        let words = question.telling.iter().zip(&self.counts).zip(rarity);
        let (mut all, mut here) = (0.0, 0.0);
        for ((telling, count), rarity) in words {
            if *telling {
                all += f64::from(*rarity);
                here += f64::from(*rarity) * f64::from(u8::from(*count > 0));
            }
        }
        if all > 0.0 { here / all } else { 0.0 }
    }

    /// Share of the words of two texts that both have, 0 to 1; `None` where it cannot be above
    /// `least`.
    pub fn alike(&self, other: &Self, least: f64) -> Option<f64> {
        let (mine, theirs) = (self.words.len(), other.words.len());
        let share = |both: usize| both as f64 / (mine + theirs - both).max(1) as f64;
        let most = self.most_common(other).min(other.most_common(self));
        if share(most) <= least {
            return None;
        }
        let both = common(&self.words, &other.words);
        Some(share(both)).filter(|share| *share > least)
    }

    /// Whether the one of two texts with fewer words has nearly all of them in common with the
    /// other: only then may they say the same.
    pub fn may_repeat(&self, other: &Self) -> bool {
        let (few, many) = match self.words.len() <= other.words.len() {
            true => (self, other),
            false => (other, self),
        };
        let least = (NEARLY_ALL * few.words.len() as f64).ceil() as usize;
        least > 0 && few.most_common(many) >= least && common(&few.words, &many.words) >= least
    }

    /// At most so many words are shared: each mark the other lacks is a word it lacks.
    fn most_common(&self, other: &Self) -> usize {
        let marks = self.marks.iter().zip(&other.marks);
        let alone: u32 = marks
            .map(|(mine, theirs)| (mine & !theirs).count_ones())
            .sum();
        self.words.len() - alone as usize
    }
}

fn number(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

/// How many numbers two ordered lists share.
fn common(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        both += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    both
}

#[cfg(test)]
mod tests {
    use mneme_model::Moment;

    use super::*;

    fn said(text: &str) -> Said {
        Said::of(&Question::default(), text)
    }

    #[test]
    fn rare_words_count_more_and_names_do_not() {
        let question = Question::read("Ann's blue zeppelin", &["Ann"], Moment::default());
        let rarity = [9.0, 0.5, 4.5];
        let share = |text: &str| Said::of(&question, text).share(&question, &rarity);
        assert!(share("a zeppelin") > 0.85);
        assert!(share("the blue sky") < 0.15);
        assert_eq!(share("hello Ann"), 0.0);
    }

    #[test]
    fn likeness_is_the_share_of_common_words() {
        let alike = |a: &str, b: &str| said(a).alike(&said(b), 0.0);
        assert_eq!(alike("red green blue", "blue green red red"), Some(1.0));
        assert_eq!(alike("red green blue", "blue four five"), Some(0.2));
        assert_eq!(alike("red", "green"), None);
        assert_eq!(alike("", ""), None);
        assert_eq!(
            said("red green blue").alike(&said("blue four five"), 0.2),
            None
        );
    }

    #[test]
    fn only_what_has_nearly_all_words_of_another_may_repeat_it() {
        let may = |a: &str, b: &str| said(a).may_repeat(&said(b));
        assert!(may("red green blue", "Blue, green and red!"));
        assert!(!may("red green blue", "blue green four"));
        assert!(!may("", "") && !may("", "red"));
    }

    /// The quick look never hides what the slow one would find.
    #[test]
    fn marks_leave_nothing_out() {
        let texts: Vec<Said> = (0..60)
            .map(|n| {
                let words = (0..40).filter(|w| (w * 7 + n * n) % 5 < 2 + n % 3);
                said(&words.map(|w| format!("word{w} ")).collect::<String>())
            })
            .collect();
        for a in &texts {
            for b in &texts {
                assert!(a.most_common(b) >= common(&a.words, &b.words));
            }
        }
    }
}
