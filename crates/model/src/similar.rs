//! Whether two texts say the same: by their words, and what must not differ whatever else does.

mod letters;
mod lists;
mod order;
mod signs;
mod words;

use std::collections::BTreeSet;

use crate::stem::stem;
use crate::stop::is_stop_word;
use letters::Letters;
use lists::{FILLERS, KINDS, LINKS, PLACES, TURNS};
use order::Order;
use words::{Word, asks, pieces};

/// A text as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Its words in order, in small letters.
    pub words: Vec<String>,
    /// Each once.
    pub set: BTreeSet<String>,
    /// Words as they stand between spaces, in small letters.
    forms: BTreeSet<String>,
    /// Names, numbers, paths: what makes a fact another one.
    marks: BTreeSet<String>,
    /// What turns a sentence round, in order of the alphabet.
    turns: Vec<String>,
    /// What it speaks of, each word by its stem: those that say nothing are not among them.
    telling: BTreeSet<String>,
    /// Who does what to whom.
    order: Order,
    /// Signs with the number they are told of, and signs that stand for themselves.
    signs: Vec<String>,
    letters: Letters,
    /// It asks, and says nothing.
    asks: bool,
}

/// A text of fewer words is not looked for in longer ones.
const CONTAINED_WORDS: usize = 5;
/// Nor are fewer words compared one by one.
const SHARED_WORDS: usize = 6;
const SHARED: f64 = 0.92;
/// What a word's form ends with is not longer.
const MOST_ENDING: usize = 3;
/// Where it is none it is a name.
const ARTICLE: &str = "a";

// === impl Said ===

impl Said {
    pub fn read(text: &str) -> Self {
        let words: Vec<String> = pieces(text).map(str::to_lowercase).collect();
        let mut said = Self {
            set: words.iter().cloned().collect(),
            telling: words.iter().filter_map(|word| telling(word)).collect(),
            words,
            ..Self::default()
        };
        let all = words::words(text);
        said.asks = asks(&all);
        let (mut begins, mut before) = (true, "");
        for (at, word) in all.iter().enumerate() {
            said.add(word, begins, before);
            said.add_name(word, begins, &all[at + 1..]);
            said.add_signs(&all, at);
            begins = word.raw.ends_with(['.', '!', '?', ':']);
            before = &word.form;
        }
        said.turns.sort_unstable();
        said.signs.sort_unstable();
        said
    }

    /// The next word, which is understood by the one before it.
    fn add(&mut self, word: &Word<'_>, begins: bool, before: &str) {
        let form = &word.form;
        if is_turn(form) {
            self.turns.push(form.clone());
        } else if is_mark(&word.bare, begins) || is_one_of_many(form, before) {
            self.marks.insert(form.clone());
        }
        // The auth service is not the cart service.
        if KINDS.contains(&form.as_str()) && tells(before) && !is_turn(before) {
            self.marks.insert(before.to_owned());
        }
        self.forms.insert(form.clone());
        self.letters.add(word);
    }

    /// Tank A is a name, though a tank is none; so is IT, though it is none.
    fn add_name(&mut self, word: &Word<'_>, begins: bool, behind: &[Word<'_>]) {
        if !word.is_name(begins, behind.first()) {
            return self.order.add(&word.form);
        }
        let name = word.form.to_uppercase();
        if word.form == ARTICLE {
            self.marks.insert(name.clone());
            self.forms.insert(name.clone());
        }
        self.order.add_name(name);
    }

    fn add_signs(&mut self, all: &[Word<'_>], at: usize) {
        let signs = signs::signs(all[at].raw);
        let bound: String = signs.bound.iter().collect();
        if !bound.is_empty() {
            let number = words::number_at(all, at).unwrap_or_default();
            self.signs.push(format!("{bound}{number}"));
        }
        for sign in signs.free.into_iter().chain(words::calculates(all, at)) {
            self.order.add_name(sign.clone());
            self.signs.push(sign);
        }
    }

    /// How many words two that share enough have to have in common: every text that shares so
    /// much has one of its rarest words.
    pub fn prefix(&self) -> usize {
        let n = self.set.len();
        n - (SHARED * n as f64).ceil() as usize + 1
    }

    /// The same words, the one inside the other, or nearly the same ones.
    pub fn repeats(&self, other: &Said) -> bool {
        if self.words == other.words {
            return !self.words.is_empty()
                && self.names_the_same(other)
                && self.is_written_like(other);
        }
        if self.turns != other.turns || !self.is_written_like(other) {
            return false;
        }
        let (short, long) = match self.words.len() <= other.words.len() {
            true => (self, other),
            false => (other, self),
        };
        let inside = || {
            let mut windows = long.words.windows(short.words.len());
            windows.any(|window| window == short.words)
        };
        if short.words.len() >= CONTAINED_WORDS && inside() && long.has_marks_of(short) {
            return true;
        }
        short.words.len() >= SHARED_WORDS && self.shares(other) && self.says_the_same(other)
    }

    /// Whether a likeness in meaning may be believed: two facts that differ in a name, a number, a
    /// `not` or any word of which each has its own are near each other, and not the same.
    pub fn says_the_same(&self, other: &Said) -> bool {
        self.is_of_the_same(other) && !self.speaks_otherwise(other)
    }

    /// Whether each speaks of something the other does not: auth here, cart there. A word more on
    /// one side alone makes no other fact.
    fn speaks_otherwise(&self, other: &Said) -> bool {
        !self.telling.is_subset(&other.telling) && !other.telling.is_subset(&self.telling)
    }

    /// Whether it is about the same: names, numbers, paths and what turns it round, and who does what
    /// to whom.
    pub fn is_of_the_same(&self, other: &Said) -> bool {
        self.turns == other.turns
            && self.is_written_like(other)
            && self.order.agrees(&other.order)
            && self.names_the_same(other)
    }

    /// Whether signs and letters say nothing else: more is not less, and a question no statement.
    fn is_written_like(&self, other: &Said) -> bool {
        self.signs == other.signs && self.asks == other.asks && self.letters.agree(&other.letters)
    }

    fn names_the_same(&self, other: &Said) -> bool {
        self.has_marks_of(other) && other.has_marks_of(self)
    }

    fn has_marks_of(&self, other: &Said) -> bool {
        other.marks.iter().all(|mark| self.forms.contains(mark))
    }

    /// Whether one tells anew what the other told: nothing is exchanged but what both end with. Dawn
    /// for noon is news of the market; cart for auth is another service.
    pub fn tells_anew(&self, other: &Said) -> bool {
        self.order.continues(&other.order)
    }

    /// Whether each begins with something the other does not speak of: alice has access, bob has.
    pub fn is_of_another(&self, other: &Said) -> bool {
        let (own, others) = (self.subject(), other.subject());
        let strange = |word: Option<&String>, said: &Said| {
            word.is_some_and(|word| !said.words.iter().any(|other| are_forms(word, other)))
        };
        strange(own, other) && strange(others, self)
    }

    /// The first word that is no article.
    fn subject(&self) -> Option<&String> {
        let mut words = self.words.iter();
        words.find(|word| !LINKS.contains(&word.as_str()))
    }

    fn shares(&self, other: &Said) -> bool {
        let both = self.set.intersection(&other.set).count();
        let all = self.set.len() + other.set.len() - both;
        both as f64 >= SHARED * all as f64
    }
}

/// Whether a word in small letters says what a text is about.
fn tells(word: &str) -> bool {
    !word.is_empty() && !is_stop_word(word) && !LINKS.contains(&word) && !FILLERS.contains(&word)
}

/// Its stem, if it says something.
fn telling(word: &str) -> Option<String> {
    tells(word).then(|| stem(word).to_owned())
}

fn is_turn(form: &str) -> bool {
    TURNS.contains(&form) || form.ends_with("n't") || form.ends_with("n’t")
}

/// Whether a word in small letters says which of many is meant.
fn is_one_of_many(form: &str, before: &str) -> bool {
    let verb = form.ends_with('s') || form.ends_with("ed") || LINKS.contains(&form);
    let named = KINDS.contains(&before) && !verb && !form.is_empty();
    named || PLACES.contains(&form)
}

/// Whether two words are forms of one: deploy, deploys.
fn are_forms(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short)
        .is_some_and(|end| end.len() <= MOST_ENDING)
}

/// Whether a word names one thing and no other. At the beginning of a sentence a capital letter
/// says nothing.
pub fn is_mark(word: &str, begins: bool) -> bool {
    let mut chars = word.chars();
    let first = chars.next();
    let inner = |c: char| c.is_uppercase() || "_/:.@#+\\".contains(c);
    let named = first.is_some_and(char::is_uppercase) && !begins;
    named || word.chars().any(|c| c.is_numeric()) || chars.any(inner)
}

#[cfg(test)]
mod tests;
