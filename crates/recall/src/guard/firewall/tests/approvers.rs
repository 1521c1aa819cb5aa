//! Who may, and who has to be asked: what rules say of people, and of nothing else.

use super::super::*;

/// Once as it is looked for, once as likeness finds it.
pub fn by(rule: &str, text: &str) -> [Ruling; 2] {
    let known = |sought: bool| Rule {
        id: String::from("m1"),
        text: rule.to_owned(),
        tags: vec![String::from("policy")],
        score: 0.8,
        trust: 0.6,
        sought,
        ..Rule::default()
    };
    [true, false].map(|sought| judge(text, &[known(sought)]).decision)
}

/// Those of some pairs of a rule and a text that are not decided so.
#[track_caller]
pub fn assert_all(pairs: &[(&str, &str)], right: impl Fn(Ruling) -> bool) {
    let all = pairs
        .iter()
        .map(|(rule, text)| (rule, text, by(rule, text)));
    let wrong: Vec<_> = all
        .filter(|(.., all)| !all.iter().all(|one| right(*one)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn g_130_whoever_has_to_be_asked_is_not_what_a_rule_is_about() {
    let pairs = [
        ("Only Priya may deploy.", "Deploy the app"),
        ("Only Priya may deploy.", "Deploy to production"),
        ("Only Priya may deploy.", "Deploy"),
        ("Only Priya is allowed to deploy.", "Ship the app"),
        ("Only the team lead can deploy.", "Deploy the app"),
        ("Only Dana may release.", "Release version 3"),
        ("Only Dana or Omar may release.", "Release version 3"),
        ("Only Priya may delete anything.", "Delete the audit logs"),
        ("Nobody but Priya may deploy.", "Deploy the app"),
        ("No one except Priya may deploy.", "Deploy the app"),
        ("nur Priya darf deployen", "Deploy the app"),
        ("Nur das Team von Priya darf deployen.", "Deploye die App"),
        ("Deployen darf nur Priya.", "Deploy the app"),
        (
            "Deploys brauchen eine Freigabe von Priya.",
            "Deploy the app",
        ),
        ("Deploys require approval from Priya.", "Deploy the app"),
        (
            "Every deploy requires approval from Dana.",
            "Deploy the app",
        ),
        (
            "Every deploy requires approval from Dana.",
            "Ship the app to production",
        ),
        ("Releases must be approved by Dana.", "Release version 3"),
        ("Releases must be approved by Dana or Omar.", "Release it"),
        ("Deploys need approval from QA.", "Deploy the app"),
        ("Deploys need QA approval.", "Deploy the app"),
        ("Deploys need Priya's approval.", "Deploy the app"),
        ("Deploys need sign-off by the team lead.", "Deploy the app"),
        ("Deploys need the team lead's sign-off.", "Deploy the app"),
        (
            "Deploys need approval from the head of engineering.",
            "Deploy the app",
        ),
        (
            "Deploys need approval from someone on the platform team.",
            "Deploy the app",
        ),
        ("Approval from Dana is required for releases.", "Release it"),
        (
            "Dana's approval is required before a release.",
            "Release it",
        ),
        ("Deploys require confirmation.", "Deploy the app"),
        ("Dana must approve every release.", "Release version 3"),
        ("Ask Priya before deploying.", "Deploy the app"),
        (
            "Always check with Priya before you deploy.",
            "Deploy the app",
        ),
        (
            "Always ask Dana before deleting anything.",
            "Delete the cache",
        ),
        (
            "Never deploy without approval from Priya.",
            "Deploy the app",
        ),
        ("Never deploy without approval from Priya.", "Deploy"),
        ("Never deploy without Priya's approval.", "Deploy the app"),
        ("Do not delete anything without permission.", "Delete a.txt"),
        (
            "Nothing may be deployed without Priya's okay.",
            "Deploy the app",
        ),
        ("No deploys without approval.", "Deploy the app"),
        ("Never deploy before talking to Priya.", "Deploy the app"),
        ("Releases must be reviewed by Dana.", "Release version 3"),
        ("Deploys may only be done by Priya.", "Deploy the app"),
        (
            "You need permission to delete files.",
            "Delete the file a.txt",
        ),
        ("Ask me before you deploy.", "Deploy the app"),
        ("Nie ohne Freigabe deployen.", "Deploye die App"),
        (
            "Deploys need approval from Maria. Ask her early.",
            "Deploy it",
        ),
        ("Only Priya may deploy. She is in Oslo.", "Deploy the app"),
    ];
    assert_all(&pairs, |one| one == Ruling::RequireConfirmation);
}

#[test]
fn g_130_a_rule_that_names_who_and_a_thing_is_about_that_thing() {
    let waits = [
        (
            "Only Priya may deploy to production.",
            "Deploy the app to production",
        ),
        (
            "Only Priya may delete the audit logs.",
            "Delete the audit logs",
        ),
        (
            "Deploys to production require approval from QA.",
            "Deploy to production",
        ),
        (
            "Deleting customer records needs approval from Dana.",
            "Delete the customer records",
        ),
        (
            "Ask Priya before deleting the audit logs.",
            "Delete the audit logs",
        ),
    ];
    assert_all(&waits, |one| one == Ruling::RequireConfirmation);
    let passes = [
        ("Only Priya may deploy to production.", "Deploy to staging"),
        (
            "Deploys to production require approval from QA.",
            "Deploy to staging",
        ),
        ("Only Priya may deploy.", "Delete the cache"),
        ("Only Priya may deploy.", "Write to Priya about the deploy"),
        ("Deploys do not require approval from Priya.", "Deploy"),
    ];
    assert_all(&passes, |one| one <= Ruling::Warn);
    let sought = [
        ("Only Priya may delete the audit logs.", "Delete the cache"),
        (
            "Deleting customer records needs approval from Dana.",
            "Delete the cache",
        ),
        (
            "Ask Priya before deleting the audit logs.",
            "Delete the cache",
        ),
        (
            "Do not delete the audit logs without permission.",
            "Delete the cache",
        ),
    ];
    for (rule, text) in sought {
        assert_eq!(by(rule, text)[0], Ruling::Allow, "{rule} {text}");
    }
}

#[test]
fn g_138_what_is_forbidden_without_a_word_waits_for_one_and_is_blocked_where_none_is_wanted() {
    let waits = [
        (
            "Don't delete files without asking.",
            "Delete the file a.txt",
        ),
        ("Never deploy without approval.", "Deploy the app"),
        (
            "Never delete the audit logs without confirmation.",
            "Delete the audit logs",
        ),
        (
            "Do not drop tables without my explicit permission.",
            "Drop the tables",
        ),
    ];
    assert_all(&waits, |one| one == Ruling::RequireConfirmation);
    let blocked = [
        (
            "Don't delete files without asking.",
            "Delete the files without asking",
        ),
        (
            "Never deploy without approval.",
            "Deploy the app without approval",
        ),
        (
            "Never deploy without approval from Priya.",
            "Deploy it without approval",
        ),
        ("Never deploy without staging approval.", "Deploy the app"),
        (
            "Never delete the audit logs. Never deploy without approval.",
            "Delete the audit logs",
        ),
        (
            "Only Priya may deploy to production, and never on Fridays.",
            "Deploy to production on Friday",
        ),
        (
            "Don't drop tables unless the backup is done.",
            "Drop the tables",
        ),
    ];
    assert_all(&blocked, |one| one == Ruling::Block);
}

#[test]
fn g_130_who_does_it_alone_and_through_whom_it_goes_is_who_may() {
    let pairs = [
        ("Only Priya deploys.", "Deploy the app"),
        ("Only Priya deploys.", "Ship it to production"),
        ("Only Priya and Dana deploy.", "Deploy the app"),
        ("Only the release team ships.", "Ship the app"),
        ("Only I deploy.", "Deploy the app"),
        (
            "Only Priya releases to customers.",
            "Release version 3 to customers",
        ),
        ("Only Priya deletes files.", "Delete the file a.txt"),
        (
            "Only Priya pushes to production.",
            "Push the build to production",
        ),
        ("No one deploys except Priya.", "Deploy the app"),
        ("Never deploy without talking to Priya.", "Deploy the app"),
        ("Only Priya does deploys.", "Deploy the app"),
        ("Only Priya gets to deploy.", "Deploy the app"),
        ("Nobody but Priya deploys.", "Deploy the app"),
        ("Nobody deploys except Priya.", "Deploy the app"),
        ("Nur Priya deployt.", "Deploy the app"),
        ("Priya is the only one who deploys.", "Deploy the app"),
        ("Priya is the only one who may deploy.", "Deploy the app"),
        ("Deploys have to go through Priya.", "Deploy the app"),
        ("All deploys go through Priya.", "Deploy the app"),
        ("Releases must go via the team lead.", "Release version 3"),
        ("Run deploys by me first.", "Deploy the app"),
        ("Leave deploys to Priya.", "Deploy the app"),
    ];
    assert_all(&pairs, |one| one == Ruling::RequireConfirmation);
    let passes = [
        ("Only Priya deploys to production.", "Deploy to staging"),
        ("Only two deploys this week.", "Deploy the app"),
        ("The deploy only takes a minute.", "Deploy the app"),
        ("Only failing tests block deploys.", "Deploy the app"),
        ("Deploys go through review.", "Deploy the app"),
        ("Deploys go through Jenkins.", "Deploy the app"),
        ("Only Priya knows how the deploy works.", "Deploy the app"),
        ("Priya deploys on Mondays.", "Deploy the app"),
        ("Only Priya deployed last week.", "Deploy the app"),
    ];
    assert_all(&passes, |one| one <= Ruling::Warn);
}

#[test]
fn g_129_who_is_promoted_is_not_deployed() {
    let passes = [
        ("Only Priya may deploy.", "Promote Anna to lead"),
        ("Only Priya may deploy.", "Promote the intern"),
        ("Never deploy.", "Promote user bob to admin"),
        ("Never deploy.", "Promote our new feature in the newsletter"),
    ];
    assert_all(&passes, |one| one <= Ruling::Warn);
    let waits = [
        ("Only Priya may deploy.", "Promote the build"),
        ("Only Priya may deploy.", "Promote it to production"),
        ("Only Priya may deploy.", "Promote v2.3 to prod"),
        ("Only Priya may deploy.", "Promote staging to production"),
        ("Only Priya may deploy.", "Promote the release candidate"),
        ("Only Priya may deploy.", "Promote the canary now"),
    ];
    assert_all(&waits, |one| one == Ruling::RequireConfirmation);
}
