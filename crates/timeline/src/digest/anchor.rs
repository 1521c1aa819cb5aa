//! Which turns stand behind a sentence that a model wrote.

use std::collections::HashSet;

use super::MIN_ANCHOR_CHARS;
use crate::segment::Turn;

/// A turn must hold more than this share of a bullet's terms.
const MIN_SHARE: f32 = 0.30;
/// A neighbour goes with the best turn if it holds this much of what that one holds.
const NEIGHBOUR: f32 = 0.80;
/// Shorter words say nothing about where a sentence came from.
const MIN_TERM_CHARS: usize = 4;

/// First and last of the turns that support `bullet`; nothing if none does.
pub fn find(bullet: &str, turns: &[Turn<'_>]) -> Option<(usize, usize)> {
    let wanted = terms(bullet);
    let shares: Vec<f32> = turns.iter().map(|turn| share(&wanted, turn)).collect();
    let best = best(&shares)?;
    let near = |at: &usize| shares[*at] >= shares[best] * NEIGHBOUR;
    let first = (0..best).rev().take_while(near).last().unwrap_or(best);
    let last = (best + 1..turns.len())
        .take_while(near)
        .last()
        .unwrap_or(best);
    Some((first, last))
}

fn share(wanted: &HashSet<String>, turn: &Turn<'_>) -> f32 {
    if wanted.is_empty() || turn.text.chars().take(MIN_ANCHOR_CHARS).count() < MIN_ANCHOR_CHARS {
        return 0.0;
    }
    let said = terms(turn.text);
    wanted.intersection(&said).count() as f32 / wanted.len() as f32
}

/// The first of the best, so that a tie goes to where it was said first.
fn best(shares: &[f32]) -> Option<usize> {
    let mut best = None;
    let mut most = MIN_SHARE;
    for (at, share) in shares.iter().enumerate() {
        if *share > most {
            (best, most) = (Some(at), *share);
        }
    }
    best
}

fn terms(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let long = words.filter(|word| word.chars().count() >= MIN_TERM_CHARS);
    long.map(str::to_lowercase).collect()
}
