//! What was done, step by step.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use mneme_model::time;

use super::SEEN_IN;
use crate::observation::Observation;
use crate::{cut, plain};

/// Steps that the same sessions took, all of them, in the order they mostly did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared<'a> {
    pub steps: Vec<String>,
    pub sessions: BTreeSet<&'a str>,
    /// What says so: of two sessions every step, of the others one.
    pub seen: Vec<&'a Observation>,
}

/// The steps of each session: at which place it was first taken, and which observation says so.
type Taken<'a> = BTreeMap<&'a str, BTreeMap<String, (usize, &'a Observation)>>;

/// Steps of a procedure, and what is said of one.
const STEPS: usize = 12;
const STEP: usize = 100;
/// Sessions that are compared with each other, the latest.
const COMPARED: usize = 30;

/// What several sessions did on one thing, and which commands all of them gave beside it.
pub fn shared<'a>(on_it: &[&'a Observation], commands: &[&'a Observation]) -> Shared<'a> {
    let taken = taken(on_it);
    let Some((steps, sessions)) = together(&taken) else {
        return Shared::default();
    };
    let both = [on_it, commands].concat();
    let of_them = both.into_iter();
    let of_them: Vec<_> = of_them
        .filter(|one| sessions.contains(one.session_id.as_str()))
        .collect();
    let taken = self::taken(&of_them);
    let given = commands.iter().map(|one| step(one));
    let given = given.filter(|step| taken.values().all(|steps| steps.contains_key(step)));
    let all: BTreeSet<String> = steps.into_iter().map(str::to_owned).chain(given).collect();
    let steps = in_usual_order(all, &taken);
    Shared {
        seen: witnesses(&steps, &taken),
        steps,
        sessions,
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

fn taken<'a>(all: &[&'a Observation]) -> Taken<'a> {
    let mut by: Taken<'_> = BTreeMap::new();
    for one in in_order(all) {
        let steps = by.entry(&one.session_id).or_default();
        let place = steps.len();
        steps.entry(step(one)).or_insert((place, one));
    }
    by
}

/// Of what any two sessions have in common, what makes most of it: steps times the sessions that
/// took all of them. One step alone is a procedure only where nothing else is.
fn together<'t, 'a>(taken: &'t Taken<'a>) -> Option<(BTreeSet<&'t str>, BTreeSet<&'a str>)> {
    let latest = latest(taken);
    let compared = &latest[..latest.len().min(COMPARED)];
    let mut common: BTreeSet<BTreeSet<&str>> = BTreeSet::new();
    for (n, one) in compared.iter().enumerate() {
        for other in &compared[n + 1..] {
            let both = taken[one]
                .keys()
                .filter(|step| taken[other].contains_key(*step));
            common.insert(both.map(String::as_str).collect());
        }
    }
    let found = common.into_iter().filter(|steps| !steps.is_empty());
    let found = found.map(|steps| {
        let all = taken.iter().filter(|(_, own)| has_all(own, &steps));
        let sessions: BTreeSet<&str> = all.map(|(session, _)| *session).collect();
        (steps, sessions)
    });
    found
        .filter(|(_, sessions)| sessions.len() >= SEEN_IN)
        .max_by_key(|(steps, sessions)| {
            let much = steps.len().min(STEPS) * sessions.len();
            (steps.len() > 1, much, Reverse(steps.clone()))
        })
}

fn has_all<T>(own: &BTreeMap<String, T>, steps: &BTreeSet<&str>) -> bool {
    steps.iter().all(|step| own.contains_key(*step))
}

/// The sessions, the latest first.
fn latest<'a>(taken: &Taken<'a>) -> Vec<&'a str> {
    let last = |steps: &BTreeMap<String, (usize, &'a Observation)>| {
        let times = steps.values().map(|(_, one)| one.timestamp.as_str());
        times.max_by(|a, b| time::order(a, b)).unwrap_or_default()
    };
    let mut all: Vec<_> = taken
        .iter()
        .map(|(name, steps)| (*name, last(steps)))
        .collect();
    all.sort_by(|a, b| time::order(b.1, a.1));
    all.into_iter().map(|(name, _)| name).collect()
}

/// By the mean of its places: each of the sessions took every one of them.
fn in_usual_order(steps: BTreeSet<String>, taken: &Taken<'_>) -> Vec<String> {
    let rank = |own: &BTreeMap<String, (usize, &Observation)>, step: &String| {
        let (place, _) = own[step];
        let before = steps.iter().filter(|other| own[*other].0 < place);
        before.count()
    };
    let sum = |step: &String| taken.values().map(|own| rank(own, step)).sum::<usize>();
    let mut all: Vec<(usize, String)> =
        steps.iter().map(|step| (sum(step), step.clone())).collect();
    all.sort();
    all.into_iter().take(STEPS).map(|(_, step)| step).collect()
}

fn witnesses<'a>(steps: &[String], taken: &Taken<'a>) -> Vec<&'a Observation> {
    let sessions = latest(taken).into_iter().enumerate();
    let of = sessions.flat_map(|(n, session)| {
        let told = if n < SEEN_IN { steps.len() } else { 1 };
        let own = &taken[session];
        steps.iter().take(told).map(move |step| own[step].1)
    });
    of.collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn one(session: &str, at: &str, title: &str) -> Observation {
        Observation {
            id: format!("{session}{at}"),
            session_id: session.into(),
            timestamp: at.into(),
            title: title.into(),
            ..Observation::default()
        }
    }

    /// Sessions by name, each with what it did, a letter a step.
    fn did(sessions: &[(&str, &str)]) -> Vec<Observation> {
        let steps = sessions
            .iter()
            .flat_map(|(name, did)| did.chars().map(move |c| (*name, c)));
        let steps = steps.enumerate();
        steps
            .map(|(n, (name, c))| one(name, &format!("{n:03}"), &c.to_string()))
            .collect()
    }

    fn found(sessions: &[(&str, &str)], commands: &[(&str, &str)]) -> (String, String) {
        let (own, given) = (did(sessions), did(commands));
        let (own, given): (Vec<_>, Vec<_>) = (own.iter().collect(), given.iter().collect());
        let shared = shared(&own, &given);
        let sessions: Vec<&str> = shared.sessions.iter().copied().collect();
        (shared.steps.concat(), sessions.concat())
    }

    fn told(steps: &str, sessions: &str) -> (String, String) {
        (steps.to_owned(), sessions.to_owned())
    }

    #[test]
    fn steps_are_told_in_order_and_read_again() {
        let all = did(&[("a", "RESE")]);
        assert_eq!(done(&all.iter().collect::<Vec<_>>()), ["R", "E", "S"]);
        assert_eq!(
            listed("Auth.\n1. Read it\n2. Edit it\n"),
            ["Read it", "Edit it"]
        );
        assert_eq!(listed("Read it. Edit it."), ["Read it", "Edit it"]);
    }

    #[test]
    fn steps_are_those_the_same_sessions_took_and_they_alone_are_named() {
        assert_eq!(
            found(&[("a", "RE")], &[]),
            told("", ""),
            "one shares nothing"
        );
        let apart = [("a", "X"), ("b", "X"), ("c", "Y"), ("d", "Y")];
        assert_eq!(found(&apart, &[]), told("X", "ab"), "nobody did both");
        let longer = [("a", "ABCD"), ("b", "ABCD"), ("c", "DE"), ("d", "DE")];
        assert_eq!(found(&longer, &[]), told("ABCD", "ab"));
        let many = [
            ("a", "RWE"),
            ("b", "RGE"),
            ("c", "W"),
            ("d", "RE"),
            ("e", "E"),
        ];
        assert_eq!(found(&many, &[]), told("RE", "abd"));
    }

    #[test]
    fn the_order_is_that_of_most() {
        let most = [("a", "RES"), ("b", "RES"), ("c", "ERS")];
        assert_eq!(found(&most, &[]), told("RES", "abc"));
    }

    #[test]
    fn commands_that_all_of_them_gave_belong_to_it() {
        let own = [("a", "E"), ("b", "E")];
        let given = [("a", "tx"), ("b", "ty"), ("c", "z")];
        assert_eq!(found(&own, &given).0.len(), 2);
        assert!(found(&own, &given).0.contains('t'));
        assert_eq!(
            found(&[("a", "E")], &[("a", "t"), ("b", "t")]),
            told("", "")
        );
    }

    #[test]
    fn two_sessions_tell_every_step_and_the_others_one() {
        let names: Vec<String> = (0..40).map(|n| format!("s{n:02}")).collect();
        let all: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "RE")).collect();
        let all = did(&all);
        let shared = shared(&all.iter().collect::<Vec<_>>(), &[]);
        assert_eq!(shared.sessions.len(), 40);
        assert_eq!(shared.seen.len(), 2 * SEEN_IN + 38);
    }
}
