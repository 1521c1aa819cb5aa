//! What was done, step by step.

use std::collections::{BTreeMap, BTreeSet};

use mneme_model::time;

use super::SEEN_IN;
use crate::observation::Observation;
use crate::{cut, plain};

/// What was done in several sessions, and the observations that say so: one a step and session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared<'a> {
    pub steps: Vec<String>,
    pub seen: Vec<&'a Observation>,
}

/// By session, where in it a step was first taken and which observation says so.
type Taken<'a> = BTreeMap<&'a str, (usize, &'a Observation)>;

/// Steps of a procedure, and what is said of one.
const STEPS: usize = 12;
const STEP: usize = 100;
/// Sessions that stand for a procedure, those with most of its steps.
const WITNESSES: usize = 20;

/// The steps that were taken in several sessions, in the order they mostly were.
pub fn shared<'a>(all: &[&'a Observation]) -> Shared<'a> {
    let mut by = taken(all);
    let several = |by: &mut BTreeMap<String, Taken<'a>>| by.retain(|_, in_| in_.len() >= SEEN_IN);
    several(&mut by);
    let heard = witnesses(&by);
    for taken in by.values_mut() {
        taken.retain(|session, _| heard.contains(session));
    }
    several(&mut by);
    let mut steps: Vec<(String, Taken<'_>)> = by.into_iter().collect();
    steps.sort_by(|(_, a), (_, b)| usual_place(a).total_cmp(&usual_place(b)));
    steps.truncate(STEPS);
    let seen = steps.iter().flat_map(|(_, taken)| taken.values());
    Shared {
        seen: seen.map(|(_, one)| *one).collect(),
        steps: steps.iter().map(|(step, _)| step.clone()).collect(),
    }
}

/// What was done, in the order it was.
pub fn done(all: &[&Observation]) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    for one in in_order(all) {
        let step = step(one);
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

/// The steps a text lists, or else its sentences.
pub fn listed(content: &str) -> Vec<String> {
    let listed = content.lines().filter_map(|line| {
        let (number, step) = line.trim().split_once(". ")?;
        let counts = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        counts.then(|| step.trim().to_owned())
    });
    let listed: Vec<String> = listed.take(STEPS).collect();
    if !listed.is_empty() {
        return listed;
    }
    let parts = content.split(['\n', '.']).map(cut::collapsed);
    parts.filter(|part| !part.is_empty()).take(STEPS).collect()
}

fn taken<'a>(all: &[&'a Observation]) -> BTreeMap<String, Taken<'a>> {
    let mut by: BTreeMap<String, Taken<'_>> = BTreeMap::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for one in in_order(all) {
        let session = one.session_id.as_str();
        let taken = by.entry(step(one)).or_default();
        taken.entry(session).or_insert_with(|| {
            let place = places.entry(session).or_default();
            *place += 1;
            (*place, one)
        });
    }
    by
}

/// Those in which most of the steps were taken, and of equals the latest.
fn witnesses<'a>(by: &BTreeMap<String, Taken<'a>>) -> BTreeSet<&'a str> {
    let mut of: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for (session, (_, one)) in by.values().flatten() {
        let (steps, last) = of.entry(session).or_default();
        *steps += 1;
        if time::order(last, &one.timestamp).is_lt() {
            *last = &one.timestamp;
        }
    }
    let mut of: Vec<_> = of.into_iter().collect();
    of.sort_by(|(_, a), (_, b)| b.0.cmp(&a.0).then_with(|| time::order(b.1, a.1)));
    of.into_iter()
        .take(WITNESSES)
        .map(|(name, _)| name)
        .collect()
}

fn usual_place(taken: &Taken<'_>) -> f64 {
    let places: usize = taken.values().map(|(place, _)| place).sum();
    places as f64 / taken.len() as f64
}

fn in_order<'a>(all: &[&'a Observation]) -> Vec<&'a Observation> {
    let mut all = all.to_vec();
    all.sort_by(|a, b| time::order(&a.timestamp, &b.timestamp));
    all
}

fn step(one: &Observation) -> String {
    let on = plain::object(one);
    let on = on.map_or_else(String::new, |on| format!(" {}", cut::ellipsis(&on, STEP)));
    format!("{}{on}", one.title)
}

// === impl Shared ===

impl<'a> Shared<'a> {
    pub fn sessions(&self) -> BTreeSet<&'a str> {
        let seen = self.seen.iter();
        seen.map(|one| one.session_id.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(session: &str, at: &str, title: &str) -> Observation {
        Observation {
            id: format!("{session}{at}"),
            session_id: session.into(),
            timestamp: at.into(),
            title: title.into(),
            files: vec![String::from("auth/x.rs")],
            ..Observation::default()
        }
    }

    #[test]
    fn steps_are_told_in_order_and_read_again() {
        let all = [
            one("a", "3", "Bash"),
            one("a", "1", "Read"),
            one("a", "2", "Edit"),
            one("a", "4", "Edit"),
        ];
        let all: Vec<_> = all.iter().collect();
        let told = ["Read auth/x.rs", "Edit auth/x.rs", "Bash auth/x.rs"];
        assert_eq!(done(&all), told);
        assert_eq!(
            shared(&all),
            Shared::default(),
            "one session shares nothing"
        );
        assert_eq!(
            listed("Auth.\n1. Read it\n2. Edit it\n"),
            ["Read it", "Edit it"]
        );
        assert_eq!(listed("Read it. Edit it."), ["Read it", "Edit it"]);
    }

    #[test]
    fn only_what_was_done_again_is_shared_and_only_who_did_it_stands_for_it() {
        let all = [
            one("a", "1", "Read"),
            one("a", "2", "Edit"),
            one("b", "3", "Read"),
            one("b", "4", "Grep"),
            one("b", "5", "Edit"),
            one("c", "6", "Write"),
            one("d", "7", "Edit"),
        ];
        let shared = shared(&all.iter().collect::<Vec<_>>());
        assert_eq!(shared.steps, ["Read auth/x.rs", "Edit auth/x.rs"]);
        assert_eq!(shared.sessions(), BTreeSet::from(["a", "b", "d"]));
        let ids: Vec<&str> = shared.seen.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["a1", "b3", "a2", "b5", "d7"]);
    }

    #[test]
    fn of_many_sessions_those_with_most_steps_stand_for_it() {
        let mut all = Vec::new();
        for n in 0..30 {
            all.push(one(&format!("s{n:02}"), &format!("1{n:02}"), "Read"));
        }
        for n in 0..5 {
            all.push(one(&format!("s{n:02}"), &format!("2{n:02}"), "Edit"));
        }
        let shared = shared(&all.iter().collect::<Vec<_>>());
        let sessions = shared.sessions();
        assert_eq!(sessions.len(), WITNESSES);
        assert!(sessions.contains("s00") && sessions.contains("s29"));
        assert!(!sessions.contains("s05"), "{sessions:?}");
    }
}
