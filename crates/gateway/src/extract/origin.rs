//! Where a fact comes from: out of what was just said, or out of what only stands around it; out of the user's
//! mouth, or out of somebody else's. A model that is told what a talk is about may tell that again, and nothing
//! speaks for itself.

use std::collections::HashSet;

use mneme_engine::{gate, is_negator};
use mneme_model::stem::stem;

use super::prompt::background;
use super::{Line, statements};
use crate::question;

/// Shorter words are in every sentence.
const LEAST_LETTERS: usize = 4;
/// Shorter ones tell nothing of what was wrong.
const LEAST_WRONG: usize = 3;

/// Where more of its words stand only around the talk than in it, it was read before.
pub fn is_new(fact: &str, before: &[Line<'_>], said: &[Line<'_>], answer: &str) -> bool {
    let around: HashSet<String> = (background(before, said).iter())
        .flat_map(|(_, text)| words(text))
        .collect();
    let texts = said.iter().map(|(_, text)| *text).chain([answer]);
    let fresh: HashSet<String> = texts.flat_map(words).collect();
    let own: HashSet<String> = words(fact).collect();
    let new = own.iter().filter(|word| fresh.contains(*word)).count();
    let old = own.iter().filter(|word| !fresh.contains(*word));
    old.filter(|word| around.contains(*word)).count() <= new
}

/// Whether the user said it, and no page that was fetched, no tool, no model and no agent on its own account: at least
/// half of its words, and every name and number, stand in what the user told in this talk. Who asks tells nothing, nor
/// does who supposes; and who denies tells the contrary. Who puts something right tells what is so.
pub fn is_of_user(fact: &str, before: &[Line<'_>], said: &[Line<'_>]) -> bool {
    let (denied, mut model) = (denies(fact), "");
    let mut told: HashSet<String> = HashSet::new();
    for (role, text) in before.iter().chain(said) {
        match *role {
            "assistant" => model = text,
            "user" => {
                let own = question::own(text);
                let stated = statements::stated(&own).map(statements::led);
                let alike = stated.filter(|sentence| denies(sentence) == denied);
                told.extend(alike.flat_map(all_words).map(stemmed));
                if !denied {
                    told.extend(put_right(fact, model, &own));
                }
            }
            _ => {}
        }
    }
    let own: HashSet<String> = words(fact).map(stemmed).collect();
    let known = own.iter().filter(|word| told.contains(*word)).count();
    // No paraphrase makes up a name.
    let mut names = gate::names(fact).flat_map(all_words).map(stemmed);
    2 * known >= own.len() && names.all(|name| told.contains(&name))
}

/// Words of what the user put right, where the fact does not say what that took away.
fn put_right(fact: &str, model: &str, own: &str) -> Vec<String> {
    let stems = |text: &str| all_words(text).map(stemmed).collect::<HashSet<String>>();
    let fact = stems(fact);
    let told = statements::corrections(model, own)
        .into_iter()
        .filter_map(|one| {
            let (right, wrong) = (stems(&one.right), stems(&one.wrong));
            let telling = |word: &&String| {
                let long = word.chars().count() >= LEAST_WRONG;
                let counts = word.contains(|c: char| c.is_ascii_digit());
                !right.contains(*word) && (long || counts)
            };
            let mut wrong = wrong.iter().filter(telling).peekable();
            let plain = wrong.peek().is_some() && !wrong.all(|word| fact.contains(word));
            (plain && !denies(&one.right)).then_some(right)
        });
    told.flatten().collect()
}

fn denies(text: &str) -> bool {
    let lower = text.to_lowercase().replace('\u{2019}', "'");
    let mut words = lower.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    words.any(is_negator)
}

fn all_words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn stemmed(word: String) -> String {
    stem(&word).to_owned()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| word.chars().count() >= LEAST_LETTERS)
        .map(str::to_lowercase)
}

#[cfg(test)]
mod tests;
