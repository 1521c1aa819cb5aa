//! Tags that agents put around what they add, and around what a person said.

use std::ops::Range;

/// What stands inside is what a person said; whatever stands beside it was added.
const ASKED: [&str; 7] = [
    "user_query",
    "userRequest",
    "user_request",
    "user_message",
    "task",
    "feedback",
    "command-args",
];

/// What stands inside was never said by a person, wherever it stands.
const ADDED: [&str; 34] = [
    "system-reminder",
    "system_reminder",
    "command-name",
    "command-message",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "task-notification",
    "user-memory-input",
    "user_info",
    "user_rules",
    "user_instructions",
    "additional_data",
    "attached_files",
    "current_file",
    "open_and_recently_viewed_files",
    "project_layout",
    "git_status",
    "linter_errors",
    "agent_transcripts",
    "manually_attached_skills",
    "environment_context",
    "environment_details",
    "environment_info",
    "workspace_info",
    "editorContext",
    "reminderInstructions",
    "file_content",
    "turn_aborted",
    "session_context",
    "INSTRUCTIONS",
];

/// Single words that are tags of agents where they have a line of their own.
const ALONE: [&str; 12] = [
    "attachments",
    "attachment",
    "code",
    "codeblock",
    "context",
    "document",
    "documents",
    "file",
    "files",
    "pre",
    "source",
    "sourcecode",
];

/// Names that open and do not close; whoever writes more of them writes no text.
const UNCLOSED: usize = 32;
/// No tag has more to say of itself.
const ATTRIBUTES: usize = 512;

/// What a person said, where an agent tells it apart; without what it added.
pub fn own(text: &str) -> String {
    let asked = held(text, false, |tag| tag.leads && ASKED.contains(&tag.name));
    let inner: Vec<&str> = (asked.iter()).map(|one| &text[one.inner.clone()]).collect();
    let inner = inner.join("\n");
    match inner.trim().is_empty() {
        true => outside(text, &added(text)),
        false => outside(&inner, &added(&inner)),
    }
}

/// Without whatever else stands between tags of the kind agents use: names of several words, on
/// lines of their own, that close.
pub fn without(text: &str) -> String {
    let others = held(text, false, |tag| tag.leads && tag.is_agents());
    outside(text, &others)
}

fn added(text: &str) -> Vec<Held> {
    held(text, true, |tag| ADDED.contains(&tag.name))
}

/// An opening tag.
struct Tag<'t> {
    name: &'t str,
    /// It is the first in its line.
    leads: bool,
}

/// A tag with what it holds.
struct Held {
    whole: Range<usize>,
    inner: Range<usize>,
}

// === impl Tag ===

impl Tag<'_> {
    fn is_agents(&self) -> bool {
        let inner = self.name.get(1..).unwrap_or_default();
        let several = inner.contains(|c: char| matches!(c, '_' | '-') || c.is_ascii_uppercase());
        several || ALONE.contains(&self.name)
    }
}

/// Everything but what is held.
fn outside(text: &str, held: &[Held]) -> String {
    let (mut left, mut from) = (String::with_capacity(text.len()), 0);
    for one in held {
        left.push_str(&text[from..one.whole.start]);
        from = one.whole.end;
    }
    left.push_str(&text[from..]);
    left
}

/// What the tags that are wanted hold, none inside another. One that does not close holds nothing,
/// or everything behind it where that is meant. No part of a text is looked at more than a few
/// times, however it is written.
fn held(text: &str, to_the_end: bool, wanted: impl Fn(&Tag<'_>) -> bool) -> Vec<Held> {
    let (mut all, mut unclosed) = (Vec::new(), Vec::new());
    let (mut at, mut leads) = (0, true);
    while let Some(open) = text[at..].find('<').map(|found| at + found) {
        let between = &text[at..open];
        let line = between.rsplit_once('\n').map(|(_, line)| line);
        leads = (leads || line.is_some()) && line.unwrap_or(between).trim().is_empty();
        at = open + 1;
        let tag = opening(&text[open..]).map(|(name, length)| (Tag { name, leads }, open + length));
        let tag = tag.filter(|(tag, _)| wanted(tag) && !unclosed.contains(&tag.name));
        let Some((Tag { name, .. }, from)) = tag.filter(|_| unclosed.len() < UNCLOSED) else {
            leads = false;
            continue;
        };
        let close = format!("</{name}>");
        let end = text[from..].find(&close).map(|found| from + found);
        let end = end.or((to_the_end && leads).then_some(text.len()));
        let Some(end) = end else {
            unclosed.push(name);
            leads = false;
            continue;
        };
        at = (end + close.len()).min(text.len());
        all.push(Held {
            whole: open..at,
            inner: from..end,
        });
    }
    all
}

/// The name of the tag a text begins with, and how long the tag is.
fn opening(text: &str) -> Option<(&str, usize)> {
    let head = &text[1..text.floor_char_boundary(ATTRIBUTES)];
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name = &head[..head.find(|c| !named(c))?];
    let behind = &head[name.len()..];
    let end = behind.find(['>', '\n'])?;
    let closed = behind[end..].starts_with('>') && !behind[..end].ends_with('/');
    let spaced = end == 0 || behind.starts_with(' ');
    let first = name.chars().next()?;
    let length = 1 + name.len() + end + 1;
    (first.is_ascii_alphabetic() && closed && spaced).then_some((name, length))
}
