//! What can happen. Memories are named by a number, so that a life without some of its acts is
//! still a life.

use crate::support::Random;

pub const COLOURS: [&str; 3] = ["amber", "cobalt", "ivory"];
pub const THINGS: [&str; 4] = ["lantern", "anvil", "harp", "ladder"];
pub const PLACES: [&str; 3] = ["well", "gate", "mill"];
pub const TAGS: [&str; 2] = ["red", "green"];

/// Of the two namespaces there are, the first opens something to the second.
pub type Place = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    Rest,
    Batch,
    Command,
}

/// A memory by a number: one of those there are, or were.
pub type Pick = u64;

#[derive(Clone, Debug)]
pub enum Act {
    Store {
        place: Place,
        words: String,
        tags: Vec<&'static str>,
        door: Door,
    },
    Reword {
        place: Place,
        pick: Pick,
        words: String,
    },
    Retag {
        place: Place,
        pick: Pick,
        tags: Vec<&'static str>,
    },
    Judge {
        place: Place,
        pick: Pick,
        confirm: bool,
    },
    Follow {
        place: Place,
        old: Pick,
        new: Pick,
        door: Door,
    },
    Forget {
        place: Place,
        pick: Pick,
    },
    ForgetTagged {
        place: Place,
        tag: &'static str,
    },
    Share {
        tag: Option<&'static str>,
    },
    Revoke {
        pick: Pick,
    },
    Recall {
        place: Place,
        word: &'static str,
    },
    Visit {
        word: &'static str,
    },
    Restart,
    Kill,
    /// Killed while a request is on its way.
    KillAmidst {
        place: Place,
        words: String,
    },
}

// === impl Act ===

impl Act {
    pub fn random(random: &mut Random) -> Self {
        let place = random.below(3).min(1) as Place;
        let pick = random.below(1_000);
        match random.below(100) {
            0..24 => Act::Store {
                place,
                words: words(random),
                tags: tags(random),
                door: door(random),
            },
            24..34 => Act::Reword {
                place,
                pick,
                words: words(random),
            },
            34..42 => Act::Retag {
                place,
                pick,
                tags: tags(random),
            },
            42..54 => Act::Judge {
                place,
                pick,
                confirm: random.below(2) == 0,
            },
            54..63 => Act::Follow {
                place,
                old: pick,
                new: random.below(1_000),
                door: door(random),
            },
            63..70 => Act::Forget { place, pick },
            70..72 => Act::ForgetTagged {
                place,
                tag: one(random, TAGS),
            },
            72..78 => Act::Share {
                tag: (random.below(3) > 0).then(|| one(random, TAGS)),
            },
            78..82 => Act::Revoke { pick },
            82..89 => Act::Recall {
                place,
                word: word(random),
            },
            89..94 => Act::Visit { word: word(random) },
            94..96 => Act::Restart,
            96..98 => Act::Kill,
            _ => Act::KillAmidst {
                place,
                words: words(random),
            },
        }
    }
}

fn one<const N: usize>(random: &mut Random, of: [&'static str; N]) -> &'static str {
    of[random.below(N as u64) as usize]
}

fn word(random: &mut Random) -> &'static str {
    match random.below(3) {
        0 => one(random, COLOURS),
        1 => one(random, THINGS),
        _ => one(random, PLACES),
    }
}

/// Few enough that the same is often said again.
fn words(random: &mut Random) -> String {
    let (colour, thing, place) = (
        one(random, COLOURS),
        one(random, THINGS),
        one(random, PLACES),
    );
    format!("The {colour} {thing} stands by the {place}.")
}

fn tags(random: &mut Random) -> Vec<&'static str> {
    TAGS.into_iter().filter(|_| random.below(2) == 0).collect()
}

/// A command is a process of its own, and not the usual way.
fn door(random: &mut Random) -> Door {
    match random.below(10) {
        0 => Door::Command,
        1..4 => Door::Batch,
        _ => Door::Rest,
    }
}
