//! How to connect, for an agent that reads: which calls there are, and how one shows who one is.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::Notebook;
use super::enter::Known;

/// Every call of the notebook, by what it does.
pub const CALLS: &[(&str, &str, &str)] = &[
    ("GET", "/agentmemory/livez", "whether somebody is there"),
    (
        "GET",
        "/agentmemory/health",
        "how it is, and how much is kept",
    ),
    (
        "POST",
        "/agentmemory/session/start",
        "begin a session: sessionId, project, cwd; answers with its context",
    ),
    ("POST", "/agentmemory/session/end", "end it: sessionId"),
    ("GET", "/agentmemory/sessions", "sessions, the latest first"),
    (
        "POST",
        "/agentmemory/observe",
        "tell what a hook saw: sessionId, hookType, timestamp, data",
    ),
    (
        "POST",
        "/agentmemory/agent/observe",
        "the same in plain words: sessionId, project, text",
    ),
    (
        "GET",
        "/agentmemory/observations",
        "what was seen: ?sessionId=",
    ),
    (
        "POST",
        "/agentmemory/remember",
        "keep a fact: content; type, concepts, files, project",
    ),
    (
        "POST",
        "/agentmemory/evolve",
        "a fact's next version: memoryId, newContent",
    ),
    ("GET", "/agentmemory/memories", "facts: ?latest=true&limit="),
    (
        "POST",
        "/agentmemory/forget",
        "forget: memoryId, or sessionId with or without observationIds",
    ),
    ("GET", "/agentmemory/lessons", "lessons, the surest first"),
    (
        "POST",
        "/agentmemory/lessons",
        "learn one, or grow surer of it: content",
    ),
    (
        "POST",
        "/agentmemory/lessons/search",
        "lessons that answer: query",
    ),
    (
        "POST",
        "/agentmemory/lessons/strengthen",
        "once more: lessonId",
    ),
    ("GET", "/agentmemory/slots", "pinned notes"),
    ("GET", "/agentmemory/slot", "one: ?label="),
    ("POST", "/agentmemory/slot", "make one: label, content"),
    (
        "POST",
        "/agentmemory/slot/append",
        "a line more: label, text",
    ),
    (
        "POST",
        "/agentmemory/slot/replace",
        "other words: label, content",
    ),
    ("DELETE", "/agentmemory/slot", "take it away: ?label="),
    ("GET", "/agentmemory/actions", "things to do"),
    ("POST", "/agentmemory/actions", "one more: title"),
    ("PATCH", "/agentmemory/actions/{id}", "change one"),
    ("GET", "/agentmemory/frontier", "what to do next"),
    (
        "POST",
        "/agentmemory/context",
        "what a new session should know: sessionId, project",
    ),
    (
        "GET",
        "/agentmemory/profile",
        "what a project is about: ?project=",
    ),
    ("POST", "/agentmemory/search", "find: query"),
    (
        "POST",
        "/agentmemory/smart-search",
        "find, a few of each session: query",
    ),
    ("GET", "/agentmemory/relations", "how things hang together"),
    (
        "POST",
        "/agentmemory/relations",
        "one more: sourceId, targetId, type",
    ),
    ("GET", "/agentmemory/review", "what waits for a decision"),
    (
        "POST",
        "/agentmemory/review",
        "decide: review_key, action (confirm, reject, supersede)",
    ),
    ("GET", "/agentmemory/graph", "folders, and what joins them"),
    (
        "GET",
        "/agentmemory/graph/stats",
        "how many things and relations there are",
    ),
    (
        "POST",
        "/agentmemory/session/commit",
        "link a commit: sha, sessionId",
    ),
    (
        "GET",
        "/agentmemory/session/by-commit",
        "sessions of a commit: ?sha=",
    ),
    ("GET", "/agentmemory/commits", "commits, the latest first"),
    ("GET", "/agentmemory/audit", "who did what"),
    (
        "GET",
        "/agentmemory/dolt/commits",
        "the same as commits of a journal",
    ),
    (
        "POST",
        "/agentmemory/timeline",
        "what happened around a moment: anchor",
    ),
    (
        "POST",
        "/agentmemory/enrich",
        "what is known of files: files, terms",
    ),
    ("GET", "/agentmemory/mcp/tools", "the 31 tools"),
    ("POST", "/agentmemory/mcp/tools", "use one: name, arguments"),
    ("GET", "/agentmemory/toc", "the table of contents"),
    ("GET", "/agentmemory/grip", "a part of it, opened"),
    (
        "POST",
        "/agentmemory/summarize",
        "sum a session up: sessionId",
    ),
    ("GET", "/agentmemory/crystals", "what stays of sessions"),
    (
        "POST",
        "/agentmemory/crystals/auto",
        "sum up what ended: olderThanDays",
    ),
    (
        "POST",
        "/agentmemory/slot/reflect",
        "look back at a session: sessionId",
    ),
    (
        "POST",
        "/agentmemory/consolidate",
        "tell together what belongs together: project",
    ),
    ("POST", "/agentmemory/consolidate-pipeline", "the same"),
    (
        "GET",
        "/agentmemory/semantic",
        "facts that were found in sessions",
    ),
    ("GET", "/agentmemory/procedural", "how things are done"),
    ("GET", "/agentmemory/insights", "what came of looking back"),
    (
        "POST",
        "/agentmemory/auto-forget",
        "let go of what is past its time: dryRun",
    ),
    (
        "GET",
        "/agentmemory/config/flags",
        "what a model may do by itself",
    ),
    (
        "GET",
        "/agentmemory/export",
        "everything: ?maxSessions=&offset=",
    ),
    (
        "POST",
        "/agentmemory/import",
        "take an export in: exportData, strategy merge, replace or skip",
    ),
    (
        "GET",
        "/agentmemory/replay/sessions",
        "sessions that can be played back",
    ),
    (
        "GET",
        "/agentmemory/replay/load",
        "one of them: ?sessionId=",
    ),
    (
        "GET",
        "/agentmemory/replay/frame",
        "a picture of a recorded step: ?sessionId=&step=&at=",
    ),
    (
        "POST",
        "/agentmemory/replay/import-jsonl",
        "read transcripts of Claude Code: path, maxFiles",
    ),
    (
        "GET",
        "/agentmemory/image",
        "a picture of an observation: ?id=",
    ),
    (
        "POST",
        "/agentmemory/antigravity/sync",
        "read talks of Antigravity: mode current_session, current_folder or all",
    ),
    (
        "POST",
        "/agentmemory/claude-bridge/sync",
        "there for clients that call it",
    ),
    (
        "GET",
        "/agentmemory/second-brain",
        "notes in markdown: ?file=",
    ),
    (
        "POST",
        "/agentmemory/second-brain",
        "write one: file, content",
    ),
    ("GET", "/agent.md", "this page"),
    ("GET", "/auth.md", "how one shows who one is"),
];

pub async fn agent(State(notebook): State<Notebook>, known: Known) -> Response {
    let at = address(&notebook, &known);
    let calls = CALLS
        .iter()
        .map(|(method, path, what)| format!("- `{method} {path}`: {what}"));
    let calls: Vec<String> = calls.collect();
    markdown(format!(
        "# The notebook at {at}\n\n\
         It keeps what agents do, what they learn and what the next one should know. Bodies and answers \
         are JSON. How one shows who one is stands in {at}/auth.md.\n\n\
         A session, in short:\n\n\
         1. `POST /agentmemory/session/start`: read `context` of the answer before you work.\n\
         2. `POST /agentmemory/agent/observe` for what you did and found.\n\
         3. `POST /agentmemory/remember` for a fact, `POST /agentmemory/lessons` for a rule.\n\
         4. `POST /agentmemory/search` when you need to know something.\n\
         5. `POST /agentmemory/session/end`.\n\n\
         Secrets are taken out before anything is kept, and so is what stands between `<private>` and \
         `</private>`.\n\n\
         ## Calls\n\n{}\n",
        calls.join("\n")
    ))
}

pub async fn auth(State(notebook): State<Notebook>, known: Known) -> Response {
    let at = address(&notebook, &known);
    let how = match notebook.settings.secret.is_set() {
        true => {
            "Every call needs the header `Authorization: Bearer` with the value of AGENTMEMORY_SECRET, \
             or with a key of this store (`mneme key`)."
        }
        false => {
            "No secret is set: programs of this machine need none. Others, and pages of other origins, \
             need a key of this store (`mneme key`) in the header `Authorization: Bearer`."
        }
    };
    markdown(format!(
        "# Who may use the notebook at {at}\n\n{how}\n\nWithout it the answer is 401. `/livez` and \
         `/agentmemory/livez` are open to everybody.\n"
    ))
}

/// Where this very listener is.
fn address(notebook: &Notebook, known: &Known) -> String {
    let name = if notebook.own { "notebook" } else { "http" };
    let doors = &known.desk.house.doors;
    doors.get(name).cloned().unwrap_or_default()
}

fn markdown(text: String) -> Response {
    ([(CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response()
}
