//! "He hates it.": who and what that is was said before, if at all, and nobody knows it later.

use super::sentence::Sentence;
use super::{clause, words};
use crate::extract::phrases::{
    ENDS_POINTING, IT, OTHERS, SAID_OF_IT, SPEAKS, STRANGERS, THIS, WITH_A_NOUN,
};

/// Longer sentences say themselves whom they mean.
const SHORT: usize = 6;
/// "It is Linz" is shorter.
const TELLING: usize = 4;

// === impl Sentence ===

impl Sentence {
    /// Whether it is said of somebody or something that it does not name.
    pub(super) fn is_adrift(&self) -> bool {
        let clause = clause::clause_of(&self.low);
        let said = words(&self.text[self.text.len() - clause.len()..]);
        let low = words(clause);
        let begins = low.first().is_some_and(|word| STRANGERS.contains(word));
        begins || is_of_another(&said, &low) || is_of_a_thing(&said, &low) || ends_pointing(&low)
    }
}

/// "We use his laptop": nobody is named before, nor "my manager".
fn is_of_another(said: &[&str], low: &[&str]) -> bool {
    let other = low.iter().position(|word| OTHERS.contains(word));
    let named = |at: usize| {
        WITH_A_NOUN.contains(low[at]) || begins_large(said[at]) && !SPEAKS.contains(low[at])
    };
    other.is_some_and(|other| !(0..other).any(named))
}

/// "It is at five", "that works"; "it's Anna's birthday" names whom it is about, and "this repo" is a thing.
fn is_of_a_thing(said: &[&str], low: &[&str]) -> bool {
    let (Some(first), Some(second)) = (low.first(), low.get(1)) else {
        return false;
    };
    let states = SAID_OF_IT.contains(second);
    let named = said[1..3.min(said.len())]
        .iter()
        .any(|word| begins_large(word));
    match *first {
        "es" => states,
        "das" | "dies" => clause::is_pronoun(said),
        first if IT.contains(first) => !(named && said.len() >= TELLING),
        first => THIS.contains(first) && states || first == "that's",
    }
}

/// "Anna hates him."
fn ends_pointing(low: &[&str]) -> bool {
    let last = low.last().is_some_and(|last| ENDS_POINTING.contains(last));
    last && low.len() <= SHORT
}

fn begins_large(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}
