//! What a clause begins with, up to where its verb may go.

use crate::extract::phrases::Phrases;

/// Who or what something is said of, in one word.
const PRONOUNS: Phrases = Phrases::of(
    "ich|du|wir|er|sie|es|man|ihr|das|dies|niemand|jemand|keiner|einer|nichts|alles|alle|jeder|jede",
);
/// What stands before a noun.
const DETERMINERS: Phrases = Phrases::of(
    "der|die|das|den|dem|des|ein|eine|einen|einem|einer|mein|meine|meinen|meinem|meiner|dein|deine|\
     sein|seine|seinen|seinem|seiner|ihr|ihre|ihren|ihrem|ihrer|unser|unsere|unseren|unserem|unserer|\
     kein|keine|keinen|keinem|jeder|jede|jedes|jeden|jedem|alle|allen|dieser|diese|dieses|diesen|diesem",
);
/// What says where, when or how, together with what follows.
const PREPOSITIONS: Phrases = Phrases::of(
    "ab|am|an|auf|aus|bei|beim|bis|durch|für|gegen|im|in|mit|nach|ohne|seit|trotz|um|unter|vom|von|\
     vor|wegen|während|zu|zum|zur|zwischen|über",
);
/// Words that say when or where by themselves.
const ADVERBS: Phrases = Phrases::of(
    "heute|morgen|gestern|immer|nie|niemals|jetzt|hier|dort|oben|unten|montags|dienstags|mittwochs|\
     donnerstags|freitags|samstags|sonntags|nachts|morgens|mittags|abends|werktags|oft|manchmal|meistens|\
     sofort|gerne|selten",
);
const NUMBERS: Phrases = Phrases::of("zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf");
/// What may still belong to the noun before it.
const ATTACHED: Phrases =
    Phrases::of("der|des|dem|von|vom|für|mit|aus|zu|zum|zur|ohne|gegen|zwischen|und|oder|als|wie");

/// How many words that is, where it is plain.
pub fn of(words: &[&str]) -> Option<usize> {
    let first = *words.first()?;
    if PREPOSITIONS.contains(first) {
        return Some(phrase(&words[1..])? + 1);
    }
    let alone = ADVERBS.contains(first) || PRONOUNS.contains(first) && noun(words).is_none();
    phrase(words).or_else(|| alone.then_some(1))
}

/// Whether it stands before a noun as well as alone.
pub fn is_either(word: &str) -> bool {
    PRONOUNS.contains(word) && DETERMINERS.contains(word)
}

/// A noun with all that stands before it, if it is plain that nothing behind it belongs to it.
fn phrase(words: &[&str]) -> Option<usize> {
    let noun = noun(words)?;
    let next = words.get(noun + 1);
    let ends = next.is_none_or(|next| begins_small(next) && !ATTACHED.contains(next));
    ends.then_some(noun + 1)
}

/// Where the noun stands that a clause begins with.
fn noun(words: &[&str]) -> Option<usize> {
    let led = words.first().is_some_and(|word| DETERMINERS.contains(word));
    let from = usize::from(led);
    let small = words.get(from..)?.iter().take_while(|word| describes(word));
    let noun = from + small.count();
    words.get(noun).filter(|word| is_noun(word)).map(|_| noun)
}

fn is_noun(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

fn begins_small(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

/// "neue", "zwei", "3.": an adjective or a number.
fn describes(word: &str) -> bool {
    let ends = ["e", "en", "er", "es", "em"];
    let adjective = begins_small(word) && ends.iter().any(|end| word.ends_with(end));
    let other = [PRONOUNS, DETERMINERS, PREPOSITIONS, ADVERBS];
    let counted = NUMBERS.contains(word) || word.starts_with(|c: char| c.is_ascii_digit());
    counted || adjective && !other.iter().any(|list| list.contains(word))
}
