//! Whether a memory is a rule, what it is about, and how strict it is.

use super::approvers::{asks_before, is_reserved, names_who_acts, reserves, waits_for_a_word};
use super::forms::Forms;
use super::spoken::{Spoken, parts, sentences};
use super::{Risk, Ruling};

const TAGS: [&str; 12] = [
    "policy",
    "policies",
    "approval",
    "security",
    "retention",
    "compliance",
    "guardrail",
    "guardrails",
    "governance",
    "rule",
    "rules",
    "constraint",
];
const PROHIBITS: [&str; 47] = [
    "never",
    "must not",
    "mustn't",
    "may not",
    "shall not",
    "do not",
    "don't",
    "does not allow",
    "cannot be",
    "can't be",
    "forbidden",
    "forbid",
    "forbids",
    "prohibited",
    "prohibits",
    "not allowed",
    "not permitted",
    "disallowed",
    "under no circumstances",
    "off limits",
    "banned",
    "disallow",
    "disallows",
    "against policy",
    "against the rules",
    "isn't allowed",
    "aren't allowed",
    "not acceptable",
    "nobody may",
    "nothing may",
    "nothing should be",
    "nobody should",
    "nobody is allowed",
    "no one may",
    "no one should",
    "no one is allowed",
    "is frozen",
    "are frozen",
    "nie",
    "niemals",
    "darf nicht",
    "dürfen nicht",
    "darf nie",
    "dürfen nie",
    "verboten",
    "untersagt",
    "nicht erlaubt",
];
/// Before a risky verb these forbid; before others they say how things are.
const DISCOURAGES: [&str; 4] = ["should not", "shouldn't", "we don't", "we never"];
const DEMANDS: [&str; 36] = [
    "approval",
    "approvals",
    "approve",
    "approved",
    "approves",
    "confirm",
    "confirmation",
    "confirmed",
    "mandatory",
    "required",
    "requires",
    "require",
    "must",
    "has to",
    "have to",
    "need to",
    "needs",
    "sign off",
    "signoff",
    "before production",
    "before deploying",
    "before release",
    "before deploy",
    "before deleting",
    "only after",
    "may only",
    "always",
    "unless",
    "ask before",
    "need permission",
    "get permission",
    "darf nur",
    "dürfen nur",
    "freigabe",
    "genehmigung",
    "zustimmung",
];
const CAUTIONS: [&str; 12] = [
    "warn",
    "warning",
    "caution",
    "careful",
    "carefully",
    "extra care",
    "take care",
    "beware",
    "avoid",
    "risky",
    "watch out",
    "double check",
];
/// What is not demanded is no demand. It forbids nothing either, and allows nothing that is forbidden.
const WAIVES: [&str; 12] = [
    "do not require",
    "don't require",
    "does not require",
    "doesn't require",
    "do not need",
    "don't need",
    "does not need",
    "doesn't need",
    "not required",
    "not needed",
    "not mandatory",
    "no approval",
];

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

/// "Never empty the bucket", "the bucket must not be emptied": rules are written with the verbs of orders.
fn forbids(said: &Spoken, risk: Risk) -> bool {
    let mut verbs = risk.verbs_in(said);
    verbs.any(|verb| {
        let done = Forms::of(verb).map_or("", |forms| &forms.done);
        ["never", "not", "don't"]
            .iter()
            .any(|no| said.says(&format!("{no} {verb}")) || said.says(&format!("{no} be {done}")))
    })
}

/// What it is about, wherever that is said.
pub fn about(text: &str) -> Vec<Risk> {
    let said = Spoken::of(text);
    let stem = |stems: &[&str]| {
        let mut words = said.words();
        words.any(|word| stems.iter().any(|stem| word.starts_with(stem)))
    };
    let any = |words: &[&str]| said.first(words).is_some();
    let deploy = stem(&["deploy", "rollout", "redeploy", "canary"])
        || any(&[
            "release",
            "releases",
            "released",
            "releasing",
            "roll out",
            "rolled out",
            "rolling out",
            "ship",
            "ships",
            "shipped",
            "shipping",
            "go live",
            "goes live",
            "going live",
        ])
        || stem(&["production", "prod"]) && any(&["push", "promote", "publish", "launch"]);
    let delete = stem(&[
        "delet",
        "purg",
        "eras",
        "truncat",
        "wip",
        "retention",
        "lösch",
        "gelösch",
        "entfern",
        "vernicht",
        "terminat",
    ]) || forbids(&said, Risk::Delete)
        || any(&[
            "remove",
            "removes",
            "removed",
            "removing",
            "removal",
            "get rid of",
            "thrown away",
            "throw away",
            "discard",
            "discarded",
            "drop",
            "drops",
            "dropped",
            "dropping",
            "destroy",
            "destroyed",
            "destroying",
            "destroys",
            "rm",
        ]);
    let leaves = forbids(&said, Risk::Exfiltrate)
        || stem(&["export", "upload", "exfiltrat", "leak", "publish"])
        || any(&[
            "share", "shared", "sharing", "send", "sent", "post", "posted", "copy", "copied",
        ])
        || any(&[
            "leave",
            "leaves",
            "outside",
            "public",
            "external",
            "externally",
            "gist",
        ]);
    let kept = stem(&["customer", "secret", "credential", "password", "token"])
        || any(&[
            "data", "pii", "keys", "key", "personal", "records", "logs", "database",
        ]);
    let past = stem(&["bypass", "skip", "overrid", "circumvent", "disabl", "waiv"])
        || any(&["without review", "without approval", "turn off"])
        || any(&["force", "forced", "force push", "force pushes", "no verify"]);
    let looked_at = stem(&["review", "guardrail", "approv"])
        || any(&["tests", "checks", "auth", "authentication", "ci"]);
    let demanded = any(&[
        "mandatory",
        "required",
        "require",
        "requires",
        "must",
        "never",
    ]);
    let merged = stem(&["merg", "patch"]);
    let found = [
        (Risk::Deploy, deploy),
        (Risk::Delete, delete),
        (Risk::Exfiltrate, leaves && kept),
        (Risk::Override, past || looked_at && demanded && merged),
    ];
    let found = found.into_iter().filter(|(_, found)| *found);
    found.map(|(risk, _)| risk).collect()
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

    #[test]
    fn g_129_a_rule_is_about_what_it_names() {
        assert_eq!(
            about("Never deploy without staging approval."),
            [Risk::Deploy]
        );
        assert_eq!(about("Audit logs are never deleted."), [Risk::Delete]);
        assert_eq!(about("Never export customer data."), [Risk::Exfiltrate]);
        assert_eq!(about("Never bypass review."), [Risk::Override]);
        assert_eq!(about("Forced pushes are forbidden."), [Risk::Override]);
        assert_eq!(about("Never run git push -f."), [Risk::Override]);
        assert_eq!(
            about("Review is mandatory before a merge."),
            [Risk::Override]
        );
        assert_eq!(about("The cat is black."), []);
    }
}
