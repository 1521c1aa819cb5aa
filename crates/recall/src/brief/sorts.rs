//! Whether a memory says what is so, what must be kept to, or what was done.

use crate::guard::Spoken;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Fact,
    Constraint,
    Action,
}

const BINDS: [&str; 28] = [
    "never",
    "must",
    "always",
    "do not",
    "don't",
    "may not",
    "cannot",
    "only after",
    "only with",
    "required",
    "requires",
    "require",
    "mandatory",
    "forbidden",
    "not allowed",
    "prohibited",
    "should",
    "need approval",
    "needs approval",
    "approval from",
    "approval by",
    "prefer",
    "avoid",
    "keep",
    "policy",
    "rule is",
    "no longer",
    "approval before",
];
const DONE: [&str; 22] = [
    "deployed",
    "rolled back",
    "rolled out",
    "released",
    "shipped",
    "merged",
    "fixed",
    "reverted",
    "migrated",
    "upgraded",
    "patched",
    "renamed",
    "landed",
    "resolved",
    "went live",
    "yesterday",
    "last week",
    "this morning",
    "was changed",
    "we changed",
    "switched to",
    "hotfixed",
];
const BINDING_TAGS: [&str; 8] = [
    "policy",
    "constraint",
    "approval",
    "security",
    "compliance",
    "guardrail",
    "rule",
    "convention",
];
const DONE_TAGS: [&str; 6] = ["incident", "changelog", "action", "log", "recent", "done"];

// === impl Sort ===

impl Sort {
    pub fn name(self) -> &'static str {
        match self {
            Sort::Fact => "fact",
            Sort::Constraint => "constraint",
            Sort::Action => "recent_action",
        }
    }
}

pub fn of(text: &str, tags: &[String], episodic: bool) -> Sort {
    let said = Spoken::of(text);
    let tagged = |list: &[&str]| {
        tags.iter()
            .any(|tag| list.contains(&tag.to_lowercase().as_str()))
    };
    let binds = said.first(&BINDS).is_some();
    match () {
        () if tagged(&BINDING_TAGS) => Sort::Constraint,
        () if tagged(&DONE_TAGS) || episodic && !binds => Sort::Action,
        () if binds => Sort::Constraint,
        () if said.first(&DONE).is_some() => Sort::Action,
        () => Sort::Fact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_126_rules_deeds_and_facts_are_told_apart() {
        for (text, sort) in [
            (
                "Production deploys require staging approval.",
                Sort::Constraint,
            ),
            ("Don\u{2019}t deploy on Fridays.", Sort::Constraint),
            ("The checkout was rolled back on Monday.", Sort::Action),
            ("We deployed v1.2.3 to eu-west.", Sort::Action),
            ("The deploy script is scripts/deploy.sh.", Sort::Fact),
        ] {
            assert_eq!(of(text, &[], false), sort, "{text}");
        }
        let tagged = |tag: &str| of("It is so.", &[tag.to_owned()], false);
        assert_eq!(
            (tagged("Policy"), tagged("incident")),
            (Sort::Constraint, Sort::Action)
        );
        assert_eq!(of("It was so.", &[], true), Sort::Action);
    }
}
