//! The notebook's tools, by their published names and in their published order.

use super::{Argument, Call, Effect, Tool, Usual, choice, flag, list, number, text};

const QUERY: Argument = text("query", "What to look for, in plain words.").needed();
const LIMIT: Argument = number("limit", "Most results, 10 by default, 100 at most.");
const CONTENT: Argument = text("content", "The statement, understandable by itself.").needed();
const SESSION: Argument = text("sessionId", "Id of the session.").needed();
const LABEL: Argument = text(
    "label",
    "Name of the slot: small letters, digits and underscores.",
)
.needed();
const PROJECT: Argument = text("project", "Project it belongs to: as its sessions call it.");
const OF_PROJECT: Argument = text("project", "Only of this project.");
const SLOTS_OF: Argument = text(
    "project",
    "Project whose slots are meant; global ones without.",
);
const CONCEPTS: Argument = list("concepts", "Key words, as a list or with commas.");
const FILES: Argument = list("files", "Files it is about, as a list or with commas.");
const TAGS: Argument = list("tags", "Tags, as a list or with commas.");
const TYPE: Argument = text(
    "type",
    "fact (default), pattern, preference, architecture, bug or workflow.",
);
const PRIORITY: Argument = number("priority", "Higher comes first; 0 by default.");
const STATUS: Argument = choice(
    "status",
    &["pending", "active", "completed", "discarded"],
    "Where it stands.",
);

const SYNC: &[Argument] = &[
    choice(
        "mode",
        &["current_session", "current_folder", "all"],
        "Which transcripts.",
    )
    .needed(),
    text(
        "currentConversationId",
        "The conversation, for current_session; the newest by default.",
    ),
    text(
        "currentFolder",
        "The directory, for current_folder; where this server was started, over standard input.",
    ),
];

const fn row(
    name: &'static str,
    title: &'static str,
    about: &'static str,
    arguments: &'static [Argument],
    effect: Effect,
    call: Call,
) -> Tool {
    Tool {
        name,
        title,
        about,
        arguments,
        effect,
        call,
        usual: &[],
    }
}

const fn usually(tool: Tool, usual: &'static [(&'static str, Usual)]) -> Tool {
    Tool { usual, ..tool }
}

const fn get(path: &'static str) -> Call {
    Call::Rest("GET", path)
}

const fn post(path: &'static str) -> Call {
    Call::Rest("POST", path)
}

pub const TOOLS: &[Tool] = &[
    row(
        "memory_recall",
        "Recall from past sessions",
        "Search observations of past sessions and memories; as many of one session as fit.",
        &[QUERY, LIMIT],
        Effect::Reads,
        post("/search"),
    ),
    row(
        "memory_save",
        "Save a memory",
        "Keep a fact, decision or preference. What says nearly the same replaces its old version.",
        &[
            CONTENT,
            TYPE,
            CONCEPTS,
            FILES,
            PROJECT,
            text("sessionId", "Session it was learnt in; the two are linked."),
        ],
        Effect::Adds,
        Call::Save,
    ),
    usually(
        row(
            "memory_sessions",
            "Recent sessions",
            "List the most recent sessions, newest first.",
            &[number("limit", "Most sessions, 20 by default.")],
            Effect::Reads,
            get("/sessions"),
        ),
        &[("limit", Usual::Number(20))],
    ),
    row(
        "memory_sessions_list",
        "All sessions",
        "List all sessions, newest first.",
        &[],
        Effect::Reads,
        get("/sessions"),
    ),
    usually(
        row(
            "memory_smart_search",
            "Search across sessions",
            "Search observations and memories by words and meaning; at most three of one session, so that more sessions are heard.",
            &[QUERY, LIMIT],
            Effect::Reads,
            post("/search"),
        ),
        &[("perSession", Usual::Number(3))],
    ),
    row(
        "memory_timeline",
        "Timeline around a moment",
        "Observations before and after a moment, in the order they happened.",
        &[
            text(
                "anchor",
                "An ISO time, the id of an observation, or words to find one by.",
            )
            .needed(),
            OF_PROJECT,
            text("sessionId", "Only of this session."),
        ],
        Effect::Reads,
        post("/timeline"),
    ),
    row(
        "memory_observations",
        "Observations of a session",
        "Everything observed in a session, oldest first.",
        &[SESSION],
        Effect::Reads,
        get("/observations"),
    ),
    row(
        "memory_profile",
        "Profile of a project",
        "Concepts and files a project is about, its conventions and common errors.",
        &[text("project", "The project: as its sessions call it.").needed()],
        Effect::Reads,
        get("/profile"),
    ),
    row(
        "memory_lessons",
        "List lessons",
        "List lessons, the surest first.",
        &[
            OF_PROJECT,
            number("minConfidence", "Not less sure than this, 0 to 1."),
            number("limit", "Most lessons, 50 by default."),
        ],
        Effect::Reads,
        get("/lessons"),
    ),
    row(
        "memory_lesson_save",
        "Save a lesson",
        "Keep a rule learnt from experience; the same one told again grows surer.",
        &[
            text("content", "The rule, understandable by itself.").needed(),
            text("context", "When it holds."),
            PROJECT,
        ],
        Effect::Adds,
        post("/lessons"),
    ),
    row(
        "memory_lesson_recall",
        "Recall lessons",
        "Find lessons that apply to a situation, best first.",
        &[QUERY, OF_PROJECT],
        Effect::Reads,
        post("/lessons/search"),
    ),
    row(
        "memory_lesson_search",
        "Search lessons",
        "Find lessons by their words, best first.",
        &[QUERY, OF_PROJECT],
        Effect::Reads,
        post("/lessons/search"),
    ),
    row(
        "memory_consolidate",
        "Consolidate",
        "Make lasting memories, facts and procedures of what was observed.",
        &[],
        Effect::Adds,
        post("/consolidate"),
    ),
    row(
        "memory_reflect",
        "Reflect on a session",
        "Write what is open, what went wrong and which files were touched into the slots.",
        &[
            SESSION,
            number(
                "maxObservations",
                "Newest observations read, 50 by default.",
            ),
        ],
        Effect::Settles,
        post("/slot/reflect"),
    ),
    row(
        "memory_diagnose",
        "Diagnose",
        "Health of every part: store, indexes, embedding provider, LLM, live stream, backup.",
        &[],
        Effect::Reads,
        get("/health"),
    ),
    row(
        "memory_forget",
        "Forget for good",
        "Delete a memory, some observations of a session, or a whole session. It cannot be undone.",
        &[
            text("memoryId", "A memory."),
            text("sessionId", "A session; alone, all of it."),
            list(
                "observationIds",
                "Only these of the session, as a list or with commas.",
            ),
        ],
        Effect::Replaces,
        post("/forget"),
    ),
    row(
        "memory_export",
        "Export everything",
        "All sessions, observations, memories, lessons and slots as JSON, in pages if asked.",
        &[
            number("maxSessions", "Sessions in a page, 1 to 1000."),
            number("offset", "Sessions left out before it."),
        ],
        Effect::Reads,
        get("/export"),
    ),
    row(
        "agent_observe",
        "Tell what was done",
        "Note a step of the work in its session: a thought, command, result or error.",
        &[
            SESSION,
            text("project", "Project worked on: as its sessions call it.").needed(),
            text("text", "What happened; this or content is needed."),
            text("content", "The same as text."),
            text(
                "type",
                "thought, command, tool, error, result, conversation or other.",
            ),
            text("title", "A short name for it."),
            text("cwd", "Working directory."),
            text("agentId", "Who did it."),
        ],
        Effect::Adds,
        post("/agent/observe"),
    ),
    row(
        "agent_remember",
        "Remember for a project",
        "Keep a fact, decision or preference of a project.",
        &[
            CONTENT,
            text("project", "Project it belongs to: as its sessions call it.").needed(),
            TYPE,
            CONCEPTS,
            FILES,
            text("agentId", "Who learnt it."),
        ],
        Effect::Adds,
        post("/agent/remember"),
    ),
    row(
        "memory_antigravity_sync",
        "Sync Antigravity transcripts",
        "Take in Antigravity conversations of this machine; what is known already is left out.",
        SYNC,
        Effect::Settles,
        post("/antigravity/sync"),
    ),
    row(
        "memory_antigravity_sync_all",
        "Sync, summarise and reflect",
        "Take in Antigravity conversations, then summarise and reflect on each session.",
        SYNC,
        Effect::Settles,
        Call::SyncAll,
    ),
    row(
        "memory_slot_list",
        "List slots",
        "List the slots that are always at hand.",
        &[SLOTS_OF],
        Effect::Reads,
        get("/slots"),
    ),
    row(
        "memory_slot_get",
        "Read a slot",
        "One slot with its content.",
        &[LABEL, SLOTS_OF],
        Effect::Reads,
        Call::SlotGet,
    ),
    // Without a project a slot is everybody's, whatever its scope.
    row(
        "memory_slot_create",
        "Create a slot",
        "Make a slot, or make it anew: what was in it is replaced.",
        &[
            LABEL,
            text("content", "What it holds at first."),
            choice(
                "scope",
                &["project", "global"],
                "Whose it is: global by default, project where one is named.",
            ),
            number("sizeLimit", "Most characters, 2000 by default."),
            flag("pinned", "Whether every context shows it, true by default."),
            SLOTS_OF,
        ],
        Effect::Replaces,
        post("/slot"),
    ),
    row(
        "memory_slot_append",
        "Append to a slot",
        "Add a line to a slot, within its limit.",
        &[LABEL, text("text", "The line to add.").needed(), SLOTS_OF],
        Effect::Adds,
        post("/slot/append"),
    ),
    row(
        "memory_slot_replace",
        "Replace a slot's content",
        "Put other content into a slot.",
        &[
            LABEL,
            text("content", "The new content.").needed(),
            SLOTS_OF,
        ],
        Effect::Replaces,
        post("/slot/replace"),
    ),
    row(
        "memory_slot_delete",
        "Delete a slot",
        "Take a slot away with its content.",
        &[LABEL, SLOTS_OF],
        Effect::Replaces,
        Call::Rest("DELETE", "/slot"),
    ),
    row(
        "memory_action_create",
        "Create an action",
        "Note something that is to be done.",
        &[
            text("title", "What is to be done.").needed(),
            text("description", "More about it."),
            PRIORITY,
            STATUS,
            TAGS,
            text("sessionId", "Session it came up in."),
        ],
        Effect::Adds,
        post("/actions"),
    ),
    row(
        "memory_action_update",
        "Update an action",
        "Change an action, or say that it is done.",
        &[
            text("actionId", "Id of the action.").needed(),
            text("title", "What is to be done."),
            text("description", "More about it."),
            PRIORITY,
            STATUS,
            TAGS,
            text("sessionId", "Session it belongs to."),
        ],
        Effect::Replaces,
        Call::Rest("PATCH", "/actions/{actionId}"),
    ),
    row(
        "memory_frontier",
        "What to do next",
        "Actions that are pending or active, the most urgent first.",
        &[],
        Effect::Reads,
        get("/frontier"),
    ),
    row(
        "memory_crystallize",
        "Summarise a session",
        "Make a summary of a session: title, narrative, decisions, files.",
        &[SESSION],
        Effect::Settles,
        post("/summarize"),
    ),
];
