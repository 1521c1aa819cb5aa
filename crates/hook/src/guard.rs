//! The guard of Claude Code: asks for a recall before other tools, and for something kept before
//! the end. It reads the talk so far, and notes what it did only where no talk is written; whatever goes
//! wrong, it lets pass.

mod notes;
#[cfg(test)]
mod tests;
mod transcript;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::json::{self, Value, object};
use crate::send::within;
use crate::{ANSWER, input};
use notes::Notes;
use transcript::Talk;

/// How long a talk may take to be read.
const READ: Duration = Duration::from_secs(3);
/// An agent that cannot reach its memory is not kept from its work for ever.
const REFUSALS: usize = 3;

/// What a refusal begins with; the talk is searched for it.
const REFUSAL: &str = "Ask your memory first";
const REFUSED: &str = "call memoryoss_recall with what this task is about, then use this tool again. (memoryOSS guard)";
const UNKEPT: &str = "Keep what this session taught before you end: call memoryoss_store with one statement (or memoryoss_update), or say in one that nothing new was learnt. (memoryOSS guard)";
const LET_PASS: &str = "memoryOSS guard: the memory was asked for three times and not reached, so tools go on without it";

/// Tools that look for other tools, or ask a person: without them an agent may not even find its
/// memory.
const OPEN: [&str; 2] = ["ToolSearch", "AskUserQuestion"];

/// What the agent reads.
pub fn attend() -> String {
    if std::env::var("MEMORYOSS_GUARD").is_ok_and(|value| value == "off") {
        return ANSWER.to_owned();
    }
    let answered = std::panic::catch_unwind(|| {
        let event = json::read(&input::read().ok()?).ok()?;
        let home = std::env::var_os("HOME").map(PathBuf::from)?;
        decide(event, &home)
    });
    match answered {
        Ok(Some(answer)) => format!("{}\n", answer.to_json()),
        _ => ANSWER.to_owned(),
    }
}

/// Nothing where it may go on.
fn decide(event: Value, home: &Path) -> Option<Value> {
    let name = event.get("hook_event_name")?.words();
    match name.as_str() {
        "PreToolUse" => before_tool(&event, home),
        "Stop" | "SubagentStop" => before_end(&event),
        _ => None,
    }
}

fn before_tool(event: &Value, home: &Path) -> Option<Value> {
    let tool = event.get("tool_name")?.words();
    let memory = Memory::of(&tool);
    let open = OPEN.contains(&tool.as_str()) || memory.is_some();
    let talk = match heard(event)? {
        Heard::Written(talk) => talk,
        Heard::Unwritten => noted(&Notes::of(home, event)?, memory, open)?,
    };
    if open || talk.recalled {
        return None;
    }
    if talk.refusals >= REFUSALS {
        let message = ("systemMessage", Value::text(LET_PASS));
        return Some(object([("continue", Value::Bool(true)), message]));
    }
    let reason = format!("{REFUSAL}: {REFUSED}");
    let output = object([
        ("hookEventName", Value::text("PreToolUse")),
        ("permissionDecision", Value::text("deny")),
        ("permissionDecisionReason", Value::text(&reason)),
    ]);
    Some(object([
        ("continue", Value::Bool(true)),
        ("hookSpecificOutput", output),
        ("systemMessage", Value::text(&reason)),
    ]))
}

/// What the notes say, with what is done now among them; none where that cannot be noted.
fn noted(notes: &Notes, memory: Option<Memory>, open: bool) -> Option<Talk> {
    if memory == Some(Memory::Recalls) {
        notes.recall();
    }
    let talk = notes.talk();
    let refuses = !open && !talk.recalled && talk.refusals < REFUSALS;
    (!refuses || notes.refuse()).then_some(talk)
}

/// Said once: an agent that goes on because of us may end the next time. Never `continue: false`:
/// that ends the whole session, whatever else is said, and nobody hears the reason.
fn before_end(event: &Value) -> Option<Value> {
    if event.get("stop_hook_active") == Some(&Value::Bool(true)) {
        return None;
    }
    let Heard::Written(talk) = heard(event)? else {
        return None;
    };
    if talk.kept || !talk.worked {
        return None;
    }
    Some(object([
        ("continue", Value::Bool(true)),
        ("decision", Value::text("block")),
        ("reason", Value::text(UNKEPT)),
        ("systemMessage", Value::text(UNKEPT)),
    ]))
}

/// The talk so far.
enum Heard {
    Written(Talk),
    /// Nobody writes it, or not yet.
    Unwritten,
}

/// One that takes too long to read is as if nobody guarded.
fn heard(event: &Value) -> Option<Heard> {
    let path = event.get("transcript_path").map(Value::words);
    let path = path.filter(|path| Path::new(path).exists());
    let Some(path) = path else {
        return Some(Heard::Unwritten);
    };
    let talk = within(READ, move || Talk::read(path.as_ref()))??;
    Some(Heard::Written(talk))
}

/// What a tool does with the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Recalls,
    Keeps,
    Other,
}

const RECALL: [&str; 6] = [
    "memoryoss_recall",
    "memory_recall",
    "memory_smart_search",
    "mneme__recall",
    "mneme__context",
    "mneme__timeline",
];
const KEEP: [&str; 5] = [
    "memoryoss_store",
    "memoryoss_update",
    "memory_save",
    "memory_lesson_save",
    "mneme__remember",
];
const SERVERS: [&str; 3] = ["mcp__memoryoss__", "mcp__mneme__", "mcp__agentmemory__"];

// === impl Memory ===

impl Memory {
    /// `None` for a tool that is none of ours.
    pub fn of(tool: &str) -> Option<Self> {
        let named = |names: &[&str]| names.iter().any(|name| tool.ends_with(name));
        let ours = SERVERS.iter().any(|server| tool.starts_with(server));
        match tool {
            _ if named(&RECALL) => Some(Memory::Recalls),
            _ if named(&KEEP) => Some(Memory::Keeps),
            _ if ours || tool.ends_with("memoryoss_forget") => Some(Memory::Other),
            _ => None,
        }
    }
}
