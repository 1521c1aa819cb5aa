//! What somebody said, where a hook tells neither of a prompt nor of a tool: an agent's last words,
//! what a subagent reports, what somebody was asked to allow.

use serde_json::{Map, Value};

use super::{Observation, as_text};

/// Where hooks put words: first what it is about, then what was said of it.
const FIELDS: [&str; 18] = [
    "title",
    "task_subject",
    "subject",
    "last_assistant_message",
    "lastAssistantMessage",
    "last_message",
    "lastMessage",
    "prompt_response",
    "promptResponse",
    "response",
    "message",
    "text",
    "content",
    "summary",
    "result",
    "task",
    "description",
    "task_description",
];

impl Observation {
    /// The words themselves, whole.
    pub fn said(&self) -> Option<String> {
        let of_tool = self.tool_input.is_some() || self.tool_output.is_some();
        if of_tool || self.user_prompt.is_some() {
            return None;
        }
        let said = match &self.raw {
            Value::String(text) => text.clone(),
            Value::Object(fields) => joined(fields),
            _ => return None,
        };
        Some(said).filter(|said| !said.trim().is_empty())
    }
}

/// Each once: some hooks tell the same under two names.
fn joined(fields: &Map<String, Value>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let there = FIELDS.iter().filter_map(|name| fields.get(*name));
    for part in there.filter(|value| !value.is_null()).map(as_text) {
        if !part.trim().is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join(" | ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Told;
    use super::*;

    fn told(hook: &str, data: Value) -> Observation {
        let told = Told {
            hook_type: hook.into(),
            data,
            ..Told::default()
        };
        Observation::by_rule("o".into(), told)
    }

    #[test]
    fn what_was_said_is_told_and_found() {
        for (hook, data, said) in [
            (
                "subagent_stop",
                json!({ "agent_id": "7", "last_message": "nails found" }),
                "nails found",
            ),
            (
                "stop",
                json!({ "last_assistant_message": "It stands", "message": "It stands" }),
                "It stands",
            ),
            (
                "notification",
                json!({ "notification_type": "permission_prompt", "message": "may I?" }),
                "may I?",
            ),
            (
                "task_completed",
                json!({ "description": "oak", "title": "Mend the gate", "task_id": "1" }),
                "Mend the gate | oak",
            ),
            ("stop", json!("that is all"), "that is all"),
        ] {
            let seen = told(hook, data.clone());
            assert_eq!(seen.narrative, said, "{hook}");
            assert_eq!(seen.words(), format!("{hook} | {said}"));
            assert_eq!(seen.raw, data, "as it was told");
        }
    }

    #[test]
    fn what_a_tool_did_is_told_by_the_tool() {
        let data = json!({ "tool_name": "Bash", "tool_output": "ok", "message": "ran" });
        let seen = told("post_tool_use", data);
        assert_eq!((seen.said(), seen.narrative.as_str()), (None, "ok"));
        assert_eq!(told("stop", json!({ "reason": "end" })).said(), None);
    }

    #[test]
    fn long_words_are_found_by_their_end_as_well() {
        let said = format!("{}gnomon", "word ".repeat(200));
        let seen = told("stop", json!({ "last_message": said }));
        assert_eq!(seen.narrative.chars().count(), 400);
        assert!(seen.words().ends_with("gnomon"));
    }

    #[test]
    fn a_question_with_its_answer_is_told_once_and_found_by_both() {
        let data = json!({
            "tool_name": "conversation", "prompt": "Fix it", "tool_input": "Fix it", "tool_output": "Fixed",
        });
        let seen = told("post_tool_use", data);
        assert_eq!(seen.narrative, "Fix it | Fixed");
        assert_eq!(seen.words(), "Fix it | Fixed");
    }
}
