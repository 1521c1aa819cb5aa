//! What somebody wants to know, told from the words of the question.

use crate::salience::plain;

/// Codes are those of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Explore = 1,
    Answer = 2,
    Locate = 3,
    TimeBoxed = 4,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Classified {
    pub intent: Intent,
    pub confidence: f32,
    pub reason: String,
    pub matched: Vec<&'static str>,
    /// How far back the question looks.
    pub lookback_ms: Option<u64>,
}

const DAY_MS: u64 = 86_400_000;

/// In the order in which they win when equally many words speak for each.
const WORDS: [(Intent, &[&str]); 3] = [
    (
        Intent::Locate,
        &[
            "where",
            "find",
            "exact",
            "exactly",
            "quote",
            "locate",
            "defined",
            "show me",
            "look up",
            "which file",
            "what file",
            "search for",
            "verbatim",
        ],
    ),
    (
        Intent::Explore,
        &[
            "themes",
            "theme",
            "topics",
            "overview",
            "explore",
            "patterns",
            "trends",
            "summarize",
            "summarise",
            "summary",
            "recurring",
            "broadly",
            "in general",
            "what have",
            "everything about",
        ],
    ),
    (
        Intent::Answer,
        &[
            "how",
            "why",
            "what was",
            "what is",
            "what did",
            "what were",
            "explain",
            "when",
            "who",
            "describe",
            "tell me",
            "decide",
            "decided",
        ],
    ),
];

const LOOKBACK: [(&str, u64); 12] = [
    ("yesterday", 1),
    ("today", 1),
    ("last week", 7),
    ("this week", 7),
    ("past week", 7),
    ("last month", 30),
    ("this month", 30),
    ("past month", 30),
    ("recent", 3),
    ("recently", 3),
    ("latest", 3),
    ("lately", 3),
];

const NUMBERS: [(&str, u64); 7] = [
    ("a", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
];
const UNITS: [(&str, u64); 3] = [("day", 1), ("week", 7), ("month", 30)];

/// `boxed`: the answer is wanted within a time, whatever the words say.
pub fn classify(query: &str, boxed: bool) -> Classified {
    // "last week's bugs" are those of last week.
    let words = plain(query).replace("'s ", " ");
    let lookback_ms = lookback(&words);
    let found = WORDS.map(|(intent, phrases)| (intent, said(&words, phrases)));
    let most = found.iter().map(|(_, matched)| matched.len()).max();
    let best = found
        .into_iter()
        .find(|(_, matched)| Some(matched.len()) == most);
    let (intent, matched) = best.unwrap_or((Intent::Answer, Vec::new()));
    let (intent, confidence, reason) = match (boxed, matched.len()) {
        (true, _) => (
            Intent::TimeBoxed,
            1.0,
            String::from("an answer is wanted within a time"),
        ),
        (false, 0) => (
            Intent::Answer,
            0.5,
            String::from("no word tells; an answer is assumed"),
        ),
        (false, n) => {
            let reason = format!("the question says {}", matched.join(", "));
            (intent, (0.6 + 0.1 * n as f32).min(0.95), reason)
        }
    };
    Classified {
        intent,
        confidence,
        reason,
        matched,
        lookback_ms,
    }
}

fn said(words: &str, phrases: &[&'static str]) -> Vec<&'static str> {
    let stands = |phrase: &&&str| words.contains(&format!(" {phrase} "));
    phrases.iter().filter(stands).copied().collect()
}

fn lookback(words: &str) -> Option<u64> {
    let days = ago(words).or_else(|| past(words)).or_else(|| {
        let named = LOOKBACK
            .iter()
            .find(|(phrase, _)| words.contains(&format!(" {phrase} ")));
        named.map(|(_, days)| *days)
    })?;
    days.checked_mul(DAY_MS)
}

/// `3 days ago`, `a week ago`.
fn ago(words: &str) -> Option<u64> {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.windows(3).find_map(|three| match three {
        [n, unit, "ago"] => days(n, unit),
        _ => None,
    })
}

/// `the last 3 days`, `the past two weeks`.
fn past(words: &str) -> Option<u64> {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.windows(3).find_map(|three| match three {
        ["last" | "past", n, unit] => days(n, unit),
        _ => None,
    })
}

fn days(n: &str, unit: &str) -> Option<u64> {
    let unit = unit.trim_end_matches('s');
    let (_, days) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let spelt = NUMBERS.iter().find(|(word, _)| *word == n);
    let n = spelt.map_or_else(|| n.parse().ok(), |(_, n)| Some(*n))?;
    days.checked_mul(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_what_is_wanted() {
        let of = |query| classify(query, false).intent;
        assert_eq!(of("where is the config defined"), Intent::Locate);
        assert_eq!(of("Give me an overview of the topics"), Intent::Explore);
        assert_eq!(of("Why did we drop Redis?"), Intent::Answer);
        assert_eq!(of("somehow, somewhere"), Intent::Answer);
        let unsure = classify("redis cache", false);
        assert_eq!((unsure.intent, unsure.confidence), (Intent::Answer, 0.5));
        assert_eq!(classify("where is it", true).intent, Intent::TimeBoxed);
    }

    #[test]
    fn words_tell_how_far_back() {
        let days = |query| classify(query, false).lookback_ms.map(|ms| ms / DAY_MS);
        assert_eq!(days("what happened yesterday?"), Some(1));
        assert_eq!(days("the bugs of last week"), Some(7));
        assert_eq!(days("last week"), Some(7));
        assert_eq!(days("last week's bugs"), Some(7));
        assert_eq!(days("this month's plan"), Some(30));
        assert_eq!(days("the last 3 weeks"), Some(21));
        assert_eq!(days("in the past two days"), Some(2));
        assert_eq!(days("over the last days"), None);
        assert_eq!(days("what did we do this month"), Some(30));
        assert_eq!(days("latest decision"), Some(3));
        assert_eq!(days("12 days ago"), Some(12));
        assert_eq!(days("a week ago"), Some(7));
        assert_eq!(days("99999999999999999999 days ago"), None);
        assert_eq!(days("anything"), None);
    }
}
