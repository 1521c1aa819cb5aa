//! `mneme bench locomo` and `mneme bench needles`, on data made up here.

mod gateway;
mod lanes;
mod locomo;
mod refused;

use serde_json::{Value, json};

use crate::support::{Home, Ran};

/// Two sessions, four turns, and a question for each kind of evidence.
fn sample(name: &str, pet: &str) -> Value {
    let turn = |id: &str, speaker: &str, text: &str| json!({"dia_id": id, "speaker": speaker, "text": text});
    json!({
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Bob",
            "session_1_date_time": "1:56 pm on 8 May, 2024",
            "session_1": [
                turn("D1:1", "Ann", &format!("We brought a {pet} home from the shelter.")),
                turn("D1:2", "Bob", "My sourdough starter finally came alive!"),
            ],
            "session_2_date_time": "9:05 am on 2 June, 2024",
            "session_2": [
                turn("D2:1", "Bob", "I booked a cabin near the glacier."),
                turn("D2:2", "Ann", &format!("The {pet} chewed through my violin case.")),
            ],
        },
        "qa": [
            {"question": "Which animal came home from the shelter?", "evidence": ["D1:01"], "category": 4},
            {"question": format!("What did the {pet} do?"), "evidence": ["D1:1; D:2:2"], "category": 1},
            {"question": "Where is the cabin Bob booked?", "evidence": ["D2:1"], "category": 2},
            {"question": "Does Ann bake sourdough?", "adversarial_answer": "yes", "evidence": ["D1:2"], "category": 5},
            {"question": "What is nowhere?", "evidence": ["D9:9"], "category": 3},
        ]
    })
}

fn write(home: &Home, text: &str) -> String {
    let path = home.path().join("data.json");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn two_conversations(home: &Home) -> String {
    let samples = json!([sample("talk-1", "tortoise"), sample("talk-2", "parrot")]);
    write(home, &samples.to_string())
}

/// Runs with a directory for temporary files of its own, which is empty afterwards.
fn run(home: &Home, args: &[&str]) -> Ran {
    let temporary = home.path().join("temporary");
    std::fs::create_dir_all(&temporary).unwrap();
    let ran = home.command(args).env("TMPDIR", &temporary).output();
    assert_eq!(
        std::fs::read_dir(&temporary).unwrap().count(),
        0,
        "left behind"
    );
    Ran::from(ran.unwrap())
}

fn arm<'r>(layout: &'r Value, name: &str) -> &'r Value {
    let arms = layout["arms"].as_array().unwrap();
    let found = arms.iter().find(|arm| arm["arm"] == name);
    found.unwrap_or_else(|| panic!("{name} in {layout}"))
}

#[test]
fn needles_are_found_by_their_identifiers() {
    let home = Home::new();
    let dir = home.path().join("docs");
    let args = [
        "bench",
        "needles",
        "--memories",
        "1000",
        "--json",
        "--report",
    ];
    let report = run(&home, &[&args[..], &[dir.to_str().unwrap()]].concat()).json();
    assert_eq!(report["memories"], 1_000);
    for name in ["words", "memoryoss", "mneme"] {
        let arm = arm(&report, name);
        for sort in ["identifiers", "paraphrases"] {
            assert_eq!(arm[sort]["questions"], 200, "{arm}");
        }
        let shares = &arm["paraphrases"];
        assert!(
            shares["recall_1"].as_f64() <= shares["recall_10"].as_f64(),
            "{arm}"
        );
    }
    let mneme = &arm(&report, "mneme")["identifiers"];
    assert!(mneme["recall_1"].as_f64() > Some(0.95), "{mneme}");
    let page = std::fs::read_to_string(dir.join("needles.md")).unwrap();
    assert!(
        page.contains("](needles.svg)") && page.contains("| mneme |"),
        "{page}"
    );
    assert!(dir.join("needles.svg").is_file());
    run(&home, &["bench", "needles", "--memories", "5"]).refused(2, "1000..=200000");
}
