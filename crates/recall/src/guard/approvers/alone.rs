//! Who does something alone: "only Priya deploys", "nobody deploys except Priya".

use super::super::Risk;
use super::super::spoken::Spoken;
use super::super::things::is_act;
use super::super::wordings::Words;
use super::person::{Names, is_person};
use super::phrases::{MAY, RESERVES};
use super::span::{Span, starts};

/// Who does it stands in so many words.
const NEAR: usize = 6;
const NOBODY: Words = Words::new("nobody|no one|niemand");
const EXCEPT: Words = Words::new("except|except for|besides|but|other than|apart from|außer");
const ONE: Words = Words::new(
    "the only one who|the only one that|the only ones who|the only person who|the only people who|\
     the only one allowed to|the only person allowed to|the only ones allowed to",
);
const BEING: Words = Words::new("is|are|am");
/// "Only Priya gets to deploy."
const GETS: Words = Words::new("gets to|get to");
/// "Only Priya does deploys."
const DOES: Words = Words::new(
    "do|does|run|runs|handle|handles|make|makes|perform|performs|trigger|triggers|own|owns",
);
const THE: Words = Words::new("the|our|all|any|every");
/// Where these follow, the word before them is a noun: "only Friday deploys are risky".
const TELLING: Words = Words::new(
    "is|are|was|were|must|may|should|shall|can|could|will|has|have|had|need|needs|require|requires|fail|fails|\
     failed|take|takes|took|work|works|break|breaks|happen|happens",
);
const GERMAN: Words = Words::new("deployt|deployen|löscht|löschen|entfernt|entfernen");

/// Who, before what they do.
pub fn alone(words: &[String], names: &Names) -> Option<Span> {
    let mut begins = (0..words.len()).filter(|at| *at == 0 || words[at - 1] == ",");
    begins.find_map(|from| {
        let first = only(words, from, names).or_else(|| nobody(words, from, names));
        let end = first.or_else(|| the_one(words, from))?;
        Some((from, end))
    })
}

/// "… except Priya", behind what nobody else does.
pub fn excepted(words: &[String], names: &Names) -> Option<Span> {
    let at = (1..words.len()).find(|at| starts(words, *at, EXCEPT).is_some())?;
    let from = at + starts(words, at, EXCEPT)?;
    is_person(&words[from..], names).then_some((at, words.len()))
}

fn only(words: &[String], from: usize, names: &Names) -> Option<usize> {
    let who = from + starts(words, from, RESERVES)?;
    let mut near = who + 1..words.len().min(who + NEAR);
    near.find_map(|at| {
        let does = does(words, at)?;
        is_person(&words[who..at], names).then_some(does)
    })
}

fn nobody(words: &[String], from: usize, names: &Names) -> Option<usize> {
    let at = from + starts(words, from, NOBODY)?;
    let does = does(words, at)?;
    excepted(words, names).map(|_| does)
}

fn the_one(words: &[String], from: usize) -> Option<usize> {
    let mut near = from + 1..words.len().min(from + NEAR);
    let at = near.find(|at| BEING.contains(&words[*at]))?;
    let behind = at + 1 + starts(words, at + 1, ONE)?;
    let may = words.get(behind).is_some_and(|word| MAY.contains(word));
    does(words, behind + usize::from(may))
}

/// Where what somebody does begins, if it is anything risky.
fn does(words: &[String], at: usize) -> Option<usize> {
    if let Some(long) = starts(words, at, GETS) {
        return acts(words, at + long).map(|_| at + long);
    }
    if DOES.contains(words.get(at)?) {
        let the = usize::from(words.get(at + 1).is_some_and(|word| THE.contains(word)));
        let named = words.get(at + 1 + the).is_some_and(|word| is_act(word));
        return named.then_some(at + 1);
    }
    let end = acts(words, at)?;
    let told = words.get(end).is_some_and(|word| TELLING.contains(word));
    (!told).then_some(at)
}

/// Where a verb ends that somebody does: "deploys", "rolls out".
fn acts(words: &[String], at: usize) -> Option<usize> {
    let first = words.get(at)?;
    if GERMAN.contains(first) {
        return Some(at + 1);
    }
    let said = Spoken::of(&words.join(" "));
    let mut verbs = Risk::ALL.into_iter().flat_map(|risk| risk.verbs_in(&said));
    verbs.find_map(|verb| {
        let mut parts = verb.split(' ');
        let is_first = parts.next().is_some_and(|verb| is_done(first, verb));
        let rest: Vec<&str> = parts.collect();
        let end = at + 1 + rest.len();
        let is_rest = words.get(at + 1..end)?.iter().eq(rest.iter());
        (is_first && is_rest).then_some(end)
    })
}

/// "Deploy", "deploys", "pushes", "copies".
fn is_done(word: &str, verb: &str) -> bool {
    let ending = word.strip_prefix(verb);
    let ies = || word.strip_suffix("ies") == verb.strip_suffix('y') && verb.ends_with('y');
    ending.is_some_and(|ending| ["", "s", "es"].contains(&ending)) || ies()
}
