//! German verbs: which word is one, and which come apart in a sentence ("abläuft", "läuft ab").

use crate::extract::phrases::Phrases;

/// Verbs that are made in no regular way.
const MADE: Phrases = Phrases::of(
    "ist|sind|war|bin|hat|hab|muss|soll|will|kann|darf|mag|weiß|wird|kam|ging|lief|stand|gab|blieb|\
     ließ|hieß|schrieb|bekam|nahm|tut|tun",
);
/// Small words that end like a verb and are none.
const OTHERS: Phrases = Phrases::of(
    "nicht|oft|jetzt|gut|dort|heute|morgen|gerne|gern|oben|unten|zusammen|hinten|vorne|vorn|außen|innen|\
     leicht|schlecht|bereit|bekannt|kaputt|fest|laut|rot|wert|leise|weit|spät|bitte|danke|alleine|\
     meistens|selten|mitten|wegen|neben|zwischen|gegen|ohne|seit|mit|ihre|seine|meine|unsere|keine|eine|\
     einen|meinen|unseren|keinen|ihren|seinen|den|die|alle|allen|diese|diesen",
);
/// Behind an infinitive these end what may stand in another order: "hätten machen sollen".
const AFTER_ALL: Phrases =
    Phrases::of("hätte|hätten|hättest|habe|haben|hat|hatte|hatten|wird|werden|werde|würde|würden");
/// What a verb may leave behind, longer ones before those they begin with.
const PARTS: Phrases = Phrases::of(
    "zusammen|gegenüber|herunter|hinunter|entgegen|zurecht|zurück|heraus|hinaus|herein|hinein|voraus|\
     vorbei|hervor|weiter|runter|bereit|bevor|hinzu|statt|nieder|rüber|herum|umher|raus|rein|rauf|fest|\
     frei|hoch|heim|teil|nach|fehl|wahr|klar|fern|leid|gut|weh|dar|ein|mit|auf|aus|los|weg|vor|hin|her|bei|rum|ab|an|zu",
);
/// Verbs that only begin so, and stay whole.
const WHOLE: Phrases = Phrases::of(
    "antwort|einig|festig|reinig|herrsch|hinder|hinter|beinhalt|zuck|zupf|angel|ander|anker|unterst|\
     untersuch|unterschrei|unterscheid|unterricht|überprüf|überwach|übernimm|übernehm|übertr|überwei|\
     übersetz|überschreib|umfass|umgib|umgeb|wiederhol",
);
/// What begins both: "umstellt" comes apart, "umgibt" does not.
const EITHER: Phrases = Phrases::of("unter|über|durch|um|wieder|wider|voll");
/// Less is no verb.
const LEAST: usize = 3;

pub fn is_verb(word: &str) -> bool {
    let ends = ["t", "n", "e"].iter().any(|end| word.ends_with(end));
    let small = !word.is_empty() && word.chars().all(char::is_lowercase);
    small && (MADE.contains(word) || ends && !OTHERS.contains(word))
}

/// The verb at the end of a clause as a sentence has it, and what of it stays at the end; nothing where
/// that is not plain. `rest` stands between it and what comes first.
pub fn in_front<'v>(verb: &'v str, rest: &[&str]) -> Option<(&'v str, Option<&'v str>)> {
    let inner = rest.split_last().map_or(rest, |(_, inner)| inner);
    let mixed = inner.iter().any(|word| AFTER_ALL.contains(word));
    match is_verb(verb) && !mixed {
        true => parted(verb),
        false => None,
    }
}

fn parted(verb: &str) -> Option<(&str, Option<&str>)> {
    let begins = |list: Phrases| list.iter().find(|one| verb.starts_with(one));
    let behind = |part: &str| verb[part.len()..].chars().count();
    if MADE.contains(verb) || begins(WHOLE).is_some() {
        return Some((verb, None));
    }
    if begins(EITHER).is_some_and(|part| behind(part) >= LEAST) {
        return None;
    }
    let Some(part) = begins(PARTS).filter(|part| behind(part) >= LEAST) else {
        return Some((verb, None));
    };
    let (part, stem) = verb.split_at(part.len());
    let sure = !stem.ends_with("iert") && !stem.ends_with("ieren") && !stem.starts_with("ge");
    let voiced = stem.contains(['a', 'e', 'i', 'o', 'u', 'ä', 'ö', 'ü']);
    (sure && voiced).then_some((stem, Some(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_comes_apart_where_it_does() {
        for (verb, told) in [
            ("abläuft", Some(("läuft", Some("ab")))),
            ("stattfindet", Some(("findet", Some("statt")))),
            ("zurückkommt", Some(("kommt", Some("zurück")))),
            ("läuft", Some(("läuft", None))),
            ("teilt", Some(("teilt", None))),
            ("antwortet", Some(("antwortet", None))),
            ("überprüft", Some(("überprüft", None))),
            ("haben", Some(("haben", None))),
            ("analysiert", None),
            ("umstellt", None),
            ("abgelaufen", None),
            ("Montag", None),
            ("nicht", None),
            ("", None),
        ] {
            assert_eq!(in_front(verb, &[]), told, "{verb}");
        }
    }
}
