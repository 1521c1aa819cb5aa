//! Topics: key words that are said together, and how much each of them matters now.

use std::collections::{BTreeMap, BTreeSet};

use crate::ulid;

/// A segment, as topics see it.
#[derive(Clone, Debug)]
pub struct Mention {
    pub start_ms: i64,
    pub end_ms: i64,
    pub keywords: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Topic {
    pub id: String,
    pub label: String,
    pub keywords: Vec<String>,
    /// Places of the mentions it was made from.
    pub mentions: BTreeSet<usize>,
    pub first_ms: i64,
    pub last_ms: i64,
}

/// Key words said in so many of the same segments are one topic.
const TOGETHER: f32 = 0.5;
const HALF_LIFE_DAYS: f64 = 30.0;
const BOOST: f64 = 2.0;
const FLOOR: f64 = 0.01;
const DAY_MS: f64 = 86_400_000.0;
const LABEL_WORDS: usize = 3;

/// Topics of segments; each key word is in one of them.
pub fn of(mentions: &[Mention]) -> Vec<Topic> {
    let mut said: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, mention) in mentions.iter().enumerate() {
        for word in &mention.keywords {
            said.entry(word.to_lowercase()).or_default().insert(at);
        }
    }
    let mut words: Vec<(String, BTreeSet<usize>)> = said.into_iter().collect();
    // The most frequent word of a topic gathers the others.
    words.sort_by(|(a, x), (b, y)| y.len().cmp(&x.len()).then(a.cmp(b)));
    let mut topics: Vec<Topic> = Vec::new();
    for (word, places) in words {
        let like = |topic: &&mut Topic| share(&topic.mentions, &places) >= TOGETHER;
        match topics.iter_mut().find(like) {
            Some(topic) => topic.keywords.push(word),
            None => topics.push(Topic::new(word, places, mentions)),
        }
    }
    topics.iter_mut().for_each(Topic::name);
    topics
}

/// Of two sets, how much of both is in each.
pub fn share(one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> f32 {
    let both = one.intersection(other).count();
    let all = one.len() + other.len() - both;
    if all == 0 {
        0.0
    } else {
        both as f32 / all as f32
    }
}

// === impl Topic ===

impl Topic {
    fn new(word: String, places: BTreeSet<usize>, mentions: &[Mention]) -> Self {
        let of = || places.iter().filter_map(|at| mentions.get(*at));
        Self {
            id: format!("topic:{}", ulid::derived(0, &["topic", &word])),
            label: String::new(),
            first_ms: of().map(|m| m.start_ms).min().unwrap_or(0),
            last_ms: of().map(|m| m.end_ms).max().unwrap_or(0),
            keywords: vec![word],
            mentions: places,
        }
    }

    fn name(&mut self) {
        let words: Vec<&str> = self.keywords.iter().map(String::as_str).collect();
        self.label = words[..words.len().min(LABEL_WORDS)].join(" ");
    }

    /// How much it matters: often and lately said.
    pub fn importance(&self, now_ms: i64) -> f64 {
        let days = (now_ms - self.last_ms).max(0) as f64 / DAY_MS;
        let often = (1.0 + self.mentions.len() as f64).ln();
        (often * (-days / HALF_LIFE_DAYS).exp2() * boost(days)).max(FLOOR)
    }
}

/// Twice within a day, then less from day to day until it is nothing after a week.
fn boost(days: f64) -> f64 {
    let left = ((7.0 - days) / 6.0).clamp(0.0, 1.0);
    1.0 + (BOOST - 1.0) * left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mention(at_days: i64, words: &[&str]) -> Mention {
        Mention {
            start_ms: at_days * 86_400_000,
            end_ms: at_days * 86_400_000 + 1,
            keywords: words.iter().map(|w| (*w).to_owned()).collect(),
        }
    }

    #[test]
    fn words_said_together_are_one_topic() {
        let topics = of(&[
            mention(1, &["redis", "cache"]),
            mention(2, &["Redis", "cache"]),
            mention(3, &["harbour"]),
        ]);
        assert_eq!(topics.len(), 2);
        assert_eq!(topics[0].label, "cache redis");
        assert_eq!(topics[0].mentions, BTreeSet::from([0, 1]));
        assert_eq!(topics[0].first_ms, 86_400_000);
        assert_eq!(share(&topics[0].mentions, &topics[1].mentions), 0.0);
        assert!(of(&[]).is_empty());
    }

    #[test]
    fn what_was_said_lately_matters_more() {
        let topic = &of(&[mention(100, &["redis"])])[0];
        let on = |day: i64| topic.importance(day * 86_400_000);
        assert!((on(100) - 2.0 * 2f64.ln()).abs() < 1e-3, "{}", on(100));
        assert!((on(130) - 0.5 * 2f64.ln()).abs() < 1e-3, "{}", on(130));
        assert!(on(104) > on(107) && on(107) > on(108));
        assert_eq!(on(5_000), 0.01);
    }
}
