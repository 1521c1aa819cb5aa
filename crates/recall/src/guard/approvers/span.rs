//! Words that stand one behind the other in a rule.

use super::super::wordings::{BOUNDS, Words};
use super::phrases::PEOPLE;

/// From a word up to another one.
pub type Span = (usize, usize);

/// Behind somebody, and nothing of their name.
pub const LATE: Words = Words::new("first|always|beforehand|please|only|alone|zuerst|vorher");

/// Where who was named ends: names may stand in a row, and people in a team.
pub fn until(words: &[String], from: usize) -> usize {
    let ends = |at: &usize| words[*at] == "," || words[*at] != "of" && BOUNDS.contains(&words[*at]);
    let mut end = (from..words.len()).find(ends).unwrap_or(words.len());
    while let Some(next) = words.get(end) {
        let more = (end + 1..words.len()).find(ends).unwrap_or(words.len());
        let part = &words[end + 1..more];
        let listed = next == ","
            && part
                .iter()
                .any(|word| ["or", "and", "oder"].contains(&&**word));
        let among = ["on", "in", "from", "at"].contains(&&**next)
            && part.last().is_some_and(|word| PEOPLE.contains(word));
        if !listed && !among {
            break;
        }
        end = more;
    }
    end
}

/// How many words of a phrase stand at a place; none where none does.
pub fn starts(words: &[String], at: usize, phrases: Words) -> Option<usize> {
    let lengths = phrases.iter().filter_map(|phrase| {
        let long = phrase.split(' ').count();
        let said = words.get(at..at + long)?;
        said.iter()
            .map(String::as_str)
            .eq(phrase.split(' '))
            .then_some(long)
    });
    lengths.max()
}
