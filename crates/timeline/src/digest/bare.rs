//! Titles for turns in which nobody says a sentence: tools at work, or only marks.

use mneme_model::Kind;

use super::reading::{Voice, voice};
use super::{clean, is_bookkeeping};
use crate::segment::Turn;

const MAX_WORDS: usize = 8;
const MAX_CHARS: usize = 60;
/// Of a long text only this is looked at.
const HEAD_BYTES: usize = 4_096;

pub fn bare_title(turns: &[Turn<'_>]) -> String {
    let said = turns
        .iter()
        .filter(|turn| voice(turn) != Voice::System && !is_bookkeeping(turn));
    let heads: Vec<&str> = said.map(|turn| head(turn.text)).collect();
    let called = || heads.iter().find_map(|text| tool_call(text));
    let failed = || heads.iter().flat_map(|text| text.lines()).find_map(failure);
    let words = || heads.iter().find_map(|text| first_words(text));
    failed()
        .or_else(called)
        .or_else(words)
        .unwrap_or_else(|| marker(turns).to_owned())
}

fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(HEAD_BYTES)]
}

/// What sort of events they were.
fn marker(turns: &[Turn<'_>]) -> &'static str {
    let has = |kind: Kind| turns.iter().any(|turn| turn.kind == kind);
    match () {
        () if has(Kind::ToolResult) => "Tool output",
        () if has(Kind::SubagentStart) || has(Kind::SubagentStop) => "Subagent run",
        () if has(Kind::SessionStart) && has(Kind::SessionEnd) => "Session start and end",
        () if has(Kind::SessionStart) => "Session start",
        () if has(Kind::SessionEnd) => "Session end",
        () => "Messages without words",
    }
}

/// `{"tool": "Bash", "command": "cargo build"}` is "Bash: cargo build".
fn tool_call(text: &str) -> Option<String> {
    const TOOLS: [&str; 4] = ["tool_name", "tool", "name", "function"];
    const MATTERS: [&str; 7] = [
        "description",
        "command",
        "file_path",
        "path",
        "query",
        "pattern",
        "url",
    ];
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let tool = TOOLS.iter().find_map(|key| field(text, key))?;
    let title = match MATTERS.iter().find_map(|key| field(text, key)) {
        Some(matter) => format!("{tool}: {matter}"),
        None => format!("{tool} call"),
    };
    first_words(&title)
}

/// The text of a field, without reading the whole: it may be cut off anywhere.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("\"{key}\""))?;
    let value = rest
        .trim_start()
        .strip_prefix(':')?
        .trim_start()
        .strip_prefix('"')?;
    let value = value.split(['"', '\\']).next()?.trim();
    (!value.is_empty()).then_some(value)
}

fn failure(line: &str) -> Option<String> {
    let line = line.trim();
    let lower = line.to_lowercase();
    let fails = ["error", "panic", "fatal", "failed"]
        .iter()
        .any(|sign| lower.starts_with(sign));
    let worded = line.split_whitespace().count() > 2;
    (fails && worded).then(|| first_words(line)).flatten()
}

fn first_words(text: &str) -> Option<String> {
    let few: Vec<&str> = text.split_whitespace().take(MAX_WORDS).collect();
    let title = clean::shown(&few.join(" ")).replace('`', "");
    let end = clean::cut(&title, MAX_CHARS).unwrap_or(title.len());
    let title = title[..end].trim_end_matches([',', ':', ';', '.', '-', ' ', '{', '(', '"']);
    title
        .contains(char::is_alphanumeric)
        .then(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_a_tool_is_named_by_what_it_does() {
        let call = r#"{"tool": "Bash", "command": "cargo build --release", "output": "..."}"#;
        assert_eq!(
            tool_call(call).as_deref(),
            Some("Bash: cargo build --release")
        );
        assert_eq!(tool_call(r#"{"name":"Read""#).as_deref(), Some("Read call"));
        assert_eq!(tool_call("plain"), None);
    }

    #[test]
    fn an_error_is_the_news() {
        let line = "error[E0382]: borrow of moved value: `config`";
        assert_eq!(
            failure(line).as_deref(),
            Some("error[E0382]: borrow of moved value: config")
        );
        assert_eq!(failure("errors: 0"), None);
    }
}
