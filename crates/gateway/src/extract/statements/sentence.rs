//! A sentence, read before anybody asks what it tells.

use super::{WORDS, clause, words};
use crate::extract::phrases::{ASKS, ASKS_TO_KEEP, CORRECTS, LEADS, Phrases, REPORTS, THANKS};

/// Signs that are seldom in sentences, and how many of a hundred make it code.
const SIGNS: &str = "{}<>=;|\\()[]#$^";
const MOST_SIGNS: usize = 6;

/// A sentence, with what is known of it before it is read.
pub(super) struct Sentence {
    pub(super) text: String,
    /// The same in small letters, of the same length.
    pub(super) low: String,
    pub(super) keep: bool,
    pub(super) corrects: bool,
}

// === impl Sentence ===

impl Sentence {
    pub(super) fn read(text: &str) -> Option<Self> {
        let marks = |c: char| c.is_whitespace() || "-*•".contains(c);
        let text = text.trim_start_matches(marks).trim_end();
        let text = without_thanks(text.trim_end_matches(';'));
        let asked = text.ends_with('?');
        let plain = text.replace('\u{2019}', "'");
        let mut one = Self {
            low: plain.to_ascii_lowercase(),
            text: plain,
            keep: false,
            corrects: false,
        };
        while one.leads() {}
        one.orders();
        let words = one.words().len();
        let first = one.words().first().is_some_and(|word| ASKS.contains(word));
        let quoted = one.text.contains(['"', '\u{201c}', '`']) && !one.keep;
        let fits = WORDS.contains(&words) && !one.is_code() && !quoted;
        let unsaid = asked || first || one.is_infinitive();
        (fits && !unsaid && !one.says(REPORTS)).then_some(one)
    }

    /// "Remember to always run the linter": always run the linter.
    fn orders(&mut self) {
        if self.begins("to always") || self.begins("to never") {
            self.low.drain(.."to ".len());
            self.text.drain(.."to ".len());
        }
    }

    /// "To buy milk", "Milch zu kaufen": nobody is said to do it. "To deploy, run make" is a whole sentence.
    fn is_infinitive(&self) -> bool {
        let words = self.words();
        let german = matches!(words[..], [.., "zu", last] if last.ends_with('n'));
        (german && self.keep || self.begins("to")) && !self.text.contains(',')
    }

    /// Takes away what only leads to it, and notes what that says.
    fn leads(&mut self) -> bool {
        let longest = |phrases: Phrases, begun: &dyn Fn(&str) -> bool| {
            let begun = phrases.iter().filter(|phrase| begun(phrase));
            begun.map(str::len).max()
        };
        let keep = longest(ASKS_TO_KEEP, &|phrase| self.begins(phrase));
        let corrects = longest(CORRECTS, &|phrase| self.is_apart(phrase));
        let lead = longest(LEADS, &|phrase| self.begins(phrase));
        let Some(at) = keep.or(corrects).or(lead) else {
            return false;
        };
        self.keep |= keep.is_some();
        self.corrects |= keep.is_none() && corrects.is_some();
        let behind = self.text[at..].trim_start();
        let rest = behind.trim_start_matches([' ', ',', ':', '-', '!', '.']);
        let clause = self.low[..at].ends_with("dass") && !behind.starts_with(':');
        let rest = match clause {
            true => clause::standing_alone(rest),
            false => rest.to_owned(),
        };
        self.low = rest.to_ascii_lowercase();
        self.text = rest;
        true
    }

    pub(super) fn begins(&self, phrase: &str) -> bool {
        let rest = self.low.strip_prefix(phrase);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
    }

    /// "No, it …", and neither "no deploys …" nor "No. 12".
    fn is_apart(&self, phrase: &str) -> bool {
        let rest = self.low.strip_prefix(phrase);
        let counts = |rest: &str| {
            rest[1..]
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit())
        };
        let numbers = |rest: &str| rest.starts_with('.') && counts(rest);
        rest.is_some_and(|rest| rest.starts_with([',', '.', ':', '!', ';']) && !numbers(rest))
    }

    pub(super) fn words(&self) -> Vec<&str> {
        words(&self.low)
    }

    pub(super) fn says(&self, phrases: Phrases) -> bool {
        let line = format!(" {} ", self.words().join(" "));
        phrases
            .iter()
            .any(|phrase| line.contains(&format!(" {phrase} ")))
    }

    fn is_code(&self) -> bool {
        let signs = self.text.chars().filter(|c| SIGNS.contains(*c)).count();
        signs * 100 > self.text.chars().count() * MOST_SIGNS
            || ["::", "->", "=>", "&&"]
                .iter()
                .any(|sign| self.text.contains(sign))
    }
}

/// Without the politeness it ends with: "I love tea, thanks!"
fn without_thanks(text: &str) -> &str {
    let Some((said, last)) = text.rsplit_once(", ") else {
        return text;
    };
    let last = last.trim_end_matches(['.', '!']).to_lowercase();
    match THANKS.contains(&last) {
        true => said,
        false => text,
    }
}
