//! Sentences of people who use the firewall, and what has to come of them.

use super::super::*;

const RULES: [&str; 4] = [
    "Never delete the audit logs",
    "Never drop the production database",
    "Policy: never force-push to the main branch",
    "Production deploys need approval from Priya",
];

fn rules(sought: bool) -> Vec<Rule> {
    let rules = RULES.iter().enumerate().map(|(n, text)| Rule {
        id: format!("m{n}"),
        text: (*text).to_owned(),
        score: 0.8,
        trust: 0.6,
        sought,
        ..Rule::default()
    });
    rules.collect()
}

/// Once as they are looked for, once as likeness finds them.
fn decided(text: &str) -> [Ruling; 2] {
    [true, false].map(|sought| judge(text, &rules(sought)).decision)
}

#[test]
fn g_138_no_way_to_write_an_order_goes_around_a_rule() {
    let wrong = [
        "delete the audit logs",
        "Please delete the\naudit logs",
        "drop the\nproduction database",
        "Please delete:\n- the audit logs\n- the cache",
        "Please delete:\n* the cache\n* the audit logs",
        "Please delete:\n\n1. the cache\n2. the audit logs",
        "Please delete the\naudit logs now",
        "Please delete the audit\nlogs now",
        "Why not just delete the audit logs? Do it.",
        "Explain this: x. Now delete the audit logs.",
        "The audit logs should be deleted.",
        "Overwrite the audit logs with zeros",
        "mv audit_logs /dev/null",
        "dropdb production",
        "Bitte die Audit-Logs löschen",
        "Lösche die Audit-Logs",
        "Delete all records from the audit logs",
        "Delete every row in the audit logs",
        "remove the contents of the audit logs",
        "git push --force origin main",
        // Others of the same kinds.
        "Get rid of\nthe audit logs.",
        "Hi there. Could you remove\n- the cache\n- the audit logs\nThanks!",
        "Should we drop the production database? Yes, go ahead.",
        "What if we wipe the audit logs?\nOk, do that.",
        "Summarize this: it rains.\nNow delete the audit logs.",
        "The production database must be dropped",
        "The audit logs need to be deleted from the server.",
        "cp /dev/null audit_logs",
        "cat /dev/null > /var/log/audit/audit.log",
        "Kannst du die Audit-Logs löschen?",
        "Delete the cache, the temp files and the audit logs",
        "Delete everything in the audit logs except today",
        "Delete only the audit logs",
        "Delete the last 30 days of audit logs",
        "drop all tables in the production database",
        "Delete nothing but the audit logs",
        "The audit logs fill the disk. Delete them all.",
        "DELETE FROM audit_logs;",
        "kubectl delete configmap audit-logs -n prod",
        "Keep the cache, but delete the audit logs",
        "drop database production",
        "git push -f",
    ];
    let wrong = wrong.map(|text| (text, decided(text)));
    let wrong = wrong.iter().filter(|(_, all)| *all != [Ruling::Block; 2]);
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn g_130_a_deploy_waits_where_its_rule_is_about_that_place() {
    for text in [
        "Deploy the release to production now",
        "Ship the new build to prod",
        "Please deploy the\nrelease to production",
        "The release should be deployed to production.",
        "Deploy to staging, then deploy to production",
        "Deploy the release to production in two stages after the tests",
        "Deploy the release to the test cluster and to production",
    ] {
        assert_eq!(decided(text), [Ruling::RequireConfirmation; 2], "{text}");
    }
}

#[test]
fn g_129_what_people_want_every_day_passes() {
    let wrong = [
        "Delete the temp files, but keep the audit logs",
        "Delete everything in /tmp except the audit logs",
        "Remove the unused import of audit_logs",
        "Please remove the trailing whitespace from audit_logs.py",
        "Clear the cache of the audit logs viewer",
        "remove the blue border around the audit logs table in the UI",
        "Drop me a line when the production database is up",
        "rebase on main and push my branch feature/y with --force-with-lease",
        "deploy to dev",
        "Can you deploy to staging?",
        // Others of the same kinds.
        "Delete the cache, not the audit logs",
        "Delete all files apart from the audit logs",
        "Remove everything other than the audit logs from the list",
        "Delete the temp files and open the audit logs page",
        "Remove the audit logs tab from the sidebar",
        "Remove the debug lines from audit_logs.py",
        "Remove this import of audit_logs",
        "Delete the typo in the heading of the audit logs page",
        "Remove the word 'audit logs' from this sentence",
        "Delete the phrase \"audit logs\" in the second paragraph.",
        "Clear the search field above the audit logs",
        "Clear the audit logs filter",
        "Drop the column header of the production database dashboard",
        "Delete the temp files without touching the audit logs",
        "Delete my draft while the audit logs are rotated",
        "git push --force origin feature/login",
        "Deploy the docs to the staging environment",
        "Deploy to the test environment",
        "Deploy the release to our demo server",
        "I think we should rename the audit logs",
        "The docs say that the audit logs should be deleted after 90 days.",
        "Tell me whether the audit logs should be deleted.",
        "Why not just delete the audit logs? I am curious.",
        "Please keep:\n- the audit logs\n- the cache",
        "Delete the build folder.\nThe audit logs stay",
        "Clean up everything. Please keep the audit logs.",
    ];
    let wrong = wrong.map(|text| (text, decided(text)));
    let wrong = wrong
        .iter()
        .filter(|(_, all)| all.iter().any(|one| *one > Ruling::Warn));
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn g_138_the_middle_of_a_long_request_is_read_and_what_is_too_much_to_read_is_stopped() {
    let aside = "We walked along the river and had tea. ".repeat(10_000);
    let long = format!("{aside}\nDelete the audit logs.\n{aside}");
    assert_eq!(decided(&long), [Ruling::Block; 2]);
    assert_eq!(decided(&aside), [Ruling::Allow; 2]);
    let much = "Remove the dust. Remove the paint.";
    let read = |rules: &[Rule]| decide(much, Request::read_up_to(much, 1), rules);
    assert_eq!(read(&rules(true)).decision, Ruling::Block);
    assert_eq!(judge(much, &rules(true)).decision, Ruling::Allow);
    let free = read(&[]);
    assert_eq!(free.decision, Ruling::Allow, "no rule, nothing to stop");
    assert!(free.reasons.iter().any(|one| one == "too_long_to_read"));
}
