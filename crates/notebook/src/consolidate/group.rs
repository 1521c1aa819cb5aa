//! Observations that speak of one thing.

use std::cmp::{Ordering, Reverse};
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
    /// How many there are in all.
    pub size: usize,
    /// Every session, and one observation of it: forget it, and what is counted here goes.
    pub sessions: BTreeMap<&'a str, &'a Observation>,
    pub shared: Shared<'a>,
}

/// Fewer observations are no group, and more groups are not told at once.
const SMALLEST: usize = 3;
const GROUPS: usize = 10;
/// Observations that stand for a group.
const SHOWN: usize = 8;
/// Less important ones stand for nothing.
const TELLING: u8 = 5;
/// What running a program is called.
const COMMAND: &str = "command_run";

/// An observation, and the project its session belongs to.
pub type Placed<'a> = (Option<&'a str>, &'a Observation);

/// One thing that observations of a project may speak of.
struct Subject<'a> {
    named: (String, Option<&'a str>),
    of: Vec<&'a Observation>,
    ids: BTreeSet<&'a str>,
    /// A folder, or what a model said; a file's own name is narrow.
    broad: bool,
}

/// What belongs together, the largest group first. An observation can speak of several things; a
/// group whose observations all stand for a larger one is left out, and so is one that only holds
/// others together. What two projects call by the same word is not the same.
pub fn groups<'a>(seen: impl IntoIterator<Item = Placed<'a>>) -> Vec<Group<'a>> {
    let seen = seen.into_iter();
    let seen: Vec<Placed<'_>> = seen.filter(|(_, one)| one.importance >= TELLING).collect();
    let commands: Vec<&Observation> = seen.iter().map(|(_, one)| *one).collect();
    let commands: Vec<&Observation> = commands.into_iter().filter(|one| is_command(one)).collect();
    let subjects = subjects(&seen);
    let mut chosen: Vec<&Subject<'_>> = Vec::new();
    for one in subjects.iter().filter(|one| !one.only_holds(&subjects)) {
        if !chosen.iter().any(|larger| one.ids.is_subset(&larger.ids)) {
            chosen.push(one);
        }
        if chosen.len() == GROUPS {
            break;
        }
    }
    let chosen = chosen.into_iter();
    chosen
        .map(|one| group(one.named.clone(), one.of.clone(), &commands))
        .collect()
}

/// The largest first; of two names for the same, what a file is written in says less than where
/// it stands.
fn subjects<'a>(seen: &[Placed<'a>]) -> Vec<Subject<'a>> {
    type Named<'n> = (String, Option<&'n str>);
    let mut by: BTreeMap<Named<'_>, (bool, Vec<&Observation>)> = BTreeMap::new();
    for (project, one) in seen {
        for (concept, is_broad) in concepts(one, *project) {
            let (broad, of) = by.entry((concept, *project)).or_default();
            *broad |= is_broad;
            of.push(one);
        }
    }
    let all = by.into_iter().filter(|(_, (_, of))| of.len() >= SMALLEST);
    let all = all.map(|(named, (broad, of))| Subject {
        ids: of.iter().map(|one| one.id.as_str()).collect(),
        named,
        of,
        broad,
    });
    let mut all: Vec<Subject<'_>> = all.collect();
    all.sort_by_key(|one| {
        (
            Reverse(one.of.len()),
            one.is_language(),
            !one.broad,
            one.named.clone(),
        )
    });
    all
}

fn group<'a>(
    (concept, project): (String, Option<&'a str>),
    of: Vec<&'a Observation>,
    commands: &[&'a Observation],
) -> Group<'a> {
    let of_session = |one: &&'a Observation| (one.session_id.as_str(), *one);
    Group {
        concept,
        project,
        size: of.len(),
        sessions: of.iter().map(of_session).collect(),
        shared: steps::shared(&of, commands),
        seen: weightiest(of),
    }
}

/// A program was run, and its words name no file.
fn is_command(seen: &Observation) -> bool {
    seen.kind == COMMAND && seen.files.is_empty() && seen.tool_input.is_some()
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

/// What an observation speaks of, and whether that is broad: what a model said, and the subjects of
/// its files.
fn concepts(seen: &Observation, project: Option<&str>) -> BTreeMap<String, bool> {
    let project = project.unwrap_or_default();
    let mut all = BTreeMap::new();
    for file in &seen.files {
        let folders = profile::folders(file, project);
        for subject in profile::subjects(file, project) {
            let broad = folders.contains(&subject);
            *all.entry(subject).or_default() |= broad;
        }
    }
    let own = seen.concepts.iter().map(|own| own.trim().to_lowercase());
    all.extend(own.map(|own| (own, true)));
    all.retain(|concept, _| !concept.is_empty() && !redact::is_mark(concept));
    all
}

// === impl Subject ===

impl Subject<'_> {
    fn is_language(&self) -> bool {
        profile::is_language(&self.named.0)
    }

    /// Whether smaller ones say all of it: a folder of folders; or what they are written in.
    fn only_holds(&self, all: &[Subject<'_>]) -> bool {
        let of_project = |one: &&Subject<'_>| one.named.1 == self.named.1 && !one.is_language();
        let mut others = all.iter().filter(of_project);
        if self.is_language() {
            return others.next().is_some();
        }
        let within =
            |one: &&Subject<'_>| one.ids.len() < self.ids.len() && one.ids.is_subset(&self.ids);
        let parts: Vec<_> = others.filter(|one| one.broad && within(one)).collect();
        let held: BTreeSet<&str> = parts
            .iter()
            .flat_map(|one| one.ids.iter().copied())
            .collect();
        held.len() == self.ids.len()
    }
}

// === impl Group ===

impl<'a> Group<'a> {
    /// Everything that is told of it is told of these: it goes with any of them.
    pub fn sources(&self) -> Vec<&'a Observation> {
        let mut known = BTreeSet::new();
        let told = self.seen.iter().chain(&self.shared.seen);
        let all = told.chain(self.sessions.values()).copied();
        all.filter(|one| known.insert(one.id.as_str())).collect()
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
        assert_eq!(groups[0].sessions.len(), 2);
    }

    #[test]
    fn two_names_of_the_same_observations_are_one_group() {
        let all: Vec<_> = (0..12)
            .map(|n| seen(&n.to_string(), "a", "src/auth/token.rs", 5))
            .collect();
        let groups = groups(placed(&all));
        assert_eq!(groups.len(), 1);
        assert_eq!((groups[0].seen.len(), groups[0].size), (SHOWN, 12));
    }

    #[test]
    fn a_folder_of_folders_and_a_language_hide_nothing() {
        let file = |n: usize| match n % 2 {
            0 => "/Users/alice/shop/crates/auth/token.rs",
            _ => "/Users/alice/shop/crates/pay/card.rs",
        };
        let all: Vec<_> = (0..8)
            .map(|n| seen(&n.to_string(), "a", file(n), 5))
            .collect();
        let placed = all.iter().map(|one| (Some("shop"), one));
        let told: Vec<_> = groups(placed)
            .into_iter()
            .map(|group| group.concept)
            .collect();
        assert_eq!(told, ["auth", "pay"]);
    }

    #[test]
    fn every_session_is_heard() {
        let mut all: Vec<_> = (0..12)
            .map(|n| seen(&format!("a{n}"), "a", "auth/x.rs", 9))
            .collect();
        all.push(seen("b", "b", "auth/y.rs", 5));
        let groups = groups(placed(&all));
        assert_eq!(groups[0].seen.len(), SHOWN);
        let sessions: Vec<&str> = groups[0].sessions.keys().copied().collect();
        assert_eq!(sessions, ["a", "b"]);
        assert_eq!(groups[0].seen.last().unwrap().id, "b", "the lightest last");
    }
}
