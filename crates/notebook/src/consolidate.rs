//! What many observations come to: what belongs together, what is a fact, what is a procedure.

use std::collections::{BTreeMap, BTreeSet};

use mneme_model::time;
use serde::{Deserialize, Serialize};

use crate::cut;
use crate::observation::Observation;
use crate::similar::say_the_same;
use crate::summary::Summary;
use crate::{plain, profile, redact};

/// A fact several sessions stand for, in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Fact {
    pub id: String,
    pub fact: String,
    pub confidence: f64,
    pub source_session_ids: Vec<String>,
    pub project: String,
    pub access_count: u64,
    pub strength: f64,
    pub created_at: String,
    pub updated_at: String,
}

/// How something is done, in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Procedure {
    pub id: String,
    pub name: String,
    pub steps: Vec<String>,
    pub trigger_condition: String,
    pub frequency: usize,
    pub strength: f64,
    pub source_session_ids: Vec<String>,
    /// Empty where several projects show it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub project: String,
    pub created_at: String,
    pub updated_at: String,
}

/// Observations that speak of one thing, the weightiest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group<'a> {
    pub concept: String,
    /// Where it was; no group has two.
    pub project: Option<&'a str>,
    pub seen: Vec<&'a Observation>,
    /// How many speak of it in all.
    pub size: usize,
    pub sessions: BTreeSet<&'a str>,
}

/// Fewer observations are no group, and more groups are not told at once.
const SMALLEST: usize = 3;
const GROUPS: usize = 10;
/// Observations that stand for a group.
const SHOWN: usize = 8;
/// Less important ones stand for nothing.
const TELLING: u8 = 5;
/// Summaries it takes before facts are made of them, and patterns before procedures are.
pub const SUMMARIES: usize = 5;
pub const PATTERNS: usize = 2;
/// Sessions it takes for something to be a pattern.
pub const SEEN_IN: usize = 2;
/// A fact one session stands for, and what each further one adds of what is missing.
const CONFIDENCE: f64 = 0.5;
const GAIN: f64 = 0.2;
/// Steps of a procedure, and what is said of one.
const STEPS: usize = 12;
const STEP: usize = 100;
/// New facts of one run.
const FACTS: usize = 20;

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

fn group<'a>(
    (concept, project): (String, Option<&'a str>),
    mut of: Vec<&'a Observation>,
) -> Group<'a> {
    let size = of.len();
    let sessions = of.iter().map(|one| one.session_id.as_str()).collect();
    of.sort_by(|a, b| {
        let weightier = b.importance.cmp(&a.importance);
        weightier.then_with(|| time::order(&b.timestamp, &a.timestamp))
    });
    of.truncate(SHOWN);
    Group {
        concept,
        project,
        seen: of,
        size,
        sessions,
    }
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

impl Group<'_> {
    /// What was done, in the order it was.
    pub fn steps(&self) -> Vec<String> {
        let mut seen = self.seen.clone();
        seen.sort_by(|a, b| time::order(&a.timestamp, &b.timestamp));
        let mut steps: Vec<String> = Vec::new();
        for one in seen {
            let on = plain::object(one);
            let on = on.map_or_else(String::new, |on| format!(" {}", cut::ellipsis(&on, STEP)));
            let step = format!("{}{on}", one.title);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        steps
    }

    pub fn files(&self) -> Vec<String> {
        let files: BTreeSet<&String> = self.seen.iter().flat_map(|seen| &seen.files).collect();
        files.into_iter().cloned().collect()
    }
}

/// The steps a pattern lists, or else its sentences.
pub fn steps(content: &str) -> Vec<String> {
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

/// What somebody, or a model, takes for a fact, and who stands for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    pub fact: String,
    pub confidence: Option<f64>,
    pub sessions: Vec<String>,
    pub project: String,
}

/// What summaries settle on: one claim a decision, one that several of a project made stated once.
pub fn claims(summaries: &[Summary]) -> Vec<Claim> {
    let mut all: Vec<Claim> = Vec::new();
    for summary in summaries {
        for decision in &summary.key_decisions {
            let known = all.iter_mut().find(|claim| {
                claim.project == summary.project && say_the_same(decision, &claim.fact)
            });
            match known {
                Some(claim) if claim.sessions.contains(&summary.session_id) => {}
                Some(claim) => claim.sessions.push(summary.session_id.clone()),
                None => all.push(Claim {
                    fact: decision.clone(),
                    sessions: vec![summary.session_id.clone()],
                    project: summary.project.clone(),
                    ..Claim::default()
                }),
            }
        }
    }
    all.sort_by_key(|claim| std::cmp::Reverse(claim.sessions.len()));
    all.truncate(FACTS);
    all
}

// === impl Fact ===

impl Fact {
    /// Whether a claim says what this fact says, of the same project.
    pub fn is(&self, claim: &Claim) -> bool {
        self.project == claim.project && say_the_same(&claim.fact, &self.fact)
    }

    /// Takes in who else stands for it. Whether anything changed.
    pub fn take_in(&mut self, claim: &Claim) -> bool {
        let before = self.source_session_ids.len();
        for session in &claim.sessions {
            if !self.source_session_ids.contains(session) {
                self.source_session_ids.push(session.clone());
            }
        }
        let by_count = confidence(self.source_session_ids.len());
        let told = claim.confidence.unwrap_or(0.0).clamp(0.0, 1.0);
        self.confidence = self.confidence.max(by_count).max(told);
        self.strength = self.confidence;
        self.source_session_ids.len() > before
    }
}

fn confidence(sessions: usize) -> f64 {
    let mut sure = CONFIDENCE;
    for _ in 1..sessions.min(10) {
        sure += GAIN * (1.0 - sure);
    }
    (sure * 1_000.0).round() / 1_000.0
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
        let shown: Vec<_> = groups.iter().map(|of| (of.project, of.size)).collect();
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
        assert_eq!((groups[0].concept.as_str(), groups[0].size), ("auth", 3));
        assert_eq!(groups[0].seen[0].id, "2", "the weightiest first");
        assert_eq!(groups[0].sessions.len(), 2);
    }

    #[test]
    fn steps_are_told_in_order_and_read_again() {
        let one = |at: &str, title: &str| Observation {
            timestamp: at.into(),
            title: title.into(),
            ..seen(at, "a", "auth/x.rs", 5)
        };
        let all = [
            one("3", "Bash"),
            one("1", "Read"),
            one("2", "Edit"),
            one("4", "Edit"),
        ];
        let steps_seen = groups(placed(&all))[0].steps();
        assert_eq!(
            steps_seen,
            ["Read auth/x.rs", "Edit auth/x.rs", "Bash auth/x.rs"]
        );
        assert_eq!(
            steps("Auth.\n1. Read it\n2. Edit it\n"),
            ["Read it", "Edit it"]
        );
        assert_eq!(steps("Read it. Edit it."), ["Read it", "Edit it"]);
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
    fn decisions_that_differ_in_one_word_are_claims_each() {
        let decided = |what: &str| Summary {
            session_id: what.into(),
            key_decisions: vec![format!(
                "We decided to deploy the {what} service with a rolling restart at night"
            )],
            ..Summary::default()
        };
        let claims = claims(&["auth", "cart", "mail", "auth"].map(decided));
        assert_eq!(claims.len(), 3, "{claims:?}");
        let fact = Fact {
            fact: claims[0].fact.clone(),
            ..Fact::default()
        };
        assert_eq!(claims.iter().filter(|claim| fact.is(claim)).count(), 1);
    }

    #[test]
    fn what_two_sessions_settle_is_surer() {
        let summary = |session: &str, decision: &str| Summary {
            session_id: session.into(),
            key_decisions: vec![decision.into()],
            ..Summary::default()
        };
        let all = [
            summary("a", "we decided to keep sqlite for storage"),
            summary("b", "tabs instead of spaces everywhere"),
            summary("c", "We decided to keep SQLite for storage"),
        ];
        let claims = claims(&all);
        assert_eq!(claims.len(), 2);
        assert_eq!(claims[0].sessions, ["a", "c"]);
        let mut fact = Fact {
            fact: claims[0].fact.clone(),
            ..Fact::default()
        };
        assert!(fact.is(&claims[0]) && !fact.is(&claims[1]));
        assert!(fact.take_in(&claims[0]));
        assert_eq!(fact.confidence, 0.6);
        assert!(!fact.take_in(&claims[0]), "nobody new stands for it");
    }
}
