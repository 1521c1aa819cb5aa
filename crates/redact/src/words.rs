//! The words a name is made of.

use crate::unseen::seen;

/// `apiKey`, `api-key`, `API_KEY` and `x api key` have the same words, in lower case; `DBPassword`
/// has two. Letters nobody sees part no words.
pub fn words(name: &str) -> Vec<String> {
    let name = seen(name);
    let (mut words, mut before) = (vec![String::new()], ' ');
    for (at, c) in name.char_indices() {
        if !c.is_alphanumeric() || begins_word(before, c, &name[at + c.len_utf8()..]) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A great letter behind a small one, or the last of several before small ones. The plural of
/// letters (`URLs`) is one word.
fn begins_word(before: char, c: char, rest: &str) -> bool {
    let mut next = rest.chars();
    let small = next.next().is_some_and(char::is_lowercase);
    let plural = rest.starts_with('s') && !next.next().is_some_and(char::is_alphanumeric);
    c.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && small && !plural)
}
