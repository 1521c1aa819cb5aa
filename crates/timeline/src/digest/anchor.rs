//! Which turns stand behind a sentence that a model wrote.

use std::collections::HashSet;

use super::clean::is_unspaced;
use super::is_quotable;
use crate::segment::Turn;

/// A turn must hold more than this share of a bullet's terms.
const MIN_SHARE: f32 = 0.30;
/// A neighbour goes with the best turn if it holds this much of what that one holds.
const NEIGHBOUR: f32 = 0.80;
/// Shorter words say nothing about where a sentence came from.
const MIN_TERM_CHARS: usize = 4;
/// Of a long text only this is compared.
const HEAD_BYTES: usize = 32_768;

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
    if wanted.is_empty() || !is_quotable(turn.text) {
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

/// Long words; of scripts without spaces, pairs of characters.
fn terms(text: &str) -> HashSet<String> {
    let text = &text[..text.floor_char_boundary(HEAD_BYTES)];
    let mut found = HashSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if word.contains(is_unspaced) {
            let next = word.chars().skip(1);
            found.extend(word.chars().zip(next).map(|(a, b)| format!("{a}{b}")));
        } else if word.chars().count() >= MIN_TERM_CHARS {
            found.insert(word.to_lowercase());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use mneme_model::Kind;

    use super::*;

    fn turns<'a>(texts: &[&'a str]) -> Vec<Turn<'a>> {
        let turn = |text: &&'a str| Turn {
            id: "",
            kind: Kind::UserMessage,
            role: None,
            occurred_ms: 0,
            text,
        };
        texts.iter().map(turn).collect()
    }

    #[test]
    fn the_turn_with_most_of_the_terms_wins() {
        let turns = turns(&[
            "The weather is nice in Lisbon today.",
            "We moved the billing service to NATS streams.",
            "Nothing else about services was said here.",
        ]);
        let bullet = "Billing service moved from RabbitMQ to NATS";
        assert_eq!(find(bullet, &turns), Some((1, 1)));
        assert_eq!(find("Unrelated gardening chatter entirely", &turns), None);
        assert_eq!(find("a an the", &turns), None);
    }

    #[test]
    fn neighbours_join_only_if_they_touch_and_hold_enough() {
        let texts = [
            "deploy staging cluster with helm now",
            "words that are about something else",
            "deploy staging cluster with helm again",
            "deploy staging cluster with helm later",
        ];
        let bullet = "Deploy staging cluster with helm later";
        assert_eq!(find(bullet, &turns(&texts)), Some((2, 3)));
    }

    #[test]
    fn short_turns_are_no_anchors_and_scripts_without_spaces_are() {
        let texts = [
            "deploy staging",
            "セッションストアがRedisに接続できないため失敗しています。",
        ];
        assert_eq!(find("deploy staging", &turns(&texts)), None);
        assert_eq!(find("Redisに接続できない", &turns(&texts)), Some((1, 1)));
    }
}
