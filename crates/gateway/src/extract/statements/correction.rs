//! What a model had said, put right by a person: "No, it is 8080, not 8000".

use super::{Sentence, WORDS, stated, verb, words};
use crate::extract::phrases::{FIRST_PERSON, HYPOTHETICAL, PREPOSITIONS};

/// How what is right begins.
const IT: [&str; 4] = ["it is ", "it's ", "that's ", "that is "];
/// More words are no value.
const MOST: usize = 4;

// === impl Sentence ===

impl Sentence {
    /// What the model had said, with the one in the place of the other.
    pub(super) fn corrected(&self, before: &str) -> Option<(String, &'static str)> {
        let at = IT.iter().find(|it| self.low.starts_with(**it))?.len();
        let rest = self.text[at..].trim_end_matches(['.', '!']);
        let (right, wrong) = rest.split_once(" not ")?;
        let (right, wrong) = (right.trim_end_matches(','), wrong.trim());
        if !self.corrects || !is_short(right) || !is_short(wrong) {
            return None;
        }
        let mut told = stated(before).map(str::trim);
        let told = told.find_map(|one| put_right(one, wrong, right))?;
        Some((of_user(&told)?, "correction"))
    }
}

fn is_short(text: &str) -> bool {
    (1..=MOST).contains(&text.split_whitespace().count())
}

/// A sentence with one value in the place of another; "on Thursday" stands for "on Tuesday", even if
/// only "Tuesday" was said to be wrong.
fn put_right(one: &str, wrong: &str, right: &str) -> Option<String> {
    let at = place(one, wrong).filter(|_| words(one).len() >= *WORDS.start())?;
    let (head, tail) = (&one[..at], &one[at + wrong.len()..]);
    let placed = |text: &str, first: bool| {
        let text = text.to_ascii_lowercase();
        let words = words(&text);
        let word = if first { words.first() } else { words.last() };
        word.is_some_and(|word| PREPOSITIONS.contains(word))
    };
    let twice = placed(right, true) && placed(head, false);
    let head = match head.trim_end().rsplit_once(' ').filter(|_| twice) {
        Some((less, _)) => format!("{less} "),
        None => head.to_owned(),
    };
    Some(format!("{head}{right}{tail}"))
}

/// Where a text says a value, as words of its own.
fn place(text: &str, value: &str) -> Option<usize> {
    let mut places = text.match_indices(value).map(|(at, _)| at);
    places.find(|at| {
        let before = text[..*at].chars().next_back();
        let behind = text[at + value.len()..].chars().next();
        let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !inside(before) && !inside(behind)
    })
}

/// What a model tells its user, told of the user; nothing where it speaks of itself or only supposes.
fn of_user(said: &str) -> Option<String> {
    let plain = said.replace('\u{2019}', "'");
    let low = plain.to_ascii_lowercase();
    let line = format!(" {} ", words(&low).join(" "));
    let mut unsure = FIRST_PERSON.iter().chain(HYPOTHETICAL.iter());
    if unsure.any(|phrase| line.contains(&format!(" {phrase} "))) {
        return None;
    }
    let told = match low
        .strip_prefix("you")
        .map(|_| plain.split_at("you".len()).1)
    {
        Some(rest) if rest.starts_with(' ') => format!("The user {}", verb::of_another(rest)?),
        Some(rest) if rest.starts_with("'re ") => format!("The user is{}", &rest["'re".len()..]),
        _ => plain,
    };
    let all = told.split(' ').map(|word| match word {
        "Your" => Some("The user's"),
        "your" => Some("the user's"),
        "you" | "You" => None,
        word => Some(word),
    });
    let all: Option<Vec<&str>> = all.collect();
    Some(all?.join(" "))
}
