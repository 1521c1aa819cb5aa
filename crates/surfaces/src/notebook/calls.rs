//! Every call of the notebook, once: where it hangs, who answers it, and what a guide says of it.

use axum::Router;
use axum::routing::{delete, get, patch, post};

use super::*;

/// A call as it is told to whoever reads before they call.
pub struct Call {
    pub method: &'static str,
    pub path: &'static str,
    pub what: &'static str,
}

macro_rules! calls {
    ($($method:ident $path:literal => $handler:path, $what:literal;)*) => {
        pub const CALLS: &[Call] = &[$(Call {
            method: stringify!($method),
            path: concat!("/agentmemory", $path),
            what: $what,
        }),*];

        pub fn hung() -> Router<Notebook> {
            Router::new()$(.route($path, $method($handler)))*
        }
    };
}

calls! {
    get "/livez" => live::livez, "whether somebody is there";
    get "/health" => live::health, "how it is, and how much is kept";
    post "/session/start" => sessions::start,
        "begin a session: sessionId, project, cwd; answers with its context";
    post "/session/end" => sessions::end, "end it: sessionId, summarize";
    get "/sessions" => sessions::list, "sessions, the latest first";
    post "/observe" => observations::observe,
        "tell what a hook saw: sessionId, hookType, timestamp, data";
    post "/agent/observe" => observations::agent_observe,
        "the same in plain words: sessionId, project, text";
    get "/observations" => observations::list, "what was seen: ?sessionId=";
    post "/remember" => memories::remember, "keep a fact: content; type, concepts, files, project";
    post "/agent/remember" => memories::remember, "the same: content";
    post "/evolve" => memories::evolve, "a fact's next version: memoryId, newContent";
    get "/memories" => memories::list, "facts: ?latest=true&limit=";
    post "/forget" => forget::forget,
        "forget: memoryId, or sessionId with or without observationIds";
    get "/lessons" => lessons::list, "lessons, the surest first";
    post "/lessons" => lessons::save, "learn one, or grow surer of it: content";
    post "/lessons/search" => lessons::search, "lessons that answer: query";
    post "/lessons/strengthen" => lessons::strengthen, "once more: lessonId";
    get "/slots" => slots::list, "pinned notes";
    get "/slot" => slots::get, "one: ?label=";
    post "/slot" => slots::make, "make one: label, content";
    delete "/slot" => slots::remove, "take it away: ?label=";
    post "/slot/append" => slots::append, "a line more: label, text";
    post "/slot/replace" => slots::replace, "other words: label, content";
    get "/actions" => actions::list, "things to do";
    post "/actions" => actions::add, "one more: title";
    patch "/actions/{id}" => actions::change, "change one";
    get "/frontier" => actions::frontier, "what to do next";
    post "/context" => context::context, "what a new session should know: sessionId, project";
    get "/profile" => context::profile, "what a project is about: ?project=";
    post "/search" => search::search, "find: query";
    post "/smart-search" => search::smart, "find, a few of each session: query";
    get "/relations" => relations::list, "how things hang together";
    post "/relations" => relations::add, "one more: sourceId, targetId, type";
    get "/review" => review::queue, "what waits for a decision";
    post "/review" => review::decide, "decide: review_key, action (confirm, reject, supersede)";
    get "/graph" => relations::graph, "folders, and what joins them";
    get "/graph/stats" => relations::stats, "how many things and relations there are";
    post "/session/commit" => commits::link, "link a commit: sha, sessionId";
    get "/session/by-commit" => commits::by_commit, "sessions of a commit: ?sha=";
    get "/commits" => commits::list, "commits, the latest first";
    get "/audit" => acts::audit, "who did what";
    get "/dolt/commits" => acts::commits, "the same as commits of a journal";
    post "/timeline" => around::timeline, "what happened around a moment: anchor";
    post "/enrich" => around::enrich, "what is known of files: files, terms";
    get "/mcp/tools" => tools::list, "the 31 tools";
    post "/mcp/tools" => tools::call, "use one: name, arguments";
    get "/toc" => contents::toc, "the table of contents";
    get "/grip" => contents::grip, "a part of it, opened";
    post "/summarize" => summaries::summarize, "sum a session up: sessionId";
    get "/crystals" => summaries::crystals, "what stays of sessions";
    post "/crystals/auto" => summaries::crystallize, "sum up what ended: olderThanDays";
    post "/slot/reflect" => summaries::reflect, "look back at a session: sessionId";
    post "/consolidate" => consolidate::consolidate,
        "tell together what belongs together: project";
    post "/consolidate-pipeline" => consolidate::consolidate, "the same";
    get "/semantic" => consolidate::semantic, "facts that were found in sessions";
    get "/procedural" => consolidate::procedural, "how things are done";
    get "/insights" => consolidate::insights, "what came of looking back";
    post "/auto-forget" => consolidate::auto_forget, "let go of what is past its time: dryRun";
    get "/config/flags" => flags::flags, "what a model may do by itself";
    get "/export" => transfer::export, "everything: ?maxSessions=&offset=";
    post "/import" => transfer::import,
        "take an export in: exportData, strategy merge, replace or skip";
    get "/replay/sessions" => replay::sessions, "sessions that can be played back";
    get "/replay/load" => replay::load, "one of them: ?sessionId=";
    get "/replay/frame" => replay::frame, "a picture of a recorded step: ?sessionId=&step=&at=";
    post "/replay/import-jsonl" => replay::import_jsonl,
        "read transcripts of Claude Code: path, maxFiles";
    get "/image" => images::show, "a picture of an observation: ?id=";
    post "/antigravity/sync" => antigravity::sync,
        "read talks of Antigravity: mode current_session, current_folder or all";
    post "/claude-bridge/sync" => bridge::sync,
        "take in the pages Claude Code keeps for itself on this machine";
    get "/second-brain" => brain::read, "notes in markdown: ?file=";
    post "/second-brain" => brain::write, "write one: file, content";
}
