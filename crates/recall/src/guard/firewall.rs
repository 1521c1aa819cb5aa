//! A request against the rules that are known.

use mneme_model::MemoryStatus;
use serde::{Deserialize, Serialize};

use super::letters::visible;
use super::matter::{Matter, is_near, things};
use super::spoken::Spoken;
use super::verdict::{CONFIRM_HEADER, MatchedPolicy, PolicyVerdict};
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
    let asked = asked(text, &request);
    let mut matched: Vec<MatchedPolicy> = Vec::new();
    for rule in rules {
        if let Some(policy) = matches(&asked, &request, rule)
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

/// What a request is about: what stands in its orders, or anywhere in it where they do not say.
fn asked(text: &str, request: &Request) -> Vec<String> {
    let mut asked = match request.refers {
        true => things(&visible(text)),
        false => things(&request.orders.join("\n")),
    };
    asked.extend(request.terms.iter().flat_map(|term| things(term)));
    asked
}

fn matches(asked: &[String], request: &Request, rule: &Rule) -> Option<MatchedPolicy> {
    let candidate = rule.status == MemoryStatus::Candidate;
    let counts = rule.status == MemoryStatus::Active || candidate;
    let forced = is_by_force(request, &rule.text);
    let near = match rule.sought {
        true => forced || is_near(&rule.text, asked),
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
    let mut strict = policies::ruling(&rule.text, &rule.tags, &shared)?;
    let named = || forced || Matter::of(&rule.text, &shared).is_named(asked);
    if strict == Ruling::Block && !named() {
        // What only resembles the request forbids nothing; one found by it is worth a word.
        strict = Some(Ruling::Warn).filter(|_| !rule.sought)?;
    }
    Some(MatchedPolicy {
        memory_id: rule.id.clone(),
        content: shown(&rule.text),
        tags: rule.tags.clone(),
        action_classes: shared,
        // What nobody confirmed may warn, and stops nothing.
        decision: if candidate { Ruling::Warn } else { strict },
        // One that was looked for was found by its matter, not by likeness.
        score: match rule.sought {
            true => rule.score.max(LEAST_SCORE),
            false => rule.score,
        },
        trust_score: rule.trust,
        status: rule.status.name().to_owned(),
    })
}

/// What is pushed by force is whatever stands there, named or not.
fn is_by_force(request: &Request, rule: &str) -> bool {
    let forced = request.terms.iter().any(|term| term.starts_with("force"));
    forced && Spoken::of(rule).first(&["force", "forced"]).is_some()
}

fn shown(text: &str) -> String {
    crate::brief::cut(text, SHOWN_CHARS)
}

#[cfg(test)]
mod tests;
