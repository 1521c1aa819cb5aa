//! Whether a memory is a rule, and how strict it is.

mod phrases;
mod subject;

use super::approvers::{asks_before, is_reserved, names_who_acts, reserves, waits_for_a_word};
use super::forms::Forms;
use super::spoken::{Spoken, parts, sentences};
use super::{Risk, Ruling};
use phrases::{CAUTIONS, DEMANDS, DISCOURAGES, PROHIBITS, TAGS, WAIVES};

pub use subject::about;

/// Whether a memory rules anything risky at all.
pub fn is_rule(text: &str, tags: &[String]) -> bool {
    let about = about(text);
    !about.is_empty() && ruling(text, tags, &about).is_some()
}

/// How strict a rule is, if it is one.
pub fn ruling(text: &str, tags: &[String], about: &[Risk]) -> Option<Ruling> {
    let whole = Spoken::of(text);
    let said = whole.leaving_out(&WAIVES);
    let tagged = tags
        .iter()
        .any(|tag| TAGS.contains(&tag.to_lowercase().as_str()));
    // A tag says that something is ruled, and a waiver what.
    let tagged = tagged && whole.first(&WAIVES).is_none();
    let deploys = about.contains(&Risk::Deploy) && said.says("staging");
    match () {
        () if said.first(&PROHIBITS).is_some() => Some(Ruling::Block),
        () if begins_with_no(&said) && !names_who_acts(text) => Some(Ruling::Block),
        () if discourages(&said, about) => Some(Ruling::Block),
        () if demands(text) => Some(Ruling::RequireConfirmation),
        () if said.first(&CAUTIONS).is_some() => Some(Ruling::Warn),
        () if deploys && tagged => Some(Ruling::RequireConfirmation),
        () if tagged => Some(Ruling::Warn),
        () => None,
    }
}

/// Whether anything is demanded. A waiver takes back what its own clause demands, and no other.
fn demands(text: &str) -> bool {
    let read = sentences(text);
    let mut clauses = read.iter().flat_map(|sentence| &sentence.clauses);
    let asked = |clause: &Spoken| is_reserved(clause) || asks_before(clause);
    let demanded = |clause: &Spoken| clause.first(&DEMANDS).is_some() || asked(clause);
    let clause = clauses.any(|clause| demanded(clause) && clause.first(&WAIVES).is_none());
    // "Only Dana or Omar may deploy": who it is may be more than one clause.
    let mut whole = parts(text).map(|(text, _)| (text, Spoken::of(text)));
    let rules = |text: &str, said: &Spoken| is_reserved(said) || names_who_acts(text);
    clause || whole.any(|(text, said)| rules(text, &said) && said.first(&WAIVES).is_none())
}

/// Whether all that forbids one of these waits for a word of somebody: "never deploy without approval".
pub fn waits(text: &str, risks: &[Risk]) -> bool {
    let forbids = |said: &Spoken| said.first(&PROHIBITS).is_some() || begins_with_no(said);
    let meant = |text: &String| {
        let said = Spoken::of(text);
        forbids(&said) && about(text).iter().any(|risk| risks.contains(risk))
    };
    let all: Vec<String> = sentences(text)
        .iter()
        .flat_map(|one| units(&one.clauses, forbids))
        .collect();
    let mut meant = all.iter().filter(|text| meant(text)).peekable();
    meant.peek().is_some() && meant.all(|text| waits_for_a_word(&Spoken::of(text)))
}

/// Clauses up to the next one that forbids something.
fn units(clauses: &[Spoken], forbids: impl Fn(&Spoken) -> bool) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for clause in clauses {
        let said = clause.words().collect::<Vec<_>>().join(" ");
        match all.last_mut().filter(|_| !forbids(clause)) {
            Some(last) => *last = format!("{last} {said}"),
            None => all.push(said),
        }
    }
    all
}

/// "Customer data should not be exported."
fn discourages(said: &Spoken, about: &[Risk]) -> bool {
    let verbs = || about.iter().flat_map(|risk| risk.verbs_in(said));
    DISCOURAGES.iter().any(|no| {
        let (mut plain, mut passive) = (verbs(), verbs());
        plain.any(|verb| said.says(&format!("{no} {verb}")))
            || passive.any(|verb| {
                let done = Forms::of(verb).map_or("", |forms| &forms.done);
                said.says(&format!("{no} be {done}"))
            })
    })
}

/// "No deploys on Fridays."
fn begins_with_no(said: &Spoken) -> bool {
    said.begins("no") && !reserves(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strict(text: &str) -> Option<Ruling> {
        ruling(text, &[], &about(text))
    }

    #[test]
    fn g_130_wording_says_how_strict_a_rule_is() {
        for (text, rules) in [
            ("Never delete audit logs from production.", Ruling::Block),
            (
                "Customer data must not be exported to public places.",
                Ruling::Block,
            ),
            ("No deploys on Fridays.", Ruling::Block),
            ("Customer data should not be exported.", Ruling::Block),
            ("Nobody may delete the audit logs.", Ruling::Block),
            ("Fridays are off limits for releases.", Ruling::Block),
            ("We don't ship on Fridays.", Ruling::Block),
            ("Deleting audit logs is against policy.", Ruling::Block),
            (
                "Never deploy to production with no approval.",
                Ruling::Block,
            ),
            (
                "Never deploy to production on Friday. Docs deploys do not require approval.",
                Ruling::Block,
            ),
            ("No approval, no deploy.", Ruling::Block),
            (
                "Production deploys require approval, docs deploys don't need it.",
                Ruling::RequireConfirmation,
            ),
            (
                "Release policy: staging approval is mandatory before production deploys.",
                Ruling::RequireConfirmation,
            ),
            ("Deploys on Friday evening need extra care.", Ruling::Warn),
        ] {
            assert_eq!(strict(text), Some(rules), "{text}");
            assert!(is_rule(text, &[]), "{text}");
        }
        for fact in [
            "The deploy script is scripts/deploy.sh.",
            "A deploy should not take longer than five minutes.",
            "Nobody deployed on Friday.",
            "Production deploys do not require staging approval.",
            "No approval is needed to deploy the docs.",
            "A deploy of the docs doesn't need a review.",
        ] {
            assert_eq!(strict(fact), None, "{fact}");
            assert!(!is_rule(fact, &[]), "{fact}");
        }
        let waived = "Production deploys do not require staging approval.";
        let tags = [String::from("policy")];
        assert_eq!(ruling(waived, &tags, &[Risk::Deploy]), None);
        let tags = [String::from("Policy")];
        assert_eq!(
            ruling("Deploys happen at noon.", &tags, &[]),
            Some(Ruling::Warn)
        );
        let staged = ruling("Deploys go over staging.", &tags, &[Risk::Deploy]);
        assert_eq!(staged, Some(Ruling::RequireConfirmation));
    }
}
