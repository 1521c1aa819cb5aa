//! The four tools of memoryOSS, by their published names.

use super::{Call, Effect, Tool, Usual, list, number, text};

pub const TOOLS: &[Tool] = &[
    Tool {
        name: "memoryoss_recall",
        title: "Recall Relevant Memories",
        about: "Search long-term memory and return what is relevant to a question, best first.",
        arguments: &[
            text("query", "What to look for, in plain words.").needed(),
            number("limit", "Most results, 10 by default."),
            text("agent", "Only what this agent stored."),
            text("session", "Only from this session."),
            text("namespace", "Namespace to look in; a key has exactly one."),
            list("tags", "Only with any of these tags."),
        ],
        effect: Effect::Reads,
        call: Call::Operation("recall"),
        usual: &[("limit", Usual::Number(10))],
    },
    Tool {
        name: "memoryoss_store",
        title: "Store New Memory",
        about: "Keep a fact, decision or preference in long-term memory.",
        arguments: &[
            text(
                "content",
                "The statement to keep, understandable by itself.",
            )
            .needed(),
            list("tags", "Tags to find it by."),
            text("agent", "The agent that stores it."),
            text("session", "The session it comes from."),
            text(
                "namespace",
                "Namespace to keep it in; a key has exactly one.",
            ),
            text("memory_type", "episodic, semantic, procedural or working."),
        ],
        effect: Effect::Changes,
        call: Call::Operation("store"),
        usual: &[],
    },
    Tool {
        name: "memoryoss_update",
        title: "Update Existing Memory",
        about: "Give a memory new words or tags; the earlier version stays readable.",
        arguments: &[
            text("id", "Id of the memory.").needed(),
            text("content", "Its new words."),
            list("tags", "Its new tags, in place of the old ones."),
            text("namespace", "Namespace it is in; a key has exactly one."),
        ],
        effect: Effect::Changes,
        call: Call::Operation("update"),
        usual: &[],
    },
    Tool {
        name: "memoryoss_forget",
        title: "Delete Stored Memory",
        about: "Forget memories for good, by their ids.",
        arguments: &[
            list("ids", "Ids of what is to go; at least one.").needed(),
            text("namespace", "Namespace they are in; a key has exactly one."),
        ],
        effect: Effect::Changes,
        call: Call::Operation("forget"),
        usual: &[],
    },
];
