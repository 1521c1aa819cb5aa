//! Memories that say the same are told once: by the one that says most, and as well found as the
//! best of them.

use std::collections::HashMap;

use mneme_model::Seq;
use mneme_model::similar::Said;

use super::{Ranked, Score};
use crate::candidates::Candidate;

/// What the published answers call it.
const FUSED: &str = "fused_duplicate";

/// Texts that were looked at closely: few, as most cannot repeat each other.
#[derive(Default)]
struct Read(HashMap<Seq, Said>);

/// Of those that repeat each other one stays, where the best of them stood.
pub fn fold(ranked: &mut Ranked) {
    let mut read = Read::default();
    let mut kept: Ranked = Vec::with_capacity(ranked.len());
    for (candidate, score) in ranked.drain(..) {
        let same = kept
            .iter()
            .position(|(other, _)| read.repeat(other, &candidate));
        match same {
            Some(n) => join(&mut kept[n], candidate, score),
            None => kept.push((candidate, score)),
        }
    }
    *ranked = kept;
}

/// Nothing is said that no memory says: the longer text stays as it is.
fn join((stays, told): &mut (Candidate, Score), candidate: Candidate, score: Score) {
    let goes = match candidate.said.length > stays.said.length {
        true => std::mem::replace(stays, candidate),
        false => candidate,
    };
    stays.repeats.push(goes.event.seq);
    stays.repeats.extend(goes.repeats);
    add(&mut stays.event.body.tags, goes.event.body.tags);
    add(&mut told.pointed, score.pointed);
    add(&mut told.pointed, vec![FUSED.to_owned()]);
}

fn add(list: &mut Vec<String>, more: Vec<String>) {
    for one in more {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}

// === impl Read ===

impl Read {
    fn repeat(&mut self, one: &Candidate, other: &Candidate) -> bool {
        if !stand_alike(one, other) || !one.said.may_repeat(&other.said) {
            return false;
        }
        for text in [one, other] {
            let read = || Said::read(&text.event.body.text);
            self.0.entry(text.event.seq).or_insert_with(read);
        }
        let (one, other) = (self.0.get(&one.event.seq), self.0.get(&other.event.seq));
        one.zip(other)
            .is_some_and(|(one, other)| one.repeats(other))
    }
}

/// What is doubted is not hidden behind what is believed, and what was only said is no memory.
fn stand_alike(one: &Candidate, other: &Candidate) -> bool {
    let memories = one.memory.as_ref().zip(other.memory.as_ref());
    memories.is_some_and(|(one, other)| one.status == other.status)
}
