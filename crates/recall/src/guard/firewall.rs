//! A request against the rules that are known.

use mneme_index::words::{is_stop_word, words};
use mneme_model::MemoryStatus;
use serde::{Deserialize, Serialize};

use super::spoken::Spoken;
use super::verdict::{CONFIRM_HEADER, MatchedPolicy, PolicyVerdict};
use super::wordings::CARRIERS;
use super::{Request, Risk, Ruling, policies};

/// A memory that may be a rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rule {
    pub id: String,
    pub text: String,
    pub tags: Vec<String>,
    pub score: f64,
    pub trust: f64,
    pub low_trust: bool,
    pub status: MemoryStatus,
    /// It was looked for as a rule, not found by the request: it has to be about the same things.
    pub sought: bool,
}

/// What is found worse than this says nothing about the request.
const LEAST_SCORE: f64 = 0.35;
const SHOWN_CHARS: usize = 220;

// === impl Rule ===

impl Rule {
    /// Whether there is a request that it stops, or holds until somebody confirms.
    pub fn can_stop(&self) -> bool {
        let counts = self.status == MemoryStatus::Active && !self.low_trust;
        let about = policies::about(&self.text);
        let strict = policies::ruling(&self.text, &self.tags, &about);
        counts && !about.is_empty() && strict >= Some(Ruling::RequireConfirmation)
    }
}

pub fn judge(text: &str, rules: &[Rule]) -> PolicyVerdict {
    let request = Request::read(text);
    if !request.is_risky() {
        return PolicyVerdict::default();
    }
    let mut matched: Vec<MatchedPolicy> = Vec::new();
    for rule in rules {
        if let Some(policy) = matches(text, &request, rule)
            && matched
                .iter()
                .all(|known| known.memory_id != policy.memory_id)
        {
            matched.push(policy);
        }
    }
    // The strictest first; of equals by name, so that the same rules are always told alike.
    matched.sort_by(|a, b| {
        b.decision
            .cmp(&a.decision)
            .then(a.memory_id.cmp(&b.memory_id))
    });
    let decision = matched
        .first()
        .map_or(Ruling::Allow, |first| first.decision);
    let confirms = decision == Ruling::RequireConfirmation;
    PolicyVerdict {
        active: true,
        decision,
        reasons: reasons(&request, &matched),
        risky_actions: request.risks,
        matched_terms: request.terms,
        matched_policies: matched,
        confirmation_header: confirms.then(|| CONFIRM_HEADER.to_owned()),
    }
}

fn reasons(request: &Request, matched: &[MatchedPolicy]) -> Vec<String> {
    let named = request.risks.iter().map(|risk| risk.name());
    let actions = named.map(|name| format!("risky_action:{name}"));
    let rules = matched.iter().map(|policy| {
        let (id, rules) = (&policy.memory_id, policy.decision.name());
        format!("policy:{id}:{rules}")
    });
    let none = matched
        .is_empty()
        .then(|| String::from("no_matching_policy"));
    actions.chain(rules).chain(none).collect()
}

fn matches(text: &str, request: &Request, rule: &Rule) -> Option<MatchedPolicy> {
    let candidate = rule.status == MemoryStatus::Candidate;
    let counts = rule.status == MemoryStatus::Active || candidate;
    let near = match rule.sought {
        true => is_about_the_same(text, &rule.text) || is_by_force(request, &rule.text),
        false => rule.score >= LEAST_SCORE,
    };
    if rule.low_trust || !counts || !near {
        return None;
    }
    let about = policies::about(&rule.text);
    let shared: Vec<Risk> = about
        .into_iter()
        .filter(|risk| request.risks.contains(risk))
        .collect();
    if shared.is_empty() {
        return None;
    }
    let strict = policies::ruling(&rule.text, &rule.tags, &shared)?;
    Some(MatchedPolicy {
        memory_id: rule.id.clone(),
        content: shown(&rule.text),
        tags: rule.tags.clone(),
        action_classes: shared,
        // What nobody confirmed may warn, and stops nothing.
        decision: if candidate { Ruling::Warn } else { strict },
        score: rule.score,
        trust_score: rule.trust,
        status: rule.status.name().to_owned(),
    })
}

/// Whether a request and a rule share a word beside those that name the act itself.
fn is_about_the_same(text: &str, rule: &str) -> bool {
    let acts: Vec<String> = Risk::ALL
        .into_iter()
        .flat_map(|risk| risk.verbs())
        .chain(CARRIERS.iter())
        .flat_map(words)
        .collect();
    let things = |text: &str| -> Vec<String> {
        let said = words(text).into_iter();
        said.filter(|word| !is_stop_word(word) && !acts.contains(word))
            .collect()
    };
    let asked = things(text);
    let ruled = things(rule);
    // A rule that names nothing beside the act is about all of it.
    ruled.iter().all(|word| NORMS.contains(&word.as_str()))
        || ruled.iter().any(|word| asked.contains(word))
}

/// What is pushed by force is whatever stands there, named or not.
fn is_by_force(request: &Request, rule: &str) -> bool {
    let forced = request.terms.iter().any(|term| term.starts_with("force"));
    forced && Spoken::of(rule).first(&["force", "forced"]).is_some()
}

/// What every rule says, as it is indexed.
const NORMS: [&str; 10] = [
    "never",
    "must",
    "polici",
    "policy",
    "approv",
    "requir",
    "mandatori",
    "alway",
    "forbidden",
    "rule",
];

fn shown(text: &str) -> String {
    crate::brief::cut(text, SHOWN_CHARS)
}

#[cfg(test)]
mod tests;
