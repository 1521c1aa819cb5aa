mod golden;
mod hostile;
mod rollups;

use mneme_model::{Kind, Role};

use super::*;
use crate::segment::Turn;

fn turn<'a>(kind: Kind, role: Role, text: &'a str) -> Turn<'a> {
    Turn {
        id: "",
        kind,
        role: Some(role),
        occurred_ms: 0,
        text,
    }
}

fn user(text: &str) -> Turn<'_> {
    turn(Kind::UserMessage, Role::User, text)
}

fn agent(text: &str) -> Turn<'_> {
    turn(Kind::AssistantMessage, Role::Assistant, text)
}

fn tool(text: &str) -> Turn<'_> {
    turn(Kind::ToolResult, Role::Tool, text)
}

/// A digest as a person would read it.
fn read(digest: &Digest) -> String {
    let mut lines = vec![digest.title.clone(), digest.summary.clone()];
    let place = |bullet: &Bullet| {
        bullet
            .source
            .map_or(String::new(), |s| format!(" [{}]", s.turn))
    };
    lines.extend(
        digest
            .bullets
            .iter()
            .map(|b| format!("- {}{}", b.text, place(b))),
    );
    let words: Vec<&str> = digest.keywords.iter().map(|k| k.word.as_str()).collect();
    lines.push(words.join(" | "));
    lines.join("\n")
}
