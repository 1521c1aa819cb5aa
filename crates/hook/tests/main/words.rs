//! What agents and people said is found again, whichever hook told it.

use serde_json::{Value, json};

use crate::client::{Served, event, hook, told};
use crate::support::Home;

impl Served {
    /// The hook whose observation a search for this word finds first, if that has the word.
    fn found(&self, word: &str) -> Option<Value> {
        let asked = json!({ "query": word }).to_string();
        let hits = self.ask("POST /agentmemory/search", &asked);
        let hit = hits.as_array().unwrap().first()?;
        let said = hit["content"].as_str()?.contains(word);
        said.then(|| hit["title"].clone())
    }
}

#[test]
fn n_090_what_was_said_is_found_whichever_hook_told_it() {
    let home = Home::new();
    let served = Served::start(&home);
    for (name, said, kept) in [
        (
            "SubagentStop",
            json!({ "agent_type": "helper", "last_assistant_message": "The gnomon is bent" }),
            ("gnomon", "subagent_stop"),
        ),
        (
            "TaskCompleted",
            json!({ "task_id": "1", "task_subject": "Mend it", "task_description": "Oil the astrolabe" }),
            ("astrolabe", "task_completed"),
        ),
        (
            "Notification",
            json!({ "notification_type": "permission_prompt", "message": "May I open the sextant?" }),
            ("sextant", "notification"),
        ),
        (
            "Stop",
            json!({ "last_message": "The alidade stands" }),
            ("alidade", "stop"),
        ),
    ] {
        told(&mut hook(&home, &["claude-code"]), &event(name, said));
        let (word, title) = kept;
        assert_eq!(served.found(word), Some(json!(title)), "{name}");
    }
}

#[test]
fn the_answer_of_gemini_is_kept() {
    let home = Home::new();
    let served = Served::start(&home);
    let after = event(
        "AfterAgent",
        json!({ "prompt": "What is it?", "prompt_response": "It is a planisphere.", "stop_hook_active": false }),
    );
    assert_eq!(told(&mut hook(&home, &["gemini"]), &after), "{}\n");
    let seen = served.observations("s1");
    assert_eq!((seen.len(), &seen[0]["hookType"]), (1, &json!("stop")));
    assert_eq!(seen[0]["narrative"], "It is a planisphere.");
    assert!(served.found("planisphere").is_some());
}

/// A text that was cut in the middle of a character, as JavaScript writes it, behind a mark of
/// byte order.
#[test]
fn half_a_character_and_a_mark_of_byte_order_cost_nothing() {
    let home = Home::new();
    let served = Served::start(&home);
    let said = r#"{"hook_event_name":"UserPromptSubmit","session_id":"s1","cwd":"/w","prompt":"the quadrant \ud83d"}"#;
    let input = format!("\u{feff}{said}");
    let done = crate::support::feed(&mut hook(&home, &["claude-code"]), input.as_bytes());
    let done = done.wait_with_output().unwrap();
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    let seen = served.observations("s1");
    assert_eq!(seen[0]["userPrompt"], "the quadrant \u{fffd}");
}
