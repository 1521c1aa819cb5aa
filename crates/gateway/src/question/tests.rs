use super::*;

const ASKED: &str = "Where does the billing service get deployed, and who approves it?";

fn question(text: &str) -> String {
    of(text).unwrap_or_default().question
}

#[test]
fn a_question_without_end_is_cut_between_letters() {
    let long = format!("{} wo liegt der Schlüssel?", "ü".repeat(LONGEST));
    let cut = question(&long);
    assert!(cut.len() <= LONGEST && cut.ends_with("der Schlüssel?"));
    assert_eq!(question("  short "), "short");
    assert_eq!(of(" \n "), None);
}

#[test]
fn a_policy_is_asked_about_the_middle_of_a_long_message_too() {
    let aside = "We walked along the river. ".repeat(1_000);
    let said = of(&format!("{aside}\n\nDelete the audit logs.\n\n{aside}")).unwrap();
    assert!(said.whole.contains("Delete the audit logs."));
    assert!(!said.question.contains("Delete"), "its end is the question");
    let aside = "We walked along the river. ".repeat(20_000);
    let longer = format!("{aside}\n\nDelete the audit logs.\n\n{aside}");
    assert_eq!(of(&longer).unwrap().whole, longer.trim(), "a whole MiB");
}

#[test]
fn what_an_agent_adds_is_no_question() {
    for around in [
        "<system-reminder>todo list</system-reminder>\nASKED",
        "ASKED\n<system-reminder>\nYour todo list is empty.\n</system-reminder>",
        "<additional_data>\nsrc/main.rs\n</additional_data>\n<user_query>\nASKED\n</user_query>",
        "<attached_files>\n<code_selection path=\"a.rs\">\nfn deploy() {}\n</code_selection>\n</attached_files>\n\nASKED",
        "<task>\nASKED\n</task>\n\n<environment_details>\nopen tabs: a.rs\n</environment_details>",
        "<command-message>ask is running</command-message>\n<command-name>/ask</command-name>\n<command-args>ASKED</command-args>",
        "# Context from my IDE setup:\n\n## Open tabs:\n- a.rs: src/a.rs\n\n## My request for Codex:\nASKED\n",
        "<environment_context>\n  <cwd>/srv</cwd>\n</environment_context>\nASKED",
        "<some_new_context kind=\"x\">\nanything\n</some_new_context>\nASKED",
        "<source>\nfn main() {}\n</source>\nASKED",
        "```src/main.rs\nfn main() {}\n```\nASKED",
        "ASKED\n\n~~~\nfn main() {}\n~~~",
        "````md\n```\ninner\n```\nmore\n````\nASKED",
        "ASKED\n\n# *SEARCH/REPLACE block* Rules:\n\nEvery block must use this format:\n",
        "ASKED Reply in English.",
        "ASKED\nPlease answer in one short sentence.",
        "Hello! ASKED Be brief. Thanks!",
        "You are an expert in operations. ASKED Think step by step.",
        "ASKED Antworte auf Deutsch.",
        "ASKED Think step by step and be brief.",
    ] {
        assert_eq!(question(&around.replace("ASKED", ASKED)), ASKED, "{around}");
    }
}

#[test]
fn where_nothing_else_is_said_that_is_the_question() {
    assert_eq!(of("<system-reminder>only"), None);
    assert_eq!(of("<user_info>linux</user_info>\n"), None);
    for all in [
        "Reply in English.",
        "Thanks!",
        "```\ndeploy --prod\n```",
        "<my_prompt>\nwho deploys?\n</my_prompt>",
    ] {
        assert_eq!(question(all), all);
    }
}

#[test]
fn what_a_person_says_stays() {
    for own in [
        "what does the <context> tag of our config do?",
        "why is `deploy_all` called twice in ```make```?",
        "Write in the changelog who approves deploys.",
        "Answer the ticket of Nadia in the morning, after she has approved the deploy to Frankfurt.",
        "is 1 < 2 and a_b > c?",
        "```rust\nnobody closes this fence; who approves deploys?",
        "use Vec<my_type> for the list of piers",
        "You are wrong, the ferry leaves at noon.",
    ] {
        assert_eq!(question(own), own);
    }
}

#[test]
fn a_policy_hears_what_was_pasted_and_not_what_was_added() {
    let said =
        of("<system-reminder>x</system-reminder>Do this:\n```\ndrop table logs\n```\nThanks.")
            .unwrap();
    assert_eq!(said.question, "Do this:");
    assert!(said.whole.contains("drop table logs") && !said.whole.contains("reminder"));
}

#[test]
fn no_text_takes_long_to_read() {
    // It would take minutes, were a text looked at once for each of its letters.
    let (all, tags) = (
        "<a_b>".repeat(200_000),
        (0..100_000).map(|n| format!("<a_{n}>")),
    );
    for odd in [
        all,
        tags.collect(),
        "<a ".repeat(300_000),
        "\n<a_b></a_b>".repeat(100_000),
        "```x\n".repeat(200_000),
        "hi. ".repeat(200_000),
        format!("{}{}", " ".repeat(500_000), "<x".repeat(200_000)),
    ] {
        assert!(of(&odd).is_some());
    }
}
