//! What the recorder says of itself: its log, its numbers, and never a secret in either.

mod numbers;

use std::collections::BTreeSet;

use mneme_model::archive::Command;
use mneme_peers::{Grant, control_center};
use serde_json::{Value, json};

use super::studio::quick_eyes;
use super::{Studio, click, typed};
use crate::support::having_bytes;

/// Every line of a log, each with what every line must have.
fn lines(log: &str) -> Vec<Value> {
    log.lines().map(parsed).collect()
}

fn parsed(line: &str) -> Value {
    let told: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let at = told["timestamp"].as_str().unwrap();
    let form: String = at
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    assert_eq!(form, "0000-00-00T00:00:00.000Z", "{line}");
    let levels = ["ERROR", "WARN", "INFO", "DEBUG", "TRACE"];
    assert!(levels.contains(&told["level"].as_str().unwrap()), "{line}");
    assert!(
        told["target"].is_string() && told["fields"].is_object(),
        "{line}"
    );
    assert_ne!(told["message"].as_str().unwrap(), "", "{line}");
    assert_eq!(
        told["fields"].get("session_id"),
        None,
        "it has a place of its own: {line}"
    );
    told
}

/// A recording with everything a recorder has to say something about: a picture that does not
/// come, a request that is refused.
fn session(studio: &mut Studio) -> String {
    studio.configure(&json!({"the_eyes_addr": "http://127.0.0.1:1"}));
    studio.start();
    let (id, mut line) = studio.recording("said");
    studio.cc.say(click(1, 2));
    studio.steps(&id, 1);
    assert_eq!(line.of("done", "nobody")["type"], "error");
    studio.run(&["done", "-s", &id]).ok();
    studio.stop();
    id
}

#[test]
fn a_183_every_line_of_the_log_is_json_and_a_step_says_which() {
    let mut studio = Studio::new();
    let id = session(&mut studio);
    let lines = lines(&studio.output());
    let step = lines
        .iter()
        .find(|line| line["message"] == "Step 0001 captured")
        .unwrap();
    assert_eq!(step["target"], "ma_core::capture");
    assert_eq!(
        (&step["level"], &step["session_id"]),
        (&json!("INFO"), &json!(id))
    );
    let fields = json!({"action_type": "mouse", "step_id": 1, "upload_queued": false});
    assert_eq!(step["fields"], fields);
    let about = lines
        .iter()
        .filter(|line| line["session_id"] == id.as_str());
    assert!(about.count() >= 2, "the session is named where it is known");
}

#[test]
fn a_231_text_lines_have_their_fields_in_quotes() {
    let mut studio = Studio::new();
    studio
        .environment
        .push(("MA_LOG_FORMAT".into(), "text".into()));
    let id = session(&mut studio);
    let text = studio.output();
    let step = text
        .lines()
        .find(|line| line.contains("Step 0001 captured"))
        .unwrap_or_else(|| panic!("{text}"));
    for part in [
        "action_type=\"mouse\"",
        "step_id=\"1\"",
        "upload_queued=\"false\"",
        "ma_core::capture",
        &format!("session_id=\"{id}\""),
    ] {
        assert!(step.contains(part), "{part} is not in {step}");
    }
}

/// Who says what, how loudly; numbers and times left out.
fn said(levels: Value) -> BTreeSet<(String, String, String)> {
    let mut studio = Studio::new();
    studio.configure(&json!({"observability": {"metrics_port": 0, "log_level": levels}}));
    session(&mut studio);
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    lines(&studio.output())
        .iter()
        .map(|line| {
            (
                text(line, "target"),
                text(line, "level"),
                text(line, "message"),
            )
        })
        .collect()
}

#[test]
fn a_183_a_231_a_level_for_a_target_changes_its_lines_and_no_others() {
    let usual = said(json!("info"));
    assert!(!usual.is_empty(), "nothing was logged");
    let quiet = said(json!("error"));
    assert!(
        quiet.iter().all(|(_, level, _)| level == "ERROR"),
        "{quiet:?}"
    );
    let levels = json!({"ma_core::capture": "debug", "ma_core::ipc": "warn"});
    let changed = said(levels);
    let of = |lines: &BTreeSet<(String, String, String)>, target: &str| {
        let mut found = lines.clone();
        found.retain(|(of, _, _)| of.starts_with(target));
        found
    };
    let others = |lines: &BTreeSet<(String, String, String)>| {
        let mut found = lines.clone();
        found.retain(|(of, _, _)| !of.starts_with("ma_core::capture") && of != "ma_core::ipc");
        found
    };
    assert_eq!(others(&changed), others(&usual));
    let ipc = of(&usual, "ma_core::ipc");
    assert!(
        !ipc.is_empty() && of(&changed, "ma_core::ipc").is_empty(),
        "{ipc:?}"
    );
    let (before, after) = (
        of(&usual, "ma_core::capture"),
        of(&changed, "ma_core::capture"),
    );
    assert!(before.is_subset(&after), "{before:?} {after:?}");
    let loud = |lines: &BTreeSet<(String, String, String)>| {
        lines
            .iter()
            .filter(|(_, level, _)| level == "DEBUG")
            .count()
    };
    assert!(loud(&before) == 0 && loud(&after) > 0, "{after:?}");
}

/// A whole session at the loudest, with a secret wherever one can be put.
#[test]
fn a_163_no_secret_and_nothing_typed_is_ever_logged() {
    const IN_FILE: &str = "cc-secret-in-the-file";
    const IN_ENVIRONMENT: &str = "cc-secret-in-the-environment";
    const EYES: &str = "eyes-secret-in-the-file";
    const TYPED: &str = "s3cret words";
    let grants = [IN_FILE, IN_ENVIRONMENT].map(|token| Grant::new(token, &["monitor"]));
    let cc = control_center::Settings {
        grants: grants.to_vec(),
        ..control_center::Settings::default()
    };
    let mut studio = Studio::with_peers(cc, quick_eyes());
    studio.configure(&json!({
        "control_center_token": IN_FILE,
        "the_eyes_token": EYES,
        "observability": {"metrics_port": 0, "log_level": "trace"},
    }));
    studio
        .environment
        .push(("MA_CC_TOKEN".into(), IN_ENVIRONMENT.into()));
    studio.start();
    let (id, _line) = studio.recording("secret");
    studio.cc.say(typed(TYPED));
    studio.cc.say(Command {
        success: false,
        error_message: format!("no room for {TYPED}"),
        ..typed(TYPED)
    });
    studio.steps(&id, 2);
    let shown = studio.run(&["config", "--show"]).ok();
    let metrics = studio.metrics();
    let facts = std::fs::read_to_string(studio.home.data().join("run.json")).unwrap();
    studio.run(&["done", "-s", &id]).ok();
    studio.stop();
    assert!(
        studio.log().contains("\"TRACE\"") || studio.log().contains("\"DEBUG\""),
        "the log is too quiet to prove anything"
    );
    for secret in [IN_FILE, IN_ENVIRONMENT, EYES] {
        assert!(!shown.contains(secret) && !metrics.contains(secret) && !facts.contains(secret));
        let found = having_bytes(studio.home.path(), secret.as_bytes());
        let put = match secret {
            IN_ENVIRONMENT => Vec::new(),
            _ => vec![studio.config_file()],
        };
        assert_eq!(found, put, "{secret}");
    }
    for (what, text) in [
        ("log", studio.log()),
        ("facts", facts),
        ("metrics", metrics),
    ] {
        let at = text
            .find(TYPED)
            .map(|at| text[at.saturating_sub(300)..].to_owned());
        assert_eq!(at, None, "typed text is in the {what}");
    }
}
