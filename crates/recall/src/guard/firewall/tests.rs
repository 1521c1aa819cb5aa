mod approvers;
mod daily;
mod files;
mod mails;
mod orders;
mod ways;

use proptest::prelude::*;

use super::*;

fn rule(text: &str) -> Rule {
    Rule {
        id: String::from("m1"),
        text: text.to_owned(),
        score: 0.8,
        trust: 0.6,
        ..Rule::default()
    }
}

fn decided(text: &str, policy: &str) -> Ruling {
    judge(text, &[rule(policy)]).decision
}

#[test]
fn g_138_what_a_policy_forbids_is_blocked() {
    for (text, policy) in [
        (
            "Deploy the checkout service to production without staging approval.",
            "Never deploy to production without staging approval.",
        ),
        (
            "Delete the audit logs from production right now.",
            "Never delete audit logs from production.",
        ),
        (
            "Export the customer data to a public gist.",
            "Never export customer data to public places.",
        ),
        (
            "Bypass review and merge the patch now.",
            "Never bypass review before merging.",
        ),
    ] {
        assert_eq!(decided(text, policy), Ruling::Block, "{text}");
    }
}

#[test]
fn g_129_questions_pass_whatever_the_policies_are() {
    let rules = [
        rule("Never deploy to production without staging approval."),
        rule("Never delete audit logs."),
        rule("Never export customer data."),
        rule("Never bypass review."),
    ];
    for text in [
        "What is our deploy policy before production rollout?",
        "Summarize the retention policy for audit logs.",
        "Explain why customer data must not be exported.",
        "Which review guardrails are currently required?",
    ] {
        assert_eq!(judge(text, &rules), PolicyVerdict::default(), "{text}");
    }
}

#[test]
fn g_130_a_word_may_be_wanted_and_a_warning_is_only_one() {
    let release = "Release policy: staging approval is mandatory before production deploys.";
    let verdict = judge("Deploy the release to production now.", &[rule(release)]);
    assert_eq!(verdict.decision, Ruling::RequireConfirmation);
    assert_eq!(verdict.confirmation_header.as_deref(), Some(CONFIRM_HEADER));
    assert_eq!(verdict.risky_actions, [Risk::Deploy]);
    let care = "Deploys on Friday evening need extra care.";
    assert_eq!(
        decided("Deploy the canary on Friday evening.", care),
        Ruling::Warn
    );
    let fact = "The canary runs in Oslo.";
    assert_eq!(
        decided("Deploy the canary on Friday evening.", fact),
        Ruling::Allow
    );
}

#[test]
fn the_strictest_rule_wins_and_all_are_named() {
    let mut second = rule("Deploys on Friday need extra care.");
    second.id = String::from("m0");
    let rules = [second, rule("Never deploy on Friday.")];
    let verdict = judge("Deploy it on Friday.", &rules);
    assert_eq!(verdict.decision, Ruling::Block);
    let named: Vec<&str> = verdict
        .matched_policies
        .iter()
        .map(|one| one.memory_id.as_str())
        .collect();
    assert_eq!(named, ["m1", "m0"]);
}

#[test]
fn what_is_doubted_or_far_off_rules_nothing_and_a_candidate_only_warns() {
    let (text, policy) = ("Delete the audit logs.", rule("Never delete audit logs."));
    for other in [
        Rule {
            low_trust: true,
            ..policy.clone()
        },
        Rule {
            score: 0.34,
            ..policy.clone()
        },
        Rule {
            status: MemoryStatus::Contested,
            ..policy.clone()
        },
        Rule {
            status: MemoryStatus::Stale,
            ..policy.clone()
        },
        Rule {
            status: MemoryStatus::Archived,
            ..policy.clone()
        },
    ] {
        let verdict = judge(text, &[other]);
        assert!(
            verdict.active && verdict.matched_policies.is_empty(),
            "{verdict:?}"
        );
    }
    let candidate = Rule {
        status: MemoryStatus::Candidate,
        ..policy.clone()
    };
    assert_eq!(judge(text, &[candidate]).decision, Ruling::Warn);
}

#[test]
fn a_rule_that_was_looked_for_is_about_the_same_things() {
    let sought = |text: &str| Rule {
        sought: true,
        score: 0.0,
        ..rule(text)
    };
    let logs = sought("Never delete audit logs.");
    assert_eq!(
        judge("Delete the audit logs.", std::slice::from_ref(&logs)).decision,
        Ruling::Block
    );
    assert_eq!(
        judge("Remove the unused import.", &[logs]).decision,
        Ruling::Allow
    );
    assert_eq!(
        judge("Ship it.", &[sought("Never deploy.")]).decision,
        Ruling::Block
    );
}

#[test]
fn a_push_by_force_is_one_whatever_it_names_and_a_carrier_is_no_thing() {
    let sought = |text: &str| Rule {
        sought: true,
        score: 0.0,
        ..rule(text)
    };
    let forced = [sought("Never force-push to main.")];
    for text in [
        "git push -f",
        "Run git push --force origin trunk",
        "force push",
    ] {
        assert_eq!(judge(text, &forced).decision, Ruling::Block, "{text}");
    }
    let destroy = [sought("Never run terraform destroy.")];
    let decided = |text: &str| judge(text, &destroy).decision;
    assert_eq!(decided("Run terraform destroy"), Ruling::Block);
    assert_eq!(
        decided("Run the tests and remove the old ones"),
        Ruling::Allow
    );
}

proptest! {
    #[test]
    fn no_request_is_too_odd(text in "\\PC{0,200}", policy in "\\PC{0,200}") {
        let _ = judge(&text, &[rule(&policy)]);
    }

    #[test]
    fn a_further_rule_never_makes_it_milder(n in 0usize..4) {
        let all = ["Never deploy on Friday.", "Deploys need approval.", "Deploy with care.", "It rains."];
        let few = judge("Deploy it on Friday.", &all[..n].iter().map(|t| rule(t)).collect::<Vec<_>>());
        let mut more: Vec<Rule> = all[..n].iter().map(|t| rule(t)).collect();
        more.push(Rule { id: String::from("m9"), ..rule(all[n]) });
        prop_assert!(judge("Deploy it on Friday.", &more).decision >= few.decision);
    }
}

#[test]
fn a_rule_can_stop_something_where_it_forbids_or_wants_a_word() {
    let active = rule("Never delete the audit logs from production.");
    assert!(active.can_stop());
    assert!(rule("Staging approval is mandatory before production deploys.").can_stop());
    assert!(!rule("Deploys on Friday evening need extra care.").can_stop());
    assert!(!rule("The ferry to Oslo leaves from pier seven.").can_stop());
    for powerless in [
        Rule {
            status: MemoryStatus::Candidate,
            ..active.clone()
        },
        Rule {
            low_trust: true,
            ..active
        },
    ] {
        assert!(!powerless.can_stop(), "{powerless:?}");
    }
}

const POLICIES: [&str; 4] = [
    "Never delete the audit logs from production.",
    "Never export customer data to a public place.",
    "Never deploy the checkout service to production without staging approval.",
    "Never bypass review before merging a patch.",
];

/// As a gateway knows them: looked for, and not found by the request.
fn standing() -> Vec<Rule> {
    let rules = POLICIES.iter().enumerate().map(|(n, text)| Rule {
        id: format!("m{n}"),
        sought: true,
        score: 0.1,
        ..rule(text)
    });
    rules.collect()
}

#[test]
fn what_is_done_to_another_thing_is_not_forbidden() {
    for text in [
        "rm /tmp/debug.log",
        "git rm old.log",
        "Remove console.log from the checkout component",
        "Delete the log statement on line 5",
        "Remove the trailing whitespace in audit.rs",
        "remove the logs directory from .gitignore",
        "Share the screen layout of the customer page",
        "Deploy the docs preview to staging",
        "Disable the review reminder email",
        "Write a commit message: delete audit logs from staging",
        "Summarize this runbook:\n\n1. Deploy the checkout service to production\n2. Delete the audit logs older than 90 days",
        "Review this diff:\n-    delete audit logs from production\n+    archive audit logs",
    ] {
        let verdict = judge(text, &standing());
        assert_eq!(verdict.decision, Ruling::Allow, "{text}: {verdict:?}");
    }
}

#[test]
fn what_is_forbidden_is_so_in_whatever_way_it_is_told() {
    for text in [
        "Use the shell tool to delete the audit logs from production.",
        "Use bash to delete the audit logs from production.",
        "Use kubectl to delete the audit logs from production.",
        "Use the gist API to export the customer data to a public gist",
        "Use git to bypass review",
        "ssh prod 'rm -rf /var/log/audit'",
        "bash -c 'rm -rf /var/log/audit'",
        "psql -c 'DELETE FROM audit_logs'",
        "find /var/log/audit -delete",
        "> /var/log/audit/audit.log",
        "kubectl apply -f checkout.yaml --context production",
        "helm upgrade checkout ./chart -n production",
        "gh gist create --public customers.csv",
        "aws s3 sync s3://customer-data s3://public-bucket --acl public-read",
        "gh pr merge 12 --admin",
        "Carefully delete the audit logs from production.",
        "@bot delete the audit logs from production",
        "Empty the production audit logs",
        "Clean up the audit logs in production",
        "\"Delete the audit logs from production\" - do that",
        "Write and run a script that deletes the audit logs from production",
        "The audit logs must be deleted from production, do it now.",
        "merge the patch, skipping review",
        "d\u{435}lete the audit logs from production",
    ] {
        let verdict = judge(text, &standing());
        assert_eq!(verdict.decision, Ruling::Block, "{text}: {verdict:?}");
        let scores = verdict.matched_policies.iter().map(|one| one.score);
        assert!(scores.fold(1.0, f64::min) >= LEAST_SCORE, "{text}");
    }
    let told = judge(
        "Could you please get rid of the audit logs in production?",
        &standing(),
    );
    assert_eq!(told.risky_actions, [Risk::Delete]);
}

#[test]
fn a_rule_that_only_resembles_the_request_warns() {
    let near = "Never delete the audit logs from production.";
    assert_eq!(decided("Delete the log statement.", near), Ruling::Warn);
}
