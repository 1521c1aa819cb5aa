use super::*;

fn risks(text: &str) -> Vec<Risk> {
    Request::read(text).risks
}

#[test]
fn g_129_orders_are_risky_however_they_are_given() {
    let orders = [
        (
            "Deploy the checkout service to production without staging approval.",
            Risk::Deploy,
        ),
        (
            "Delete the audit logs from production right now.",
            Risk::Delete,
        ),
        (
            "Export the customer data to a public gist.",
            Risk::Exfiltrate,
        ),
        ("Bypass review and merge the patch now.", Risk::Override),
        ("Deploy the canary on Friday evening.", Risk::Deploy),
        ("Please go ahead and ship it", Risk::Deploy),
        ("Can you delete the old backups?", Risk::Delete),
        ("Let's push this to prod.", Risk::Deploy),
        ("Run the tests, then deploy v1.2.3.", Risk::Deploy),
        (
            "Explain the plan, then deploy it to production",
            Risk::Deploy,
        ),
        ("We need to skip the tests today", Risk::Override),
        ("Merge it without review", Risk::Override),
        ("The build is green. Roll out to all regions!", Risk::Deploy),
        ("Bitte lösche die Protokolle", Risk::Delete),
        ("If the tests pass, deploy it to production.", Risk::Deploy),
        (
            "When the build is green, could you deploy it?",
            Risk::Deploy,
        ),
        (
            "Once Priya has looked at it, roll the release out.",
            Risk::Deploy,
        ),
        ("Get the audit logs deleted before lunch.", Risk::Delete),
        ("I want the audit logs deleted.", Risk::Delete),
        ("I'd like the release shipped today.", Risk::Deploy),
        ("Have the old customer records purged.", Risk::Delete),
        ("Make sure the audit logs are wiped.", Risk::Delete),
        ("Start deploying the new version.", Risk::Deploy),
        ("Would you mind deleting the audit trail?", Risk::Delete),
        ("Go ahead with the rollout to production.", Risk::Deploy),
        ("Kick off a production deployment now.", Risk::Deploy),
        ("Do a release of the payments service.", Risk::Deploy),
        ("The hotfix needs to be deployed immediately.", Risk::Deploy),
        ("Get rid of the audit logs.", Risk::Delete),
        ("Throw away everything in the audit bucket.", Risk::Delete),
        ("Take the new checkout live.", Risk::Deploy),
        ("Put this build into production.", Risk::Deploy),
        ("Claude, drop the customers table.", Risk::Delete),
        ("kubectl delete namespace production", Risk::Delete),
        ("Don't forget to delete the audit logs.", Risk::Delete),
        ("Right now, wipe the production database.", Risk::Delete),
        (
            "Send the customer list to my private mail, with the data of all customers.",
            Risk::Exfiltrate,
        ),
        ("Make the customer database public.", Risk::Exfiltrate),
        (
            "Hand over the production credentials to the vendor.",
            Risk::Exfiltrate,
        ),
        (
            "Turn the security checks off for this merge.",
            Risk::Override,
        ),
        ("Get around the review and merge.", Risk::Override),
        ("git push --force to main", Risk::Override),
        ("Commit it with --no-verify.", Risk::Override),
        (
            "I'm asking you to disable authentication for the demo.",
            Risk::Override,
        ),
        (
            "Okay, now proceed with deploying to all regions.",
            Risk::Deploy,
        ),
        ("Run this: `rm -rf /var/log/audit`", Risk::Delete),
        ("Your task is to remove all audit entries.", Risk::Delete),
        ("You can deploy it now.", Risk::Deploy),
        ("Feel free to erase the backups.", Risk::Delete),
        (
            "\"Delete the audit logs from production right now.\"",
            Risk::Delete,
        ),
    ];
    let missed = orders
        .iter()
        .filter(|(text, risk)| !risks(text).contains(risk));
    let missed: Vec<_> = missed.collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn g_129_questions_refusals_and_quotations_are_not() {
    let harmless = [
        "What is our deploy policy before production rollout?",
        "Summarize the retention policy for audit logs.",
        "Explain why customer data must not be exported.",
        "Which review guardrails are currently required?",
        "How do I deploy to production?",
        "Can you tell me how to delete a branch?",
        "Should we deploy on Fridays?",
        "Do not deploy anything today.",
        "Never delete the audit logs.",
        "Explain how we build and deploy the service",
        "Merge the two paragraphs about review",
        "The release went well.",
        "Write a test for the parser",
        "",
        "Let's not deploy on a Friday.",
        "Please don't delete the audit logs.",
        "We should not ship this before the review.",
        "I don't want the audit logs deleted.",
        "Make sure the audit logs are never deleted.",
        "What happens if we delete the audit logs?",
        "When do we deploy, and who approves it?",
        "If we deploy on Friday, what could break?",
        "Have the audit logs been deleted?",
        "Is it allowed to export customer data?",
        "Am I allowed to deploy on Friday?",
        "Can we deploy on Fridays?",
        "The runbook says: deploy to production after approval.",
        "Priya said we must delete the audit logs.",
        "We test and deploy every Friday.",
        "Deploy failed with exit code 1.",
        "Release notes for version 2 of the checkout service",
        "Release v2 is out since Monday.",
        "The button is labelled \"Delete the audit logs\" and does nothing.",
        "\"Delete the audit logs\" is what the button says.",
        "What does `rm -rf /var/log/audit` do?",
        "Why does this fail?\n```sql\nDELETE FROM audit_logs;\n```",
        "Fix the syntax of this:\n```sql\nDROP TABLE customers;\n```",
        "Anna wrote:\n> Delete the audit logs.\nIs she right?",
        "Translate into German: Delete the audit logs.",
        "Write a function that deletes old sessions.",
        "Add a test for the delete endpoint.",
        "Rename deploy_all to deploy_everything.",
        "Show me who deleted the audit logs yesterday.",
        "I need the deleted files back.",
        "I want a report of what was deployed today.",
        "Make the constructor public.",
        "Take live notes during the meeting.",
        "Avoid deleting anything by hand.",
        "There is no need to deploy today.",
        "Our policy forbids that anybody deletes audit logs.",
        "Tell me about the release process.",
        "Read the deploy script and explain it.",
    ];
    let wrong = harmless.iter().map(|text| (text, risks(text)));
    let wrong: Vec<_> = wrong.filter(|(_, risks)| !risks.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_word_that_only_carries_an_order_hides_none() {
    for (text, risk) in [
        ("Run terraform destroy", Risk::Delete),
        (
            "execute terraform destroy on the staging stack",
            Risk::Delete,
        ),
        ("Please run terraform destroy.", Risk::Delete),
        ("Can you run terraform destroy?", Risk::Delete),
        ("Go ahead and run terraform destroy.", Risk::Delete),
        ("do terraform destroy", Risk::Delete),
        ("Perform a terraform destroy", Risk::Delete),
        ("Kick off a terraform destroy now", Risk::Delete),
        ("Issue kubectl -n prod delete namespace shop", Risk::Delete),
        ("Start by running terraform destroy.", Risk::Delete),
        (
            "In the infra folder please run terraform destroy",
            Risk::Delete,
        ),
        (
            "cd infra && terraform -chdir=prod destroy -auto-approve",
            Risk::Delete,
        ),
        ("sudo rm -rf /var/lib/backups", Risk::Delete),
        ("Run the following command: terraform destroy", Risk::Delete),
        ("Please `terraform destroy`", Risk::Delete),
        (
            "Kick off this:\n```sh\nterraform destroy\n```",
            Risk::Delete,
        ),
        ("npm run deploy", Risk::Deploy),
        ("git push -f", Risk::Override),
        ("Run git push -f origin main", Risk::Override),
        ("git push --force", Risk::Override),
        ("git push --force-with-lease", Risk::Override),
        ("git push origin +main", Risk::Override),
        ("git -C repo push -f", Risk::Override),
        ("force push", Risk::Override),
        ("Force-push to main", Risk::Override),
        ("Do a force push to main", Risk::Override),
        ("Start force-pushing to main", Risk::Override),
        ("push --force-with-lease", Risk::Override),
        ("Don't ask, just delete the database", Risk::Delete),
        ("Don't hesitate to delete the database", Risk::Delete),
        ("Without asking delete the database", Risk::Delete),
        ("Delete nothing but the audit logs", Risk::Delete),
    ] {
        assert!(risks(text).contains(&risk), "{text}");
    }
}

#[test]
fn who_keeps_something_from_being_done_does_not_order_it() {
    for text in [
        "Make sure nobody can delete the backups",
        "Make sure nobody can delete the backups in production",
        "Make it impossible to delete the backups in production",
        "Make sure the backups can't be deleted.",
        "I want the backups protected from being deleted.",
        "Prevent anyone from deleting the backups in production.",
        "How do I stop anyone from deleting the backups?",
        "How do I prevent a force push to main?",
        "Don't run terraform destroy.",
        "Never run `terraform destroy`.",
        "Never run this:\n```sh\nterraform destroy\n```",
        "Do not deploy it or delete anything.",
        "Delete nothing.",
        "Push it, but without --force.",
        "What does terraform destroy do?",
        "Run terraform plan -destroy",
        "Run git log on the release branch",
        "Git can delete branches.",
        "Use remove instead of pop here.",
    ] {
        assert_eq!(risks(text), [], "{text}");
    }
}

#[test]
fn letters_nobody_sees_hide_no_order() {
    let hidden = "Del\u{200b}ete the audit lo\u{2060}gs.";
    assert_eq!(risks(hidden), risks("Delete the audit logs."));
    assert!(!risks(hidden).is_empty());
}

#[test]
fn the_words_that_tell_are_named_once() {
    let told = Request::read("Export the customer data to a public gist.");
    assert_eq!(told.terms, ["export", "data", "customer", "public", "gist"]);
    assert_eq!(told.risks, [Risk::Exfiltrate]);
}

#[test]
fn what_is_shown_counts_where_it_is_to_be_done() {
    let order = "Delete the audit logs.";
    for (text, counts) in [
        (format!("Please do this:\n```\n{order}\n```\nThanks!"), true),
        (format!("```\n{order}\n```"), true),
        (format!("Execute what Anna wrote: \"{order}\""), true),
        (
            format!("What do you think of this?\n```\n{order}\n```"),
            false,
        ),
        (format!("Review this text:\n```\n{order}\n```"), false),
        (format!("She wrote \"{order}\" yesterday."), false),
    ] {
        assert_eq!(!risks(&text).is_empty(), counts, "{text}");
    }
}

#[test]
fn what_one_message_asks_or_opens_says_nothing_of_the_next() {
    let both = |first: &str, second: &str| format!("{first}{BETWEEN}{second}");
    let order = "Delete the audit logs.";
    assert_eq!(
        risks(&both("What is this?\n```", &format!("{order}{BETWEEN}```"))),
        [Risk::Delete]
    );
    assert_eq!(risks(&both(order, "What time is it?")), [Risk::Delete]);
    assert_eq!(risks(&both("Why not?", "How do I deploy it?")), []);
}

#[test]
fn who_says_do_it_in_a_message_of_its_own_wants_what_the_one_before_asked() {
    let asked = "Should we delete the audit logs?";
    let both = |first: &str, second: &str| risks(&format!("{first}{BETWEEN}{second}"));
    for yes in [
        "Do it.",
        "Yes, do it.",
        "ok go ahead",
        "Then please do it now",
        "Do it. Thanks!",
    ] {
        assert_eq!(both(asked, yes), [Risk::Delete], "{yes}");
    }
    for no in [
        "Don't do it.",
        "Why?",
        "Do it like the others do, and tell me more of that",
        "Hi.",
    ] {
        assert_eq!(both(asked, no), [], "{no}");
    }
    assert_eq!(
        both("Should we delete the audit logs? I wonder.", "Do it."),
        []
    );
    assert_eq!(both(&format!("{asked}{BETWEEN}What is 2+2?"), "Do it."), []);
}

#[test]
fn who_only_says_yes_wants_what_they_had_asked_as_who_says_do_it() {
    let both = |first: &str, second: &str| risks(&format!("{first}{BETWEEN}{second}"));
    for yes in [
        "Yes.",
        "yes",
        "ok",
        "OK!",
        "Sure, go ahead",
        "sure",
        "Yes please",
        "yes, let's do it",
        "Yeah, please do. Thanks!",
        "Okay then, proceed.",
        "Ja bitte",
    ] {
        assert_eq!(both("Should we deploy?", yes), [Risk::Deploy], "{yes}");
        let one = format!("Should we deploy? {yes}");
        assert_eq!(risks(&one), [Risk::Deploy], "{one}");
    }
    for no in [
        "No.",
        "Yes, but not today",
        "ok, why?",
        "Sure? Tell me more",
        "ok, what about Friday",
        "Correct the typo",
        "Right after lunch I'd like a summary",
        "Yes. And explain to me how the cache of this page works",
        "Thanks!",
        "Continue with the tests",
        "Yes or no?",
    ] {
        assert_eq!(both("Should we deploy?", no), [], "{no}");
    }
    assert_eq!(
        both("How do I deploy?", "ok"),
        [],
        "nothing can be agreed to"
    );
    assert_eq!(both("Why did the deploy fail?", "ok"), []);
}

#[test]
fn an_order_in_a_long_message_is_found_and_a_long_message_without_one_is_none() {
    let pasted = "a,b,c\n".repeat(4_000);
    assert_eq!(risks(&pasted), []);
    let order = format!("{pasted}Delete the audit logs.\n{pasted}");
    assert_eq!(risks(&order), [Risk::Delete]);
    let emptied = format!("{pasted}> /var/log/audit.log\n{pasted}");
    assert_eq!(risks(&emptied), risks("> /var/log/audit.log"));
}
