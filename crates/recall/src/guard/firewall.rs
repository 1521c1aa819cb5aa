//! A request against the rules that are known.

use std::borrow::Cow;
use std::cell::LazyCell;

use mneme_model::MemoryStatus;
use serde::{Deserialize, Serialize};

use super::approvers::goes_without_a_word;
use super::asked::Asked;
use super::letters::visible;
use super::matter::Matter;
use super::reach::{is_saved, is_spared, takes_up};
use super::spoken::{Spoken, parts};
use super::things::{deeds, things};
use super::verdict::{CONFIRM_HEADER, MatchedPolicy, PolicyVerdict};
use super::whom::names_outsiders;
use super::{BETWEEN, Request, Risk, Ruling, policies};

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
    decide(text, Request::read(text), rules)
}

/// Of a text that was read.
pub fn decide(text: &str, request: Request, rules: &[Rule]) -> PolicyVerdict {
    if !request.is_risky() {
        return PolicyVerdict::default();
    }
    let whole = LazyCell::new(|| named(&visible(text)));
    let unasked = LazyCell::new(|| goes_without_a_word(&visible(text)));
    let aims = request.aims.iter();
    let asked: Vec<Asked> = aims.map(|aim| Asked::of(aim, &whole)).collect();
    let mut matched: Vec<MatchedPolicy> = Vec::new();
    for rule in rules {
        if let Some(policy) = matches(&asked, &request, rule, || *unasked)
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

/// Whatever a request names, without what it says is to stay. What is only saved first is not: "back up the
/// logs, then delete them".
fn named(text: &str) -> Vec<String> {
    let all: Vec<(&str, bool)> = text.split(BETWEEN).flat_map(parts).collect();
    let (mut named, mut taken_up) = (Vec::new(), false);
    for (one, _) in all.into_iter().rev() {
        taken_up |= takes_up(one);
        if !is_spared(one) || taken_up && is_saved(one) {
            named.extend(things(one));
            named.extend(deeds(one));
        }
    }
    named
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
    let unread = request.unread.then(|| String::from("too_long_to_read"));
    actions.chain(rules).chain(none).chain(unread).collect()
}

fn matches(
    asked: &[Asked],
    request: &Request,
    rule: &Rule,
    unasked: impl Fn() -> bool,
) -> Option<MatchedPolicy> {
    let candidate = rule.status == MemoryStatus::Candidate;
    let counts = rule.status == MemoryStatus::Active || candidate;
    if rule.low_trust || !counts {
        return None;
    }
    let about = policies::about(&rule.text);
    let shared: Vec<Risk> = about
        .into_iter()
        .filter(|risk| request.risks.contains(risk))
        .collect();
    let ruled = things(&rule.text);
    let asked = asked.iter().filter(|one| shared.contains(&one.risk));
    let asked: Vec<Cow<'_, Asked>> = asked.map(|one| one.spelled(&ruled)).collect();
    let apart = names_outsiders(&rule.text);
    let among_us = |one: &Asked| apart && one.inside && one.risk == Risk::Exfiltrate;
    let matter = Matter::of(&rule.text, &shared);
    let counts = |one: &&Asked| !among_us(one) && !matter.lets_pass(one);
    let asked = || asked.iter().map(Cow::as_ref).filter(counts);
    // Nobody can say of what was not read that a rule does not stop it.
    let sure = request.unread && rule.can_stop() || is_by_force(request, rule, &matter, asked());
    let near = match rule.sought {
        true => sure || asked().any(|one| matter.is_near(one) || one.is_near(&ruled)),
        false => sure || rule.score >= LEAST_SCORE,
    };
    if shared.is_empty() || !near {
        return None;
    }
    let mut strict = policies::ruling(&rule.text, &rule.tags, &shared)?;
    let meant = sure
        || match strict {
            Ruling::Block => asked().any(|one| {
                let named = matter.is_named(one) && !matter.is_kept_elsewhere(one);
                named || matter.is_passed_by(one)
            }),
            Ruling::RequireConfirmation => asked().any(|one| !matter.is_elsewhere(one)),
            Ruling::Warn | Ruling::Allow => true,
        };
    // Who forbids it without a word has it waiting for one, unless it is to be done without.
    if strict == Ruling::Block
        && !request.unread
        && policies::waits(&rule.text, &shared)
        && !unasked()
    {
        strict = Ruling::RequireConfirmation;
    }
    if !meant {
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

/// What is pushed by force is whatever stands there, named or not; only a branch that is named is no other.
fn is_by_force<'a>(
    request: &Request,
    rule: &Rule,
    matter: &Matter,
    mut asked: impl Iterator<Item = &'a Asked>,
) -> bool {
    let forced = request.terms.iter().any(|term| term.starts_with("force"));
    let ruled = Spoken::of(&rule.text).first(&["force", "forced"]).is_some();
    forced && ruled && asked.any(|one| !one.branch || matter.is_named(one))
}

fn shown(text: &str) -> String {
    crate::brief::cut(text, SHOWN_CHARS)
}

#[cfg(test)]
mod tests;
