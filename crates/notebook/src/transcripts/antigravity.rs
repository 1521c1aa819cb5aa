//! Transcripts of Antigravity: what was asked, and what was answered to it.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Talk, objects};
use crate::observation::Told;

/// Who talks there.
pub const AGENT: &str = "antigravity";
/// Characters of a conversation's name in the session's.
const NAMED: usize = 18;

/// The session a conversation becomes.
pub fn session_id(conversation: &str) -> String {
    let start: String = conversation.chars().take(NAMED).collect();
    format!("{AGENT}_{}", start.replace('-', "_"))
}

/// Each question with the next answer to it. `cwd` is the project where the talk names none.
pub fn read(conversation: &str, text: &str, cwd: &str) -> Talk {
    let (entries, broken) = objects(text);
    let session = session_id(conversation);
    let mut talk = Talk {
        project: project(text).unwrap_or_else(|| cwd.to_owned()),
        cwd: cwd.to_owned(),
        session_id: session.clone(),
        told: Vec::new(),
        broken,
    };
    let mut asked: Option<&Value> = None;
    for entry in &entries {
        match entry["type"].as_str() {
            Some("USER_INPUT") => asked = Some(entry),
            Some("PLANNER_RESPONSE") => {
                let pair = asked.take().map(|asked| pair(&session, asked, entry));
                talk.told.extend(pair);
            }
            _ => {}
        }
    }
    talk
}

/// Without the questions that are known already. One that stands in the talk twice is known when
/// it comes again, as it would be if the talk had been read in between.
pub fn only_new<'a>(talk: &mut Talk, known: impl IntoIterator<Item = &'a str>) {
    let mut known: HashSet<String> = known.into_iter().map(str::to_owned).collect();
    talk.told.retain(|told| {
        let prompt = told.data["prompt"].as_str().unwrap_or_default();
        // What is kept of a question has no secrets in it.
        prompt.is_empty() || !known.contains(prompt) && known.insert(crate::redact::text(prompt))
    });
}

fn pair(session: &str, asked: &Value, answered: &Value) -> Told {
    let prompt = request(content(asked));
    Told {
        session_id: session.to_owned(),
        hook_type: String::from("post_tool_use"),
        timestamp: moment(asked)
            .or_else(|| moment(answered))
            .unwrap_or_default(),
        agent_id: Some(AGENT.to_owned()),
        data: json!({
            "tool_name": "conversation",
            "prompt": prompt,
            "tool_input": prompt,
            "tool_output": content(answered),
        }),
    }
}

fn content(entry: &Value) -> &str {
    entry["content"].as_str().unwrap_or_default()
}

fn moment(entry: &Value) -> Option<String> {
    let fields = ["created_at", "timestamp"];
    fields
        .iter()
        .find_map(|field| entry[field].as_str().map(str::to_owned))
}

/// What stands inside of `<USER_REQUEST>`, where that is there.
fn request(text: &str) -> &str {
    let inside = text.split_once("<USER_REQUEST>").map(|(_, rest)| rest);
    let inside = inside.and_then(|rest| rest.split_once("</USER_REQUEST>"));
    inside.map_or(text, |(inside, _)| inside).trim()
}

/// `[folder] -> [name]` in the first line names the folder.
fn project(text: &str) -> Option<String> {
    let first = text.lines().next()?;
    let (before, after) = first.split_once("] -> [")?;
    after.contains(']').then_some(())?;
    let (_, folder) = before.rsplit_once('[')?;
    Some(folder.trim().to_owned()).filter(|folder| !folder.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"type":"USER_INPUT","created_at":"2026-01-01T00:00:00Z","content":"[/w/app] -> [owner/app] <USER_REQUEST>Fix it</USER_REQUEST> more"}
{"type":"TOOL"}
{"type":"PLANNER_RESPONSE","content":"Fixed"}
{"type":"PLANNER_RESPONSE","content":"unasked"}
{"type":"USER_INPUT","content":"unanswered"}"#;

    #[test]
    fn a_question_goes_with_the_next_answer() {
        let talk = read("0a1b2c3d-4e5f-6789-abcd", FILE, "/srv");
        assert_eq!(talk.session_id, "antigravity_0a1b2c3d_4e5f_6789");
        assert_eq!(talk.project, "/w/app");
        assert_eq!(talk.told.len(), 1);
        assert_eq!(talk.told[0].data["prompt"], "Fix it");
        assert_eq!(talk.told[0].data["tool_output"], "Fixed");
        assert_eq!(talk.told[0].agent_id.as_deref(), Some("antigravity"));
    }

    #[test]
    fn a_question_is_new_once() {
        let asked = |text: &str| json!({ "type": "USER_INPUT", "content": text });
        let lines = ["a", "b", "a", "known"].map(|text| {
            let answer = json!({ "type": "PLANNER_RESPONSE", "content": "ok" });
            format!("{}\n{answer}\n", asked(text))
        });
        let mut talk = read("c", &lines.concat(), "/srv");
        assert_eq!(talk.told.len(), 4);
        only_new(&mut talk, ["known"]);
        let left = talk.told.iter().map(|told| told.data["prompt"].as_str());
        assert_eq!(left.collect::<Vec<_>>(), [Some("a"), Some("b")]);
    }

    #[test]
    fn without_a_named_folder_it_is_where_one_stands() {
        assert_eq!(read("c", "{\"type\":\"x\"}", "/srv").project, "/srv");
    }
}
