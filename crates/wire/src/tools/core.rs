//! The few tools most agents need. All of them together stay under a thousand tokens.

use super::{Call, Effect, Tool, choice, list, number, text};

pub const TOOLS: &[Tool] = &[
    Tool {
        name: "remember",
        title: "Remember",
        about: "Keep a fact, decision or preference for later sessions. What says nearly the same replaces the old version.",
        arguments: &[
            text("content", "One self-contained statement.").needed(),
            text("project", "Project it belongs to."),
            text(
                "type",
                "fact, preference, pattern, architecture, bug or workflow.",
            ),
            list("concepts", "Key words."),
            list("files", "Files it is about."),
        ],
        effect: Effect::Adds,
        call: Call::Save,
        usual: &[],
    },
    Tool {
        name: "recall",
        title: "Recall",
        about: "Find what is known about a question, from memories and past sessions, best first.",
        arguments: &[
            text("query", "The question, in plain words.").needed(),
            number("limit", "Most results (10)."),
            number("budget", "Also pack the evidence into this many tokens."),
            text("session", "Only from this session."),
            text("from", "Not older than this ISO time."),
            text("to", "Not newer than this ISO time."),
        ],
        effect: Effect::Reads,
        call: Call::Operation("recall"),
        usual: &[],
    },
    Tool {
        name: "context",
        title: "Context for a new session",
        about: "What to know before working on a project: pinned notes, profile, lessons, memories, past sessions, within a token budget.",
        arguments: &[
            text("project", "Project to work on.").needed(),
            text("sessionId", "The session that begins; it is left out."),
            number("budget", "Most tokens (2000)."),
        ],
        effect: Effect::Reads,
        call: Call::Rest("POST", "/context"),
        usual: &[("sessionId", super::Usual::Text("none"))],
    },
    Tool {
        name: "forget",
        title: "Forget for good",
        about: "Delete a memory, some observations, or a whole session. It cannot be undone.",
        arguments: &[
            text("memoryId", "A memory."),
            text("sessionId", "A session; alone, all of it."),
            list("observationIds", "Only these of the session."),
        ],
        effect: Effect::Replaces,
        call: Call::Rest("POST", "/forget"),
        usual: &[],
    },
    Tool {
        name: "timeline",
        title: "What happened around a moment",
        about: "Observations before and after a moment, in order.",
        arguments: &[
            text(
                "anchor",
                "ISO time, observation id, or words to find it by.",
            )
            .needed(),
            number("before", "How many before (10)."),
            number("after", "How many after (10)."),
            text("project", "Only of this project."),
            text("sessionId", "Only of this session."),
        ],
        effect: Effect::Reads,
        call: Call::Rest("POST", "/timeline"),
        usual: &[],
    },
    Tool {
        name: "session",
        title: "Begin, end or list sessions",
        about: "start: begin a session and get its context; end: close it; list: the latest; show: all that was observed in one.",
        arguments: &[
            choice("action", &["start", "end", "list", "show"], "What to do.").needed(),
            text("sessionId", "Needed but for list."),
            text("project", "Needed for start; filters list."),
            text("cwd", "Working directory, for start."),
            text("title", "What it is about, for start."),
            number("limit", "Most sessions listed (20)."),
        ],
        effect: Effect::Settles,
        call: Call::Session,
        usual: &[],
    },
];
