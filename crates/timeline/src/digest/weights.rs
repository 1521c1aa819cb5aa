//! How much a term says about what a segment was about.

use super::lexicon::{Lexicon, Term};
use super::words::Shape;

/// From so many turns on, a word in most of them is a habit, not a topic.
const MANY_TURNS: usize = 8;

/// The weight of each term of the lexicon.
pub fn weights(lexicon: &Lexicon<'_>, turns: usize) -> Vec<f32> {
    let german = lexicon.languages.code() == "de";
    let weight = |term: &Term<'_>| weight(term, turns) * noun(term, german);
    lexicon.terms.iter().map(weight).collect()
}

fn weight(term: &Term<'_>, turns: usize) -> f32 {
    let often = term.count.ln_1p();
    let spread = 1.0 + 0.4 * (term.turns.max(1) as f32).ln();
    let habit = turns >= MANY_TURNS && term.turns as usize * 2 > turns;
    often * spread * class(term) * if habit { 0.7 } else { 1.0 }
}

/// In German a noun is known by its capital.
fn noun(term: &Term<'_>, german: bool) -> f32 {
    let small = matches!(term.shape, Shape::Plain | Shape::Capital) && term.capital == 0;
    if german && small { 0.5 } else { 1.0 }
}

fn class(term: &Term<'_>) -> f32 {
    if term.called * 2 > term.seen {
        return 0.15;
    }
    if term.weak {
        return 0.35;
    }
    match term.shape {
        Shape::Identifier => 1.35,
        Shape::Upper => 1.25,
        Shape::Pair => 0.6,
        _ if term.is_name() => 1.25,
        _ if is_action(term) => 0.75,
        _ => 1.0,
    }
}

/// Most words of English that end so are verbs and adverbs: less of a topic than nouns.
fn is_action(term: &Term<'_>) -> bool {
    let form = term.first_form();
    form.is_ascii()
        && ["ing", "ly", "ed"]
            .iter()
            .any(|ending| form.ends_with(ending))
}
