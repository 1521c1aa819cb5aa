//! A session played back: what was said and done, and when.

use mneme_model::Moment;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::observation::{Observation, as_text};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    pub events: Vec<Played>,
    pub event_count: usize,
    pub total_duration_ms: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Played {
    pub kind: String,
    pub label: String,
    pub offset_ms: i64,
    pub ts: String,
    pub body: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_input: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_output: Option<Value>,
    /// Pictures of the screen, where it was a desktop's session.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub images: Vec<Picture>,
}

/// A picture of the screen, and where the server has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// `before`, `at` or `after` the step.
    pub at: String,
    pub url: String,
}

/// In the order they happened, whatever order they came in.
pub fn of(mut seen: Vec<Observation>) -> Replay {
    seen.sort_by_key(|seen| at(&seen.timestamp));
    timed(seen.into_iter().map(played).collect())
}

/// Events that have their times get their offsets, in the order they happened.
pub fn timed(mut events: Vec<Played>) -> Replay {
    events.sort_by_key(|event| at(&event.ts));
    let first = events.first().map_or(0, |event| at(&event.ts));
    for event in &mut events {
        event.offset_ms = at(&event.ts) - first;
    }
    Replay {
        event_count: events.len(),
        total_duration_ms: events.last().map_or(0, |last| last.offset_ms),
        events,
    }
}

fn at(stamp: &str) -> i64 {
    Moment::parse(stamp).map_or(0, |moment| moment.ms)
}

/// One observation as it is played; its offset is not known yet.
pub fn played(seen: Observation) -> Played {
    let kind = kind(&seen);
    let body = match kind {
        "prompt" => seen.user_prompt.clone(),
        "tool_call" | "tool_error" => seen.tool_output.as_ref().map(as_text),
        _ => None,
    };
    Played {
        kind: kind.into(),
        label: seen.title,
        offset_ms: 0,
        ts: seen.timestamp,
        body: body.unwrap_or(seen.narrative),
        tool_name: seen.tool_name,
        tool_input: seen.tool_input,
        tool_output: seen.tool_output,
        images: Vec::new(),
    }
}

fn kind(seen: &Observation) -> &'static str {
    match seen.hook_type.as_str() {
        "prompt_submit" => "prompt",
        "post_tool_failure" => "tool_error",
        _ if seen.tool_name.is_some() => "tool_call",
        _ => "response",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(hook: &str, second: u8, tool: Option<&str>) -> Observation {
        Observation {
            hook_type: hook.into(),
            timestamp: format!("2026-01-01T00:00:{second:02}Z"),
            tool_name: tool.map(str::to_owned),
            narrative: "n".into(),
            ..Observation::default()
        }
    }

    #[test]
    fn offsets_never_fall_and_kinds_are_told_by_the_hook() {
        let replay = of(vec![
            seen("stop", 9, None),
            seen("prompt_submit", 1, None),
            seen("post_tool_use", 3, Some("Bash")),
            seen("post_tool_failure", 4, Some("Bash")),
        ]);
        let told: Vec<_> = replay
            .events
            .iter()
            .map(|e| (e.kind.as_str(), e.offset_ms))
            .collect();
        let wanted = [
            ("prompt", 0),
            ("tool_call", 2_000),
            ("tool_error", 3_000),
            ("response", 8_000),
        ];
        assert_eq!(told, wanted);
        assert_eq!((replay.event_count, replay.total_duration_ms), (4, 8_000));
    }

    #[test]
    fn nothing_played_is_nothing_long() {
        assert_eq!(of(Vec::new()), Replay::default());
    }
}
