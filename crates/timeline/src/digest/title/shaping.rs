//! From a sentence to a title.

use super::fillers::strip;
use super::worth;
use crate::digest::clean::{self, is_unspaced};
use crate::digest::lexicon::Lexicon;

const MAX_WORDS: usize = 10;
const MIN_CUT_WORDS: usize = 4;
/// Before a joint, where a sentence is less clearly over, a title has to be longer.
const MIN_JOINT_WORDS: usize = 6;
const MAX_CHARS: usize = 90;
const MAX_UNSPACED_CHARS: usize = 32;
/// Clauses a title may begin with.
const TRIED_CLAUSES: usize = 4;
/// A later clause has to be better than the first.
const LATER: f32 = 0.75;

/// A clause may begin with one of these, and a title end before it.
const JOINTS: &[&str] = &[
    "and", "because", "but", "so", "which", "while", "when", "since", "if", "where", "who",
    "although", "though", "as", "after", "before", "until", "und", "aber", "weil", "wenn", "dass",
    "damit", "während", "et", "mais", "parce", "y", "pero", "porque",
];
/// No title ends with one of these.
const DANGLING: &[&str] = &[
    "a", "an", "the", "to", "of", "for", "with", "and", "or", "in", "on", "at", "by", "from",
    "that", "which", "is", "are", "was", "were", "be", "been", "i", "we", "you", "my", "our",
    "your", "their", "his", "her", "its", "this", "these", "but", "so", "as", "if", "then", "than",
    "into", "about", "it", "not", "very", "some", "any", "has", "have", "had", "will", "would",
    "can", "could", "should", "when", "where", "who", "what", "how", "because", "while", "i'm",
    "it's", "really", "just", "also", "who's", "through", "between", "over", "under", "there",
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "und",
    "oder", "mit", "für", "zu", "von", "im", "in", "auf", "an", "bei", "dass", "wenn", "aus", "am",
    "nicht", "wir", "ich", "le", "la", "les", "un", "une", "de", "du", "des", "et", "à", "pour",
    "el", "los", "las", "y", "en", "con", "para", "por", "que", "e", "o", "di", "da", "il",
];

/// The best title this sentence can give; nothing if nothing is left of it.
pub fn shape(sentence: &str, lexicon: &mut Lexicon<'_>, weights: &[f32]) -> Option<String> {
    let plain = plain(sentence);
    let unspaced = plain.chars().filter(|c| is_unspaced(*c)).count() * 3 > plain.chars().count();
    let starts = clause_starts(&plain);
    let mut best: Option<(f32, String)> = None;
    for (number, start) in starts.into_iter().enumerate().take(TRIED_CLAUSES) {
        let text = strip(&plain[start..]);
        let text = if unspaced {
            within_chars(text)
        } else {
            within_words(text)
        };
        let few = !unspaced && text.split_whitespace().count() <= MIN_CUT_WORDS;
        let later = if few { LATER * LATER } else { LATER };
        let value = worth(&text, lexicon, weights) * if number == 0 { 1.0 } else { later };
        let better = best.as_ref().is_none_or(|(most, _)| value > *most);
        if better && text.chars().filter(|c| c.is_alphanumeric()).count() >= 2 {
            best = Some((value, text));
        }
    }
    best.map(|(_, text)| capitalised(&text))
}

/// Without addresses and without the marks of markdown.
fn plain(text: &str) -> String {
    let kept = text
        .split(' ')
        .filter(|word| !word.contains("://") && !word.starts_with("www."));
    let joined = kept.collect::<Vec<_>>().join(" ");
    joined
        .replace(['`', '*', '"', '“', '”', '「', '」'], "")
        .replace("__", "")
}

/// Where clauses begin: at the start, and after a comma, a dash or a colon.
fn clause_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let spaced =
            c == ' ' && matches!(before, ',' | ';' | ':' | '—' | '–' | '-' | '.' | '!' | '?');
        if spaced || matches!(before, '、' | '，' | '。' | '：' | '！' | '？') {
            starts.push(at);
        }
        before = c;
    }
    starts
}

fn within_chars(text: &str) -> String {
    let text = text.split(['。', '！', '？', '\n']).next().unwrap_or(text);
    let mut end = text.len();
    while text[..end].chars().count() > MAX_UNSPACED_CHARS {
        match text[..end].rfind(['、', '，', ' ']) {
            Some(at) if text[..at].chars().count() >= 6 => end = at,
            _ => {
                end = clean::cut(&text[..end], MAX_UNSPACED_CHARS).unwrap_or(end);
                break;
            }
        }
    }
    tidy(&text[..end]).to_owned()
}

fn within_words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let whole = words.len() <= MAX_WORDS
        && text.chars().count() <= MAX_CHARS
        && !words.iter().rev().skip(1).any(|w| ends_sentence(w));
    let mut kept = if whole { words.len() } else { cut(&words) };
    while !whole && kept > 2 && is_dangling(words[kept - 1]) {
        kept -= 1;
    }
    let mut title = words[..kept].join(" ");
    if let Some(end) = clean::cut(&title, MAX_CHARS) {
        title.truncate(end);
    }
    tidy(&title).to_owned()
}

/// How many words to keep: up to the last end of a clause that leaves a title of some length.
fn cut(words: &[&str]) -> usize {
    let limit = words.len().min(MAX_WORDS);
    if let Some(end) = (2..=limit).find(|n| ends_sentence(words[n - 1])) {
        return end;
    }
    let marked = |n: &usize| {
        words[n - 1].ends_with([',', ';', ':', ')'])
            || words.get(*n).is_some_and(|w| matches!(*w, "-" | "–" | "—"))
    };
    let jointed = |n: &usize| {
        words
            .get(*n)
            .is_some_and(|w| JOINTS.contains(&w.to_lowercase().as_str()))
    };
    let marks = (MIN_CUT_WORDS..=limit).rev().find(marked);
    let joints = || (MIN_JOINT_WORDS..=limit).rev().find(jointed);
    marks.or_else(joints).unwrap_or(limit)
}

fn ends_sentence(word: &str) -> bool {
    word.len() > 3 && word.ends_with(['.', '!', '?'])
}

fn is_dangling(word: &str) -> bool {
    DANGLING.contains(&word.to_lowercase().as_str())
}

fn tidy(text: &str) -> &str {
    let open = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '.' | ','
                    | ';'
                    | ':'
                    | '!'
                    | '?'
                    | '-'
                    | '–'
                    | '—'
                    | '…'
                    | '('
                    | '"'
                    | '\''
                    | '。'
                    | '、'
                    | '，'
                    | '！'
                    | '？'
                    | '：'
                    | '؟'
            )
    };
    let text = text.trim_end_matches(open);
    match text.ends_with(')') && !text.contains('(') {
        true => text.trim_end_matches(')'),
        false => text,
    }
}

/// A capital first, unless the first word means only itself.
fn capitalised(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or("");
    let mut chars = text.chars();
    match chars.next() {
        Some(c) if crate::digest::shape::identifier(first).is_none() => {
            c.to_uppercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}
