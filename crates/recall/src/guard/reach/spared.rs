//! What an order leaves: "keep the logs", "except the logs", "instead of the logs".

use super::super::actions::order;
use super::super::spoken::Spoken;
use super::super::wordings::{BOUNDS, EXCEPTS, PLACES, SAVES, SPARES, Words};

/// Words among which an order begins.
const FIRST: usize = 8;

/// "Keep the audit logs."
pub fn is_spared(sentence: &str) -> bool {
    begins(sentence, SPARES)
}

/// "Back up the audit logs."
pub fn is_saved(sentence: &str) -> bool {
    begins(sentence, SAVES)
}

fn begins(sentence: &str, phrases: Words) -> bool {
    let first: Vec<&str> = sentence.split_whitespace().take(FIRST).collect();
    let said = order(&Spoken::of(&first.join(" ")));
    phrases.iter().any(|phrase| said.begins(phrase))
}

/// Whether here begins what it is not done to: "except …", "other than …".
pub fn ends(words: &[&str], at: usize) -> bool {
    let next = words.get(at + 1).copied();
    words.get(at).is_some_and(|word| match *word {
        "apart" => next == Some("from"),
        "other" | "rather" => next == Some("than"),
        word => EXCEPTS.contains(word),
    })
}

/// "Instead of Friday."
pub fn is_instead(words: &[&str], at: usize) -> bool {
    words.get(at) == Some(&"instead") && words.get(at + 1) == Some(&"of")
}

/// Where what is to be left behind "instead of" ends: the word behind it, and before that where or when it is.
pub fn spared(words: &[&str], at: usize) -> usize {
    let where_to = |at: &usize| PLACES.contains(words[*at]) || ["to", "into"].contains(&words[*at]);
    let mut all = at + 2..words.len();
    let thing = all.find(|at| !where_to(at)).unwrap_or(words.len());
    let end = (thing..words.len()).find(|at| BOUNDS.contains(words[*at]));
    end.map_or(words.len(), |end| end + 1)
}
