//! Whether capital letters make another value: a password and a branch are spelt, not retold.

use std::collections::BTreeSet;

use super::is_one_of_many;
use super::signs::is_switch;
use super::words::Word;

/// What is spelt letter by letter, and case with it.
const SPELT: [&str; 28] = [
    "account",
    "branch",
    "bucket",
    "code",
    "column",
    "directory",
    "field",
    "file",
    "flag",
    "folder",
    "function",
    "key",
    "login",
    "module",
    "namespace",
    "package",
    "passcode",
    "passphrase",
    "password",
    "repo",
    "repository",
    "schema",
    "secret",
    "table",
    "tag",
    "token",
    "username",
    "variable",
];
/// Behind these stands what something is.
const SAYS: [&str; 6] = ["are", "be", "equals", "is", "was", "were"];

const LONGEST_UNIT: usize = 4;

/// Words as they were written, and those of them that are values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letters {
    written: BTreeSet<String>,
    /// Behind what is spelt: any other case is another value.
    spelt: BTreeSet<String>,
    /// What something else is: people write it small or large as it comes, but not with other
    /// capitals inside.
    told: BTreeSet<String>,
    /// What is measured in: 5 mW are not 5 MW. Small throughout it may be either.
    units: BTreeSet<String>,
    /// What the next word is the value of.
    of: String,
    says: bool,
}

// === impl Letters ===

impl Letters {
    pub fn add(&mut self, word: &Word<'_>) {
        let (bare, form, raw) = (&word.bare, word.form.as_str(), word.raw);
        if form.is_empty() || SAYS.contains(&form) {
            self.says |= !form.is_empty() || raw.contains('=');
            return;
        }
        self.written.insert(bare.clone());
        let spelt = SPELT.contains(&self.of.as_str());
        let switch = raw.strip_prefix('-').is_some_and(is_switch);
        if switch || spelt && (self.says || is_value(form)) {
            self.spelt.insert(bare.clone());
        } else if self.says && is_mixed(bare) {
            self.told.insert(bare.clone());
        }
        if is_measured(&self.of, form) && has_capital(bare) {
            self.units.insert(bare.clone());
        }
        form.clone_into(&mut self.of);
        self.says = raw.ends_with([':', '=']);
    }

    pub fn agree(&self, other: &Letters) -> bool {
        self.are_kept_by(other) && other.are_kept_by(self)
    }

    fn are_kept_by(&self, other: &Letters) -> bool {
        let spelt = |word: &String| other.others(word).count() == 0;
        let told = |word: &String| !other.others(word).any(|other| is_mixed(other));
        let unit = |word: &String| !other.others(word).any(|other| has_capital(other));
        self.spelt.iter().all(spelt) && self.told.iter().all(told) && self.units.iter().all(unit)
    }

    /// The same word in other letters, where it is nowhere written in these.
    fn others<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a String> {
        let small = word.to_lowercase();
        let known = self.written.contains(word);
        let written = self.written.iter().filter(move |_| !known);
        written.filter(move |other| other.to_lowercase() == small)
    }
}

/// Whether what stands right behind a kind names it.
fn is_value(form: &str) -> bool {
    is_one_of_many(form, "branch")
}

/// Whether a word is a unit behind its number, or has one behind it.
fn is_measured(before: &str, form: &str) -> bool {
    let number = |word: &str| word.starts_with(char::is_numeric);
    number(form) || number(before) && form.chars().count() <= LONGEST_UNIT
}

fn has_capital(word: &str) -> bool {
    word.chars().any(char::is_uppercase)
}

/// Neither small throughout nor in capitals: somebody chose its letters.
fn is_mixed(word: &str) -> bool {
    has_capital(word) && word.chars().any(char::is_lowercase)
}
