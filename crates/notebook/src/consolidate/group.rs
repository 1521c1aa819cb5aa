//! Observations that speak of one thing.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use mneme_model::time;

use super::steps::{self, Shared};
use crate::observation::Observation;
use crate::{profile, redact};

/// Observations that speak of one thing, the weightiest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group<'a> {
    pub concept: String,
    /// Where it was; no group has two.
    pub project: Option<&'a str>,
    pub seen: Vec<&'a Observation>,
    /// What was done in several sessions.
    pub shared: Shared<'a>,
}

/// Fewer observations are no group, and more groups are not told at once.
const SMALLEST: usize = 3;
const GROUPS: usize = 10;
/// Observations that stand for a group.
const SHOWN: usize = 8;
/// Less important ones stand for nothing.
const TELLING: u8 = 5;

/// An observation, and the project its session belongs to.
pub type Placed<'a> = (Option<&'a str>, &'a Observation);

/// What belongs together, the largest group first. An observation can speak of several things; a
/// group whose observations all stand for a larger one is left out. What two projects call by
/// the same word is not the same.
pub fn groups<'a>(seen: impl IntoIterator<Item = Placed<'a>>) -> Vec<Group<'a>> {
    let mut by: BTreeMap<(String, Option<&str>), Vec<&Observation>> = BTreeMap::new();
    let seen = seen.into_iter();
    for (project, one) in seen.filter(|(_, one)| one.importance >= TELLING) {
        for concept in concepts(one) {
            by.entry((concept, project)).or_default().push(one);
        }
    }
    let mut all: Vec<_> = by
        .into_iter()
        .filter(|(_, of)| of.len() >= SMALLEST)
        .collect();
    // Of two names for the same, what a file is written in says less than where it stands.
    all.sort_by_key(|((concept, project), of)| {
        let plain = profile::is_language(concept);
        (
            std::cmp::Reverse(of.len()),
            plain,
            concept.clone(),
            *project,
        )
    });
    let mut groups: Vec<(BTreeSet<&str>, Group<'_>)> = Vec::new();
    for (named, of) in all {
        let ids: BTreeSet<&str> = of.iter().map(|one| one.id.as_str()).collect();
        if !groups.iter().any(|(larger, _)| ids.is_subset(larger)) {
            groups.push((ids, group(named, of)));
        }
        if groups.len() == GROUPS {
            break;
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn group<'a>((concept, project): (String, Option<&'a str>), of: Vec<&'a Observation>) -> Group<'a> {
    Group {
        concept,
        project,
        shared: steps::shared(&of),
        seen: weightiest(of),
    }
}

/// Sessions take turns, so that one in which much was done does not stand for all.
fn weightiest(mut of: Vec<&Observation>) -> Vec<&Observation> {
    of.sort_by(|a, b| weight(a, b));
    let mut turns: HashMap<&str, usize> = HashMap::new();
    let in_turn = of.into_iter().map(|one| {
        let turn = turns.entry(&one.session_id).or_default();
        *turn += 1;
        (*turn, one)
    });
    let mut in_turn: Vec<(usize, &Observation)> = in_turn.collect();
    in_turn.sort_by_key(|(turn, _)| *turn);
    let mut shown: Vec<_> = in_turn
        .into_iter()
        .take(SHOWN)
        .map(|(_, one)| one)
        .collect();
    shown.sort_by(|a, b| weight(a, b));
    shown
}

/// The more important, then the later.
fn weight(a: &Observation, b: &Observation) -> Ordering {
    let weightier = b.importance.cmp(&a.importance);
    weightier.then_with(|| time::order(&b.timestamp, &a.timestamp))
}

/// What an observation speaks of: what a model said, and the subjects of its files.
fn concepts(seen: &Observation) -> BTreeSet<String> {
    let own = seen
        .concepts
        .iter()
        .map(|concept| concept.trim().to_lowercase());
    let files = seen.files.iter().flat_map(|file| profile::subjects(file));
    own.chain(files)
        .filter(|concept| !concept.is_empty() && !redact::is_mark(concept))
        .collect()
}

// === impl Group ===

impl<'a> Group<'a> {
    /// Everything that is told of it is told of these: it goes with any of them.
    pub fn sources(&self) -> Vec<&'a Observation> {
        let mut known = BTreeSet::new();
        let all = self.seen.iter().chain(&self.shared.seen).copied();
        all.filter(|one| known.insert(one.id.as_str())).collect()
    }

    pub fn sessions(&self) -> BTreeSet<&'a str> {
        let sources = self.sources().into_iter();
        sources.map(|one| one.session_id.as_str()).collect()
    }

    /// What was done in several sessions, or else what was done, in the order it was.
    pub fn steps(&self) -> Vec<String> {
        match self.shared.steps.is_empty() {
            true => steps::done(&self.seen),
            false => self.shared.steps.clone(),
        }
    }

    pub fn files(&self) -> Vec<String> {
        let files: BTreeSet<&String> = self.seen.iter().flat_map(|seen| &seen.files).collect();
        files.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(id: &str, session: &str, file: &str, importance: u8) -> Observation {
        Observation {
            id: id.into(),
            session_id: session.into(),
            files: vec![file.into()],
            importance,
            ..Observation::default()
        }
    }

    fn placed(all: &[Observation]) -> impl Iterator<Item = Placed<'_>> {
        all.iter().map(|one| (None, one))
    }

    #[test]
    fn two_projects_have_a_group_each() {
        let all: Vec<_> = (0..7)
            .map(|n| seen(&n.to_string(), "a", "src/auth/token.rs", 5))
            .collect();
        let place = |n: usize| Some(if n < 4 { "/code/a" } else { "/code/b" });
        let placed = all.iter().enumerate().map(|(n, one)| (place(n), one));
        let groups = groups(placed);
        let shown: Vec<_> = groups
            .iter()
            .map(|of| (of.project, of.seen.len()))
            .collect();
        assert_eq!(shown, [(Some("/code/a"), 4), (Some("/code/b"), 3)]);
    }

    #[test]
    fn three_that_speak_of_one_thing_are_a_group() {
        let all = [
            seen("1", "a", "src/auth/x.go", 5),
            seen("2", "b", "src/auth/y.py", 9),
            seen("3", "b", "auth/z.ts", 5),
            seen("4", "b", "pool.rs", 5),
            seen("5", "b", "auth/low.rs", 4),
        ];
        let groups = groups(placed(&all));
        assert_eq!(groups.len(), 1, "{groups:?}");
        assert_eq!(
            (groups[0].concept.as_str(), groups[0].seen.len()),
            ("auth", 3)
        );
        assert_eq!(groups[0].seen[0].id, "2", "the weightiest first");
        assert_eq!(groups[0].sessions().len(), 2);
    }

    #[test]
    fn two_names_of_the_same_observations_are_one_group() {
        let all: Vec<_> = (0..12)
            .map(|n| seen(&n.to_string(), "a", "src/auth/token.rs", 5))
            .collect();
        let groups = groups(placed(&all));
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].seen.len(), SHOWN);
    }

    #[test]
    fn every_session_is_heard() {
        let mut all: Vec<_> = (0..12)
            .map(|n| seen(&format!("a{n}"), "a", "auth/x.rs", 9))
            .collect();
        all.push(seen("b", "b", "auth/y.rs", 5));
        let groups = groups(placed(&all));
        assert_eq!(groups[0].seen.len(), SHOWN);
        assert_eq!(groups[0].sessions(), BTreeSet::from(["a", "b"]));
        assert_eq!(groups[0].seen.last().unwrap().id, "b", "the lightest last");
    }
}
