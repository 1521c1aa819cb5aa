//! What is said behind "dass", as a sentence of its own: its verb comes from the end to where a
//! sentence has it.

mod finite;
mod first;

/// A sentence with every word where it was: what is behind it may keep its verb at the end.
const HOLDS: &str = "Es gilt, dass ";
/// Fewer words say nothing of anybody.
const LEAST: usize = 3;
/// Who does something to themselves: behind the verb, whatever it stood before.
const REFLEXIVE: [&str; 4] = ["sich", "uns", "mich", "dich"];
/// What ends a clause within a sentence.
const JOINS: [&str; 2] = ["und", "oder"];

/// "der Server auf Port 9000 läuft": the verb behind what comes first. Where it is not plain what that
/// is, the clause stays one.
pub fn standing_alone(said: &str) -> String {
    let clause = said.trim_end_matches(['.', '!']);
    let words: Vec<&str> = clause.split_whitespace().collect();
    if words.len() < LEAST || is_sentence(&words) {
        return said.to_owned();
    }
    let single = !clause.contains([',', ';', ':']) && !JOINS.iter().any(|one| words.contains(one));
    let turned = single.then(|| turned(&words)).flatten();
    turned.unwrap_or_else(|| format!("{HOLDS}{clause}"))
}

/// What a sentence says of whom, without what only makes a sentence of it.
pub fn clause_of(low: &str) -> &str {
    low.strip_prefix("es gilt, dass ").unwrap_or(low)
}

/// Whether what comes first is one word: "das passiert", not "das neue Büro steht".
pub fn is_pronoun(words: &[&str]) -> bool {
    let low = words.first().map(|word| word.to_lowercase());
    let low = low
        .iter()
        .map(String::as_str)
        .chain(words.iter().skip(1).copied());
    first::of(&low.collect::<Vec<_>>()) == Some(1)
}

/// Whether its verb is where a sentence has it: "wir treffen uns am Montag".
fn is_sentence(words: &[&str]) -> bool {
    let ends = words.last().is_some_and(|last| finite::is_verb(last));
    let second = first::of(words).and_then(|first| words.get(first));
    !ends && second.is_some_and(|word| finite::is_verb(word))
}

fn turned(words: &[&str]) -> Option<String> {
    let (verb, rest) = words.split_last()?;
    let own = rest.first().is_some_and(|word| REFLEXIVE.contains(word));
    let (own, rest) = rest.split_at(usize::from(own));
    let (first, rest) = rest.split_at(first::of(rest)?);
    // "Mich alle Alex nennen": all call me so, or all who are called so.
    if !own.is_empty() && first.first().is_some_and(|word| first::is_either(word)) {
        return None;
    }
    let (verb, part) = finite::in_front(verb, rest)?;
    let all: Vec<&str> = [first, &[verb], own, rest, part.as_slice()].concat();
    Some(all.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_stands_behind_what_comes_first() {
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
            ("am Freitag die Frist endet", "am Freitag endet die Frist"),
            (
                "die Lizenz am Freitag abläuft",
                "die Lizenz läuft am Freitag ab",
            ),
            ("heute niemand kommen kann", "heute kann niemand kommen"),
            ("man das getan haben muss", "man muss das getan haben"),
        ] {
            assert_eq!(standing_alone(said), told);
        }
    }

    #[test]
    fn what_is_not_plain_stays_a_clause() {
        for said in [
            "der Chef der Firma in Graz wohnt",
            "Anna kocht und Bob abwäscht",
            "Anna Meyer in Graz wohnt",
            "der Server, den wir mieten, in Graz steht",
            "unser team sich montags trifft",
            "wir das hätten machen sollen",
            "mich alle Alex nennen",
            "Anna die Daten anonymisiert",
            "der Vertrag seit Mai abgelaufen",
        ] {
            assert_eq!(standing_alone(said), format!("Es gilt, dass {said}"));
        }
        for said in ["läuft", "", "wir treffen uns am Montag"] {
            assert_eq!(standing_alone(said), said);
        }
    }
}
