//! BM25 over each line alone: what any search engine would do.

use std::collections::HashMap;

use mneme_index::lexical::bm25::{idf, score};
use mneme_index::words::{is_stop_word, words};

pub struct Bm25 {
    lines: Vec<HashMap<String, u32>>,
    having: HashMap<String, u64>,
    average: f32,
}

// === impl Bm25 ===

impl Bm25 {
    pub fn over<'l>(lines: impl Iterator<Item = &'l str>) -> Self {
        let lines: Vec<HashMap<String, u32>> = lines.map(count).collect();
        let mut having: HashMap<String, u64> = HashMap::new();
        for word in lines.iter().flat_map(HashMap::keys) {
            *having.entry(word.clone()).or_default() += 1;
        }
        let all: u32 = lines.iter().flat_map(HashMap::values).sum();
        Self {
            average: all as f32 / lines.len().max(1) as f32,
            having,
            lines,
        }
    }

    /// Lines with at least one of the words, best first.
    pub fn ranked(&self, question: &str) -> Vec<usize> {
        let asked = count(question);
        let telling: Vec<&String> = asked.keys().filter(|word| !is_stop_word(word)).collect();
        let scores = self.lines.iter().map(|line| self.score(line, &telling));
        let mut found: Vec<(usize, f32)> = scores.enumerate().filter(|(_, s)| *s > 0.0).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.into_iter().map(|(line, _)| line).collect()
    }

    fn score(&self, line: &HashMap<String, u32>, telling: &[&String]) -> f32 {
        let length = line.values().sum::<u32>() as f32;
        let add = |word: &&String| {
            let times = line.get(*word).copied().unwrap_or(0) as f32;
            let having = self.having.get(*word).copied().unwrap_or(0);
            score(
                idf(having, self.lines.len() as u64),
                times,
                length,
                self.average,
            )
        };
        telling.iter().map(add).sum()
    }
}

fn count(text: &str) -> HashMap<String, u32> {
    let mut counts = HashMap::new();
    for word in words(text) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rare_word_decides() {
        let bm25 = Bm25::over(["a dog and a dog", "a dog and a kite", "nothing"].into_iter());
        assert_eq!(bm25.ranked("the dog or the kite?"), [1, 0]);
        assert!(bm25.ranked("the").is_empty());
    }
}
