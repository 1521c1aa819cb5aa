//! What is known about a piece of work.

use serde_json::{Value, json};

use super::{block, explain, tagged};
use crate::support::{Client, shared};

const WORK: &str = "Need the payment rollout steps and staging approval before production deploy.";

fn yard(namespace: &str) -> Client {
    let mut room = shared().admin(namespace);
    tagged(
        &mut room,
        "The payment rollout steps before a production deploy are in scripts/rollout.sh. They take ten minutes.",
        &[],
    );
    tagged(
        &mut room,
        "Staging approval is required before a production deploy of payment. Maria gives it.",
        &["policy"],
    );
    tagged(
        &mut room,
        "The production deploy of the payment rollout was rolled back after staging approval.",
        &["incident"],
    );
    room
}

#[test]
fn g_125_each_kind_of_work_has_a_state_of_its_kind() {
    let mut room = yard("brief-kinds");
    tagged(
        &mut room,
        "The checkout regression with the 500 error was a missing index. Debug it with scripts/trace.sh.",
        &[],
    );
    tagged(
        &mut room,
        "Review of auth changes: audit the token code before merge. Ann knows it.",
        &[],
    );
    tagged(
        &mut room,
        "Our naming convention and style: files are nouns. Format with rustfmt.",
        &[],
    );
    for (query, kind) in [
        (WORK, "deploy"),
        (
            "Debug the checkout regression and find the root cause of the 500 error.",
            "bugfix",
        ),
        (
            "Review the auth changes before merge and audit anything risky.",
            "review",
        ),
        (
            "Which naming convention, format and style do we follow for files?",
            "style",
        ),
    ] {
        let told = explain(&mut room, query);
        assert_eq!(told["task_state"]["kind"], kind, "{query}: {told}");
        assert_eq!(told["task_context"]["kind"], kind);
        let block = block(&told).unwrap_or_else(|| panic!("{query}: {told}"));
        assert!(
            block.contains(&format!("<task_state kind=\"{kind}\">")),
            "{block}"
        );
    }
}

#[test]
fn g_126_facts_rules_deeds_and_questions_stand_apart() {
    let mut room = yard("brief-parts");
    let told = explain(&mut room, WORK);
    let block = block(&told).unwrap_or_else(|| panic!("{told}"));
    for part in [
        "<facts>\n<fact>The payment rollout steps before a production deploy are in scripts/rollout.sh.</fact>",
        "<constraints>\n<constraint>Staging approval is required before a production deploy of payment.</constraint>",
        "<recent_actions>\n<recent_action>The production deploy of the payment rollout was rolled back after staging approval.</recent_action>",
        ">Maria gives it.</item>",
    ] {
        assert!(block.contains(part), "{part}: {block}");
    }
    assert!(
        !block.contains("<summary>"),
        "it stands in place of the list: {block}"
    );
    let mut bare = shared().admin("brief-missing");
    let steps =
        "The payment rollout steps before a production deploy, with staging approval, are in a.sh.";
    tagged(&mut bare, steps, &[]);
    let told = explain(&mut bare, WORK);
    let open = told["task_state"]["open_questions"]
        .as_array()
        .unwrap_or_else(|| panic!("{told}"));
    assert_eq!(open.len(), 1, "no constraint is on record: {told}");
}

#[test]
fn g_127_an_explanation_is_what_is_injected() {
    let mut room = yard("brief-same");
    let told = explain(&mut room, WORK);
    let (state, block) = (
        &told["task_state"],
        block(&told).unwrap_or_else(|| panic!("{told}")),
    );
    let mut chosen: Vec<&Value> = Vec::new();
    for (part, item) in [
        ("facts", "fact"),
        ("constraints", "constraint"),
        ("recent_actions", "recent_action"),
    ] {
        let bucket = state[part].as_array().unwrap();
        for one in bucket {
            let line = format!("<{item}>{}</{item}>", one["summary"].as_str().unwrap());
            assert!(block.contains(&line), "{line}: {block}");
            chosen.push(&one["memory_id"]);
        }
        assert_eq!(block.matches(&format!("<{item}>")).count(), bucket.len());
    }
    let inputs = &state["inputs"];
    let sorted = |list: Vec<&Value>| {
        let mut list: Vec<String> = list.iter().map(|one| one.to_string()).collect();
        list.sort();
        list
    };
    let named = |list: &str| inputs[list].as_array().unwrap().iter().collect::<Vec<_>>();
    assert_eq!(sorted(chosen), sorted(named("selected_memory_ids")));
    assert_eq!(
        told["injection"]["memory_ids"].as_array().unwrap().len(),
        named("selected_memory_ids").len()
    );
    let candidates = named("candidate_memory_ids").len();
    assert_eq!(
        candidates,
        named("selected_memory_ids").len() + named("omitted_memory_ids").len()
    );
    assert!(!state["decisions"].as_array().unwrap().is_empty());
    assert_eq!(
        explain(&mut room, WORK)["injection"]["content"],
        json!(block),
        "the same bytes"
    );
}
