//! What a model had said, put right by a person: "No, it is 8080, not 8000".

use super::sentence::Sentence;
use super::{WORDS, stated, verb, words};
use crate::extract::phrases::{BEFORE_NOT, CORRECTS, FIRST_PERSON, HYPOTHETICAL, PREPOSITIONS};

/// How what is right begins.
const IT: [&str; 4] = ["it is ", "it's ", "that's ", "that is "];
/// More words are no value.
const MOST: usize = 4;

/// What somebody put right: how it is, and what it is not.
pub struct Correction {
    pub right: String,
    pub wrong: String,
}

/// Between what is not so and what is.
const INSTEAD: [&str; 2] = [", sondern ", " sondern "];
/// Between what is so and what is not.
const AND_NOT: [&str; 2] = [", not ", ", nicht "];
/// The same, where a "no" before it says that something is put right.
const NOT: &str = " not ";

/// What a text puts right of what the model had said before, or of itself. Who only denies puts nothing
/// right.
pub fn corrections(before: &str, text: &str) -> Vec<Correction> {
    let told = stated(text).filter_map(|sentence| {
        let mut told = Correction::of(sentence)?;
        let whole = Sentence::read(sentence).and_then(|one| one.corrected(before));
        if let Some((whole, _)) = whole {
            told.right = format!("{} {whole}", told.right);
        }
        Some(told)
    });
    told.collect()
}

// === impl Correction ===

impl Correction {
    /// "No, it is 8080, not 8000", "es ist nicht 8000, sondern 8080"; "no, it is not 8000" is none.
    fn of(sentence: &str) -> Option<Self> {
        let whole = sentence.trim().trim_end_matches(['.', '!']);
        let said = led(whole);
        let corrects = said.len() < whole.len();
        let instead = INSTEAD.iter().find_map(|sign| Self::instead(said, sign));
        let parted = || AND_NOT.iter().find_map(|sign| Self::and_not(said, sign));
        let plain = || Self::and_not(said, NOT).filter(|one| corrects && !one.denies());
        instead.or_else(parted).or_else(plain)
    }

    fn instead(said: &str, sign: &str) -> Option<Self> {
        let (wrong, right) = said.split_once(sign)?;
        let (head, wrong) = wrong.split_once(" nicht ")?;
        let (right, wrong) = (format!("{head} {right}"), wrong.to_owned());
        is_short(&wrong).then_some(Self { right, wrong })
    }

    fn and_not(said: &str, sign: &str) -> Option<Self> {
        let (right, wrong) = said.split_once(sign)?;
        let told = !right.is_empty() && is_short(wrong);
        let (right, wrong) = (right.to_owned(), wrong.to_owned());
        told.then_some(Self { right, wrong })
    }

    /// "It is not red": no value stands before the "not".
    fn denies(&self) -> bool {
        let low = self.right.to_lowercase();
        let words = words(&low);
        words.last().is_none_or(|last| BEFORE_NOT.contains(last))
    }
}

/// Without the "no" that it begins with.
pub fn led(said: &str) -> &str {
    let low = said.to_ascii_lowercase();
    let behind = CORRECTS.iter().filter_map(|lead| {
        let rest = low.strip_prefix(lead)?;
        rest.starts_with([',', '.', ':', '!', ';'])
            .then_some(lead.len())
    });
    let at = behind.max().unwrap_or_default();
    said[at..].trim_start_matches([' ', ',', '.', ':', '!', ';'])
}

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
