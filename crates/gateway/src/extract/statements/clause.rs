//! What is said behind "dass", as a sentence of its own.

/// Who or what something is said of, in one word.
const PRONOUNS: [&str; 6] = ["ich", "wir", "er", "sie", "es", "man"];
/// What stands before a noun that something is said of.
const ARTICLES: [&str; 9] = [
    "der", "die", "das", "mein", "meine", "unser", "unsere", "ein", "eine",
];
/// What may still belong to the noun before it.
const ATTACHED: [&str; 17] = [
    "der", "des", "dem", "von", "vom", "für", "mit", "aus", "zu", "zum", "zur", "ohne", "gegen",
    "und", "oder", "als", "wie",
];
/// A verb that begins so may come apart: "abläuft", "läuft ab".
const PARTS: [&str; 20] = [
    "ab", "an", "auf", "aus", "bei", "durch", "ein", "fest", "her", "hin", "los", "mit", "nach",
    "um", "unter", "vor", "weg", "wieder", "zu", "über",
];
/// Shorter verbs are whole.
const LEAST_PARTED: usize = 4;

/// "der Server auf Port 9000 läuft": the verb behind whoever it is said of. As it stands, where it is
/// not plain who that is.
pub fn standing_alone(said: &str) -> String {
    turned(said).unwrap_or_else(|| said.to_owned())
}

fn turned(said: &str) -> Option<String> {
    let said = said.trim_end_matches(['.', '!']);
    let words: Vec<&str> = said.split_whitespace().collect();
    let (verb, rest) = words.split_last()?;
    let single =
        !said.contains([',', ';', ':']) && !["und", "oder"].iter().any(|w| words.contains(w));
    let subject = subject(rest).filter(|_| single && is_verb(verb))?;
    let (subject, rest) = rest.split_at(subject);
    let all: Vec<&str> = [subject, &[*verb], rest].concat();
    Some(all.join(" "))
}

/// How many words tell who it is said of.
fn subject(words: &[&str]) -> Option<usize> {
    if PRONOUNS.contains(words.first()?) {
        return Some(1);
    }
    let noun = words.iter().position(|word| is_noun(word))?;
    let led = noun == 0 || ARTICLES.contains(&words[0]) && noun <= 2;
    let next = words.get(noun + 1);
    let ends = next.is_none_or(|next| begins_small(next) && !ATTACHED.contains(next));
    (led && ends).then_some(noun + 1)
}

fn is_noun(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

fn begins_small(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

fn is_verb(word: &str) -> bool {
    let long = word.chars().count() > LEAST_PARTED;
    let parted = long && PARTS.iter().any(|part| word.starts_with(part));
    word.chars().all(char::is_lowercase) && !parted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_stands_behind_whoever_it_is_said_of() {
        for (said, told) in [
            (
                "der Server auf Port 9000 läuft.",
                "der Server läuft auf Port 9000",
            ),
            ("ich in Graz wohne", "ich wohne in Graz"),
            ("Jonas jede Migration prüft", "Jonas prüft jede Migration"),
            (
                "die neue Frist am 3. März endet",
                "die neue Frist endet am 3. März",
            ),
            ("der Server wartet", "der Server wartet"),
        ] {
            assert_eq!(standing_alone(said), told);
        }
    }

    #[test]
    fn what_is_not_plain_stays_as_it_was_said() {
        for said in [
            "am Freitag die Frist endet",
            "die Lizenz am Freitag abläuft",
            "der Chef der Firma in Graz wohnt",
            "Anna kocht und Bob abwäscht",
            "Anna Meyer in Graz wohnt",
            "der Server, den wir mieten, in Graz steht",
            "läuft",
            "",
        ] {
            assert_eq!(standing_alone(said), said);
        }
    }
}
