//! What somebody says of themselves, told of them: no "I" and no "my" is left in it.

use super::verb;

/// How a word of the first person is told. Behind a star stands a verb; where nothing is given it
/// cannot be told.
type Persons = &'static [(&'static str, &'static str)];

const USER: Persons = &[
    ("i", "they"),
    ("i'm", "they're"),
    ("i've", "they've"),
    ("i'd", "they'd"),
    ("i'll", "they'll"),
    ("me", "them"),
    ("my", "their"),
    ("mine", ""),
    ("myself", "themselves"),
    // Whoever they speak for: a family as well as a team.
    ("we", "they"),
    ("we're", "they're"),
    ("we've", "they've"),
    ("we'd", "they'd"),
    ("we'll", "they'll"),
    ("us", "them"),
    ("our", "their"),
    ("ours", "theirs"),
    ("ourselves", "themselves"),
];
const TEAM: Persons = &[
    ("we", "they"),
    ("we're", "they're"),
    ("we've", "they've"),
    ("we'd", "they'd"),
    ("we'll", "they'll"),
    ("us", "them"),
    ("our", "their"),
    ("ours", "theirs"),
    ("ourselves", "themselves"),
    ("i", "the user *"),
    ("i'm", "the user is"),
    ("i've", "the user has"),
    ("i'll", "the user will"),
    ("i'd", ""),
    ("me", "the user"),
    ("my", "the user's"),
    ("mine", ""),
    ("myself", ""),
];
const BENUTZER: Persons = &[
    ("mein", "sein"),
    ("meine", "seine"),
    ("meinem", "seinem"),
    ("meinen", "seinen"),
    ("meiner", "seiner"),
    ("meines", "seines"),
    ("ich", ""),
    ("mich", ""),
    ("mir", ""),
    ("wir", ""),
    ("uns", ""),
    ("unser", ""),
    ("unsere", ""),
    ("unserem", ""),
    ("unseren", ""),
    ("unserer", ""),
];
const GRUPPE: Persons = &[
    ("unser", "sein"),
    ("unsere", "seine"),
    ("unserem", "seinem"),
    ("unseren", "seinen"),
    ("unserer", "seiner"),
    ("unseres", "seines"),
    ("wir", ""),
    ("uns", ""),
    ("ich", ""),
    ("mich", ""),
    ("mir", ""),
    ("mein", ""),
    ("meine", ""),
    ("meinem", ""),
    ("meinen", ""),
    ("meiner", ""),
];
/// By how what is told begins.
const TOLD: [(&str, Persons); 4] = [
    ("The user", USER),
    ("The team", TEAM),
    ("Der Benutzer", BENUTZER),
    ("Das Team", GRUPPE),
];
/// Who a main clause is about, and what stands between one and the next: what cannot be told is cut off
/// there.
const SUBJECTS: [&str; 2] = ["ich", "wir"];
const JOINS: [&str; 7] = [
    ", aber ", ", und ", ", denn ", " aber ", " und ", "; ", ", ",
];
/// "I am" and "I was", told of "they".
const PLURAL: [(&str, &str); 2] = [(" am", " are"), (" was", " were")];

/// The rest of a sentence whose beginning is told of another; nothing where that would be no sentence.
pub fn of_another(told: &str, rest: &str) -> Option<String> {
    let persons = TOLD.iter().find(|(begins, _)| told.starts_with(begins));
    match persons {
        Some((_, persons)) => told_of(rest, persons),
        None => Some(rest.to_owned()),
    }
}

fn told_of(said: &str, persons: Persons) -> Option<String> {
    let Some((at, word, told)) = first(said, persons) else {
        return Some(said.to_owned());
    };
    let (before, behind) = (&said[..at], &said[at + word.len()..]);
    if told.is_empty() && SUBJECTS.contains(&word) {
        return cut(before);
    }
    let (told, behind) = match told.strip_suffix(" *") {
        Some(told) => (told, format!(" {}", verb::of_another(behind)?)),
        None if told == "they" => (told, plural(behind)),
        None => (told, behind.to_owned()),
    };
    let behind = told_of(&behind, persons)?;
    (!told.is_empty()).then(|| format!("{before}{told}{behind}"))
}

/// What was said before another main clause begins.
fn cut(before: &str) -> Option<String> {
    let whole = JOINS.iter().find_map(|join| before.strip_suffix(join));
    whole
        .filter(|said| !said.trim().is_empty())
        .map(str::to_owned)
}

/// Where the first word of a first person stands, and how it is told. "US" is a country.
fn first(said: &str, persons: Persons) -> Option<(usize, &str, &'static str)> {
    let parts = |c: char| !(c.is_alphanumeric() || "'-_/.".contains(c));
    let mut at = 0;
    let mut words = said.split_inclusive(parts).map(|piece| {
        let word = piece.trim_end_matches(|c: char| parts(c) || c == '.');
        at += piece.len();
        (at - piece.len(), word)
    });
    words.find_map(|(at, word)| {
        let mut letters = word.chars();
        let large = letters
            .next()
            .is_some_and(|_| letters.any(char::is_uppercase));
        let low = word.to_lowercase();
        let told = persons.iter().find(|(own, _)| *own == low && !large);
        told.map(|(_, told)| (at, word, *told))
    })
}

fn plural(behind: &str) -> String {
    let said = PLURAL.iter().find_map(|(one, many)| {
        let rest = behind.strip_prefix(one)?;
        let ends = !rest.starts_with(char::is_alphanumeric);
        ends.then(|| format!("{many}{rest}"))
    });
    said.unwrap_or_else(|| behind.to_owned())
}
