//! Figures, report and features of made-up conversations.

use serde_json::{Value, json};

use super::{arm, run, two_conversations};
use crate::support::Home;

#[test]
fn conversations_are_measured_in_both_layouts_by_every_arm() {
    let home = Home::new();
    let data = two_conversations(&home);
    let report = run(&home, &["bench", "locomo", "--data", &data, "--json"]).json();
    let counts = ["conversations", "turns", "questions", "left_out"].map(|key| &report[key]);
    assert_eq!(json!(counts), json!([2, 8, 8, 2]));
    let layouts = report["layouts"].as_array().unwrap();
    let names: Vec<&Value> = layouts.iter().map(|layout| &layout["layout"]).collect();
    assert_eq!(names, ["each", "pooled"]);
    for layout in layouts {
        for name in ["grep", "words", "memoryoss", "mneme"] {
            let arm = arm(layout, name);
            assert_eq!(arm["answerable"]["questions"], 6, "{arm}");
            assert_eq!(arm["adversarial"]["questions"], 2, "{arm}");
            assert_eq!(arm["answerable"]["evidence_2000_tokens"], 1.0, "{arm}");
            assert_eq!(arm["categories"]["2"]["mrr"], 1.0, "{arm}");
            assert!(arm["p50_ms"].as_f64() <= arm["p99_ms"].as_f64(), "{arm}");
        }
        assert_eq!(arm(layout, "mneme")["answerable"]["turn_recall_5"], 1.0);
    }
}

#[test]
fn a_report_is_a_page_and_a_picture() {
    let home = Home::new();
    let (data, dir) = (two_conversations(&home), home.path().join("docs"));
    let args = [
        "bench", "locomo", "--data", &data, "--layout", "pooled", "--report",
    ];
    let said = run(&home, &[&args[..], &[dir.to_str().unwrap()]].concat()).ok();
    let page = std::fs::read_to_string(dir.join("locomo.md")).unwrap();
    assert!(page.ends_with(&said), "{page}");
    for part in [
        "](locomo.svg)",
        "| mneme | 6 |",
        "### By category",
        "pooled in one namespace",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(
        !page.contains("One namespace a conversation"),
        "not asked for"
    );
    let picture = std::fs::read_to_string(dir.join("locomo.svg")).unwrap();
    assert!(
        picture.starts_with("<svg ") && picture.contains(">grep<"),
        "{picture}"
    );
}

#[test]
fn features_are_noted_one_candidate_a_line() {
    let home = Home::new();
    let (data, out) = (two_conversations(&home), home.path().join("features.jsonl"));
    let (kept, file) = (home.path().join("kept"), out.to_str().unwrap());
    let args = [
        "bench",
        "locomo",
        "--data",
        &data,
        "--ranking",
        "mneme",
        "--layout",
        "each",
    ];
    let more = [
        "--features",
        file,
        "--json",
        "--dir",
        kept.to_str().unwrap(),
    ];
    let report = run(&home, &[&args[..], &more].concat()).json();
    assert_eq!(report["layouts"][0]["arms"].as_array().unwrap().len(), 1);
    let text = std::fs::read_to_string(&out).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let (questions, candidates): (Vec<Value>, Vec<Value>) =
        lines.partition(|line: &Value| line["evidence"].is_number());
    assert_eq!(questions.len(), 8);
    let first = &candidates[0];
    assert_eq!(
        (&first["conversation"], &first["question"], &first["rank"]),
        (&json!("talk-1"), &json!(0), &json!(0))
    );
    assert_eq!(
        (&first["id"], &first["relevant"]),
        (&json!("D1:1"), &json!(true))
    );
    assert!(
        !first["features"].as_object().unwrap().is_empty(),
        "{first}"
    );
    // On the same stores again, nothing is loaded twice and nothing changes.
    let again = run(&home, &[&args[..], &more].concat()).json();
    let figures = |report: &Value| report["layouts"][0]["arms"][0]["answerable"].clone();
    assert_eq!(figures(&again), figures(&report));
}
