//! What a person tells of themselves, their team and their work, in so many words: preferences,
//! decisions, instructions, corrections, names, days, tools. Questions, suppositions, code and the
//! words of others are none of it; whoever is not sure says nothing.

mod bound;
mod clause;
mod correction;
mod cut;
mod material;
mod verb;

use mneme_engine::Fact;
use mneme_engine::guard::danger;

use cut::split;

use super::phrases::{
    ASKS, ASKS_TO_KEEP, CONDITIONS, CORRECTS, DATED, DAYS, HYPOTHETICAL, KINDS, LEADS, NOTHING,
    PLEASANT, Phrases, REPORTS, THINGS, UNTOLD, WANTS_TOLD,
};
use super::{Line, coprocess, filter, keepable};
use crate::question;

/// More are not taken out of one talk.
const MOST: usize = 5;
const WORDS: std::ops::RangeInclusive<usize> = 3..=45;
/// Signs that are seldom in sentences, and how many of a hundred make it code.
const SIGNS: &str = "{}<>=;|\\()[]#$^";
const MOST_SIGNS: usize = 6;

/// A sentence, with what is known of it before it is read.
struct Sentence {
    text: String,
    /// The same in small letters, of the same length.
    low: String,
    keep: bool,
    corrects: bool,
}

/// The facts in what a person said; `before` is what the model had said to them.
pub fn statements(before: &str, said: &[Line<'_>]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut before = before;
    for (role, text) in said {
        match *role {
            "assistant" => before = *text,
            "user" => {
                let own = question::own(text);
                let told = keepable(material::without(&own));
                for (content, tag) in sentences(&told).filter_map(|one| found(&one, before)) {
                    if facts.iter().all(|known| known.content != content) {
                        facts.push(coprocess::fact_of(content, tag));
                    }
                }
            }
            _ => {}
        }
    }
    facts.truncate(MOST);
    facts
}

/// What of a text is a sentence that could tell something.
fn sentences(text: &str) -> impl Iterator<Item = Sentence> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with('>') && !line.contains("[REDACTED"));
    let parts = lines
        .filter(|line| !coprocess::is_known(line))
        .flat_map(split);
    parts.filter_map(Sentence::read)
}

/// The sentences of a text that say that something is so, or is to be so. Who asks says neither.
pub fn stated(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .flat_map(split)
        .filter(|sentence| !asks(sentence))
}

fn asks(sentence: &str) -> bool {
    let lower = sentence.trim().to_lowercase();
    let first = words(&lower).first().copied().unwrap_or_default();
    let asked = ASKS.contains(first) && !CONDITIONS.contains(first);
    lower.ends_with('?') || asked || WANTS_TOLD.iter().any(|begun| lower.starts_with(begun))
}

/// The fact in a sentence, and what it is about.
fn found(one: &Sentence, before: &str) -> Option<(String, &'static str)> {
    let kept = |_: &(String, &str)| one.keep || !one.is_bound();
    let (content, tag) = one
        .corrected(before)
        .or_else(|| one.of_a_kind().filter(kept))
        .or_else(|| one.valued().filter(kept))
        .or_else(|| one.keep.then(|| (one.text.clone(), "told")))?;
    let content = ended(&content);
    (danger(&content).is_none() && filter::lasts(&content)).then_some((content, tag))
}

// === impl Sentence ===

impl Sentence {
    fn read(text: &str) -> Option<Self> {
        let marks = |c: char| c.is_whitespace() || "-*•".contains(c);
        let text = text.trim_start_matches(marks).trim_end();
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
        let rest = self.text[at..].trim_start_matches([' ', ',', ':', '-', '!', '.']);
        let rest = match self.low[..at].ends_with("dass") {
            true => clause::standing_alone(rest),
            false => rest.to_owned(),
        };
        self.low = rest.to_ascii_lowercase();
        self.text = rest;
        true
    }

    fn begins(&self, phrase: &str) -> bool {
        let rest = self.low.strip_prefix(phrase);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
    }

    /// "No, it …", and not "no deploys …".
    fn is_apart(&self, phrase: &str) -> bool {
        let rest = self.low.strip_prefix(phrase);
        rest.is_some_and(|rest| rest.starts_with([',', '.', ':', '!', ';']))
    }

    fn words(&self) -> Vec<&str> {
        words(&self.low)
    }

    /// Whether it says that something is so.
    fn states(&self) -> bool {
        let words = self.words();
        words.iter().take(8).any(|word| STATES.contains(word))
    }

    fn says(&self, phrases: Phrases) -> bool {
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

    /// By how it begins.
    fn of_a_kind(&self) -> Option<(String, &'static str)> {
        let begun = KINDS.iter().flat_map(|kind| {
            let (tag, begins) = (kind.tag, kind.begins.iter());
            begins.map(move |(said, told)| (tag, *said, *told))
        });
        let begun = begun.filter(|(_, said, _)| self.begins(said));
        let (tag, said, told) = begun.max_by_key(|(_, said, _)| said.len())?;
        let rest = &self.text[said.len()..];
        let next = words(&rest.to_ascii_lowercase())
            .first()
            .map(|word| (*word).to_owned());
        let empty = next.is_none_or(|next| {
            let unsaid = match tag {
                "instruction" => PLEASANT.contains(&next),
                "person" => UNTOLD.contains(&next),
                _ => false,
            };
            unsaid || NOTHING.contains(&next)
        });
        // An instruction may say when it holds; anything else that does is supposed.
        let supposed = tag != "instruction" && self.says(HYPOTHETICAL);
        let content = match told {
            "" => self.text.clone(),
            told if VERBLESS.iter().any(|end| told.ends_with(end)) => {
                format!("{told} {}", verb::of_another(rest)?)
            }
            told => format!("{told}{rest}"),
        };
        // "Our tests again": nothing is said of them.
        let unsaid = tag == "project" && !said.starts_with("we ") && !self.states();
        (!empty && !supposed && !unsaid).then_some((content, tag))
    }

    /// "The deadline is March 3", "the port is 8080".
    fn valued(&self) -> Option<(String, &'static str)> {
        let words = self.words();
        let named = ["the", "der", "die", "das"].contains(words.first()?);
        let dated = self.says(DATED) && words.iter().any(|word| is_day(word));
        let thing = words.iter().take(5).any(|word| THINGS.contains(word));
        let tag = match () {
            () if dated => "date",
            () if self.corrects && self.says(Phrases::NOT) => "correction",
            () if thing && words.iter().any(|word| is_name(word)) => "project",
            () => return None,
        };
        let stated = named && self.states() && !self.says(HYPOTHETICAL);
        stated.then(|| (self.text.clone(), tag))
    }
}

/// Behind a beginning that ends so the verb is still to come.
const VERBLESS: [&str; 3] = [" always", " never", " no longer"];
/// What says that something is so.
const STATES: [&str; 22] = [
    "is", "are", "was", "uses", "runs", "lives", "lies", "starts", "ends", "ships", "expires",
    "listens", "belongs", "ist", "liegt", "läuft", "has", "needs", "requires", "follows", "goes",
    "keeps",
];

fn words(text: &str) -> Vec<&str> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || "'_-./:@".contains(c)));
    let parts = parts.map(|word| word.trim_matches(['.', ':', '\'', '-']));
    parts.filter(|word| !word.is_empty()).collect()
}

fn is_day(word: &str) -> bool {
    let quarter = word.len() == 2 && word.starts_with('q');
    let dated = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['-', '.', '/']);
    DAYS.contains(word) || quarter || dated
}

/// A value that only this project has.
fn is_name(word: &str) -> bool {
    word.contains(['/', '_', '.', ':', '-']) || word.contains(|c: char| c.is_ascii_digit())
}

/// With a large letter first and a full stop behind.
fn ended(text: &str) -> String {
    let text = text.trim().trim_end_matches([';', '!', ',', '.']);
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests;
