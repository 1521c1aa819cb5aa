//! A text in one sentence, and the next one as evidence of it.

use std::ops::Range;

use mneme_timeline::digest::{is_interjection, sentences};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gist {
    pub summary: String,
    /// What comes next, where anything does.
    pub evidence: Option<String>,
}

const SUMMARY_CHARS: usize = 140;
const EVIDENCE_CHARS: usize = 90;
/// Nobody looks further than this for the end of two sentences.
const READ_CHARS: usize = 1_000;

pub fn gist(text: &str) -> Gist {
    let text = &text[..boundary(text, READ_CHARS)];
    let Some(first) = telling(text) else {
        return Gist::default();
    };
    let (summary, used) = cut_at(&text[first.clone()], SUMMARY_CHARS);
    let next = sentence(text, first.start + used);
    Gist {
        summary,
        evidence: next.map(|next| cut(&text[next], EVIDENCE_CHARS)),
    }
}

/// All sentences of a text; a line ends one, too.
pub fn sentences_of(text: &str) -> Vec<&str> {
    let (mut start, mut found) = (0, Vec::new());
    for line in text.split_inclusive('\n') {
        let block = start..start + line.len();
        found.extend(sentences(text, block).into_iter().map(|at| &text[at]));
        start += line.len();
    }
    found
}

/// The first sentence that tells something; of a text that tells nothing, the first.
fn telling(text: &str) -> Option<Range<usize>> {
    let first = sentence(text, 0)?;
    let mut next = Some(first.clone());
    while let Some(at) = next {
        if !is_interjection(&text[at.clone()]) {
            return Some(at);
        }
        next = sentence(text, at.end);
    }
    Some(first)
}

/// The first sentence behind a place: a line ends one, too.
fn sentence(text: &str, from: usize) -> Option<Range<usize>> {
    let mut start = from;
    for line in text[from..].split_inclusive('\n') {
        let first = sentences(text, start..start + line.len());
        if let Some(first) = first.into_iter().next() {
            return Some(first);
        }
        start += line.len();
    }
    None
}

/// No longer than so many characters, at the end of a word where there is one.
pub fn cut(text: &str, chars: usize) -> String {
    cut_at(text, chars).0
}

/// The same, and how many bytes were used.
fn cut_at(text: &str, chars: usize) -> (String, usize) {
    if text.chars().count() <= chars {
        return (text.to_owned(), text.len());
    }
    let most = boundary(text, chars - 1);
    let word = text[..most].rfind(char::is_whitespace);
    let end = word.filter(|at| *at > most / 2).unwrap_or(most);
    (format!("{}…", text[..end].trim_end()), end)
}

/// Where so many characters end.
fn boundary(text: &str, chars: usize) -> usize {
    let mut ends = text.char_indices().map(|(at, _)| at);
    ends.nth(chars).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_086_a_gist_is_a_sentence_and_the_next() {
        let gist = gist("Read src/main.rs v1.2.3 first. Then run it! And more.");
        assert_eq!(gist.summary, "Read src/main.rs v1.2.3 first.");
        assert_eq!(gist.evidence.as_deref(), Some("Then run it!"));
        assert_eq!(super::gist("One thing").evidence, None);
        assert_eq!(
            super::gist("\n # Title\nBody text").evidence.as_deref(),
            Some("Body text")
        );
        assert_eq!(super::gist(" \n"), Gist::default());
    }

    #[test]
    fn g_086_politeness_is_no_gist() {
        let gist = gist("Great. Thank you! The harbour opens at eight. Bring a rope.");
        assert_eq!(gist.summary, "The harbour opens at eight.");
        assert_eq!(gist.evidence.as_deref(), Some("Bring a rope."));
        let polite = super::gist("Alles klar! Der Hafen öffnet um acht.");
        assert_eq!(polite.summary, "Der Hafen öffnet um acht.");
        assert_eq!(super::gist("Great. Thanks!").summary, "Great.");
        assert_eq!(
            super::gist("Great walls need repair.").summary,
            "Great walls need repair."
        );
    }

    #[test]
    fn g_086_a_long_sentence_is_cut_at_a_word_and_goes_on_as_evidence() {
        for word in ["harbour ", "日本", "é"] {
            let long = word.repeat(400);
            let Gist { summary, evidence } = gist(&long);
            assert!(summary.chars().count() <= SUMMARY_CHARS && summary.ends_with('…'));
            let evidence = evidence.unwrap();
            assert!(evidence.chars().count() <= EVIDENCE_CHARS, "{evidence}");
        }
        assert!(gist(&"harbour ".repeat(400)).summary.ends_with("harbour…"));
    }
}
