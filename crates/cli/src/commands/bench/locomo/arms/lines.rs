//! Ways without an engine: a plain search for the question's words, line by line, and the
//! textbook formula over each line alone.

use std::time::Instant;

use mneme_index::words::{is_stop_word, words};
use mneme_model::{Body, Door, Event, Kind};
use mneme_recall::{pack, tokens};

use super::bm25::Bm25;
use super::{ANSWERS, Answer, BUDGETS};
use crate::commands::bench::locomo::data::Turn;
use crate::commands::bench::locomo::talk::Talk;

/// The turns of a conversation as lines, with what each takes of a context.
pub struct Lines {
    lines: Vec<(String, usize)>,
    bm25: Bm25,
}

// === impl Lines ===

impl Lines {
    pub fn new(talk: &Talk<'_>) -> Self {
        let turns = talk.conversation.turns.iter().enumerate();
        let line = |(n, turn): (usize, &Turn)| {
            let shown = pack::line(&event(turn), &talk.id(n), Some(&turn.speaker));
            let said = format!("{}: {}", turn.speaker, turn.text).to_lowercase();
            // One more for the line break, as in a packed context.
            (said, tokens::count(&shown) + 1)
        };
        let lines: Vec<_> = turns.map(line).collect();
        let bm25 = Bm25::over(lines.iter().map(|(said, _)| said.as_str()));
        Self { lines, bm25 }
    }

    pub fn grep(&self, question: &str) -> Answer {
        self.answer(|| self.ranked(question))
    }

    pub fn bm25(&self, question: &str) -> Answer {
        self.answer(|| self.bm25.ranked(question))
    }

    fn answer(&self, rank: impl FnOnce() -> Vec<usize>) -> Answer {
        let began = Instant::now();
        let mut ranked = rank();
        let took = began.elapsed();
        let packed = BUDGETS.map(|budget| self.packed(&ranked, budget));
        ranked.truncate(ANSWERS);
        Answer {
            ranked,
            told: Vec::new(),
            packed,
            took,
        }
    }

    /// Lines with at least one of the words, those with most first; ties as they were said.
    fn ranked(&self, question: &str) -> Vec<usize> {
        let telling = telling(question);
        let count = |said: &String| telling.iter().filter(|word| said.contains(*word)).count();
        let counts = self.lines.iter().map(|(said, _)| count(said)).enumerate();
        let mut found: Vec<(usize, usize)> = counts.filter(|(_, count)| *count > 0).collect();
        found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        found.into_iter().map(|(line, _)| line).collect()
    }

    /// The best lines that fit. The first always comes in: it would be cut, not left out.
    fn packed(&self, ranked: &[usize], budget: usize) -> Vec<usize> {
        let (mut left, mut packed) = (budget, Vec::new());
        for line in ranked {
            let tokens = self.lines[*line].1;
            if tokens <= left || packed.is_empty() {
                left = left.saturating_sub(tokens);
                packed.push(*line);
            }
        }
        packed
    }
}

/// The words of a question as they are written, without the most common ones.
fn telling(question: &str) -> Vec<String> {
    let mut telling: Vec<String> = Vec::new();
    let question = question.to_lowercase().replace('’', "'");
    for word in question.split(|c: char| !(c.is_alphanumeric() || c == '\'')) {
        let word = word.trim_end_matches("'s").trim_matches('\'');
        let common = words(word).iter().all(|stem| is_stop_word(stem));
        if !common && !telling.iter().any(|known| known == word) {
            telling.push(word.to_owned());
        }
    }
    telling
}

/// A turn as the journal would hold it, only to be shown.
fn event(turn: &Turn) -> Event {
    Event {
        seq: 0,
        ns: 0,
        ext_id: turn.id.clone(),
        kind: Kind::Message,
        door: Door::Control,
        actor: 0,
        session: None,
        agent: None,
        speaker: None,
        occurred: turn.at,
        recorded_ms: turn.at.ms,
        body: Body {
            text: turn.text.clone(),
            ..Body::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[(&str, usize)]) -> Lines {
        let bm25 = Bm25::over(lines.iter().map(|(said, _)| *said));
        let lines = lines.iter().map(|(said, size)| ((*said).to_owned(), *size));
        Lines {
            lines: lines.collect(),
            bm25,
        }
    }

    #[test]
    fn most_words_first_then_as_they_were_said() {
        let grep = lines(&[("a dog", 5), ("a red kite", 5), ("dogs and kites", 5)]);
        assert_eq!(telling("What did the dog's kite do?"), ["dog", "kite"]);
        assert_eq!(grep.ranked("the dog or the kite?"), [2, 0, 1]);
        assert_eq!(grep.ranked("the cat"), [] as [usize; 0]);
    }

    #[test]
    fn a_context_takes_what_fits_and_always_the_first() {
        let grep = lines(&[("kite", 200), ("kite", 100), ("kite", 40)]);
        assert_eq!(grep.packed(&[0, 1, 2], 250), [0, 2]);
        assert_eq!(grep.packed(&[0, 1, 2], 10), [0]);
    }
}
