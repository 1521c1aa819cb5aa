//! What a segment was about, from its turns.

use super::{Bullet, Digest, Keyword, MIN_ANCHOR_CHARS, Source};
use crate::segment::Turn;

pub fn of_turns(turns: &[Turn<'_>]) -> Digest {
    let mut digest = Digest::default();
    for (turn, said) in turns.iter().enumerate().take(3) {
        let end = said.text.len();
        let long = said.text.chars().take(MIN_ANCHOR_CHARS).count() == MIN_ANCHOR_CHARS;
        digest.bullets.push(Bullet {
            text: said.text.to_owned(),
            source: long.then_some(Source {
                turn,
                start: 0,
                end,
            }),
        });
        digest
            .keywords
            .extend(said.text.split_whitespace().take(1).map(|word| Keyword {
                word: word.to_owned(),
                weight: 1.0,
            }));
    }
    let first = turns.first().map_or("", |turn| turn.text);
    digest.title = first
        .split_whitespace()
        .take(8)
        .collect::<Vec<_>>()
        .join(" ");
    digest.summary = digest.title.clone();
    digest
}
