//! How well each sentence stands for the whole.

use super::cues::cue;
use super::lexicon::Lexicon;
use super::reading::{Sentence, Voice};

/// A sentence with its terms and its score.
#[derive(Debug)]
pub struct Scored<'t> {
    pub said: Sentence<'t>,
    pub terms: Vec<u32>,
    pub words: usize,
    pub score: f32,
}

/// Reads all sentences into the lexicon.
pub fn learn<'t>(said: Vec<Sentence<'t>>, lexicon: &mut Lexicon<'t>) -> Vec<Scored<'t>> {
    let one = |said: Sentence<'t>| {
        let (terms, words) = lexicon.learn(&said);
        let score = 0.0;
        Scored {
            said,
            terms,
            words,
            score,
        }
    };
    said.into_iter().map(one).collect()
}

/// Gives each sentence its score, now that the weight of every term is known.
pub fn score(sentences: &mut [Scored<'_>], weights: &[f32]) {
    let told = sentences
        .iter()
        .rev()
        .find(|s| s.said.voice == Voice::Assistant);
    let last_turn = told.map_or(0, |last| last.said.turn);
    for sentence in sentences {
        let sum: f32 = sentence
            .terms
            .iter()
            .map(|term| weights[*term as usize])
            .sum();
        let even = sum / (sentence.words as f32 + 3.0).powf(0.5);
        sentence.score = even
            * window(sentence.words)
            * voice(&sentence.said)
            * position(&sentence.said, last_turn)
            * cue(&sentence.said);
    }
}

/// Neither a shout nor a page.
fn window(words: usize) -> f32 {
    match words {
        0..=2 => 0.3,
        3..=4 => 0.6,
        5..=6 => 0.85,
        7..=28 => 1.0,
        29..=45 => 0.85,
        _ => 0.6,
    }
}

fn voice(said: &Sentence<'_>) -> f32 {
    let voice = match said.voice {
        Voice::User => 1.0,
        Voice::Assistant => 0.9,
        Voice::System => 0.4,
        Voice::Tool => 0.25,
    };
    voice * if said.prose { 1.0 } else { 0.02 }
}

/// What is said first is meant most; the end tells how it went.
fn position(said: &Sentence<'_>, last_turn: usize) -> f32 {
    let opens = if said.place == 0 { 1.08 } else { 1.0 };
    let near_end = last_turn > 3 && said.turn == last_turn;
    let ends = if near_end && said.voice == Voice::Assistant {
        1.2
    } else {
        1.0
    };
    opens * ends * if said.turn <= 1 { 1.1 } else { 1.0 }
}
