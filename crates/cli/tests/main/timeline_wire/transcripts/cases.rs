//! What was published: each request as it is typed, and its answer.

pub struct Case<'a> {
    pub rpc: &'a str,
    pub request: &'a str,
    /// `"*"` where the published words are only an example, `"?"` where they change by themselves.
    pub answer: &'a str,
}

const fn case(rpc: &'static str, request: &'static str, answer: &'static str) -> Case<'static> {
    Case {
        rpc,
        request,
        answer,
    }
}

/// A minute may begin while the transcripts are replayed: what ran then is not compared.
const JOBS: &str = r#"{"schedulerRunning": true, "jobs": [
    {"jobName": "hourly-rollup", "cronExpr": "0 0 * * * *", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "segment-summarizer", "cronExpr": "0 */15 * * * *", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "outbox-processor", "cronExpr": "0 * * * * *", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "purge", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "checkpoint", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "verify", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "auto-forget", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "lesson-decay", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "consolidation", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "decay", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"},
    {"jobName": "memory-consolidation", "cronExpr": "*", "nextRunMs": "*", "lastRunMs": "?",
        "lastDurationMs": "?", "lastResult": "?", "runCount": "?", "lastRunMetadata": "?"}]}"#;

const HELLO: &str = r#"{"event": {"event_id": "01HXYZABC123", "session_id": "session-1",
    "timestamp_ms": 1738281600000, "event_type": 2, "role": 1, "text": "Hello"}}"#;

/// In this order, at a server that knows nothing.
pub const CASES: &[Case<'static>] = &[
    case("GetTocRoot", "{}", r#"{"nodes": []}"#),
    case("GetSchedulerStatus", "{}", JOBS),
    case("GetNode", r#"{"node_id": "toc:year:1999"}"#, "{}"),
    case(
        "GetNode",
        r#"{"node_id": "toc:segment:01HXYZABC123"}"#,
        "{}",
    ),
    case(
        "GetNode",
        "{}",
        r#"{"code": "INVALID_ARGUMENT", "message": "node_id is required"}"#,
    ),
    case(
        "BrowseToc",
        "{}",
        r#"{"code": "INVALID_ARGUMENT", "message": "parent_id is required"}"#,
    ),
    case(
        "ExpandGrip",
        "{}",
        r#"{"code": "INVALID_ARGUMENT", "message": "grip_id is required"}"#,
    ),
    case(
        "IngestEvent",
        "{}",
        r#"{"code": "INVALID_ARGUMENT", "message": "Event is required"}"#,
    ),
    case(
        "ExpandGrip",
        r#"{"grip_id": "nonexistent"}"#,
        r#"{"eventsBefore": [], "excerptEvents": [], "eventsAfter": []}"#,
    ),
    // Events.
    case(
        "IngestEvent",
        r#"{"event": {"event_id": "01HXYZABC124", "session_id": "session-001",
        "timestamp_ms": 1738278150000, "event_type": 3, "role": 2, "text": "Rust is a systems programming language..."}}"#,
        r#"{"eventId": "01HXYZABC124", "created": true}"#,
    ),
    case(
        "IngestEvent",
        r#"{"event": {"event_id": "01HXYZABC123-1", "session_id": "session-001",
        "timestamp_ms": 1738278100000, "event_type": 2, "role": 1, "text": "What is Rust?"}}"#,
        r#"{"eventId": "01HXYZABC123-1", "created": true}"#,
    ),
    case(
        "GetEvents",
        r#"{"from_timestamp_ms": 1738278000000, "to_timestamp_ms": 1738281600000, "limit": 100}"#,
        r#"{"events": [
            {"eventId": "01HXYZABC123-1", "sessionId": "session-001", "timestampMs": "1738278100000", "eventType": 2, "role": 1, "text": "What is Rust?"},
            {"eventId": "01HXYZABC124", "sessionId": "session-001", "timestampMs": "1738278150000", "eventType": 3, "role": 2, "text": "Rust is a systems programming language..."}],
            "hasMore": false}"#,
    ),
    case(
        "IngestEvent",
        r#"{"event": {"event_id": "01HXYZABC123DEF456GHI789", "session_id": "session-2026-01-30-001",
        "timestamp_ms": 1738281600000, "event_type": 2, "role": 1, "text": "What is Rust and why should I use it?"}}"#,
        r#"{"eventId": "01HXYZABC123DEF456GHI789", "created": true}"#,
    ),
    case(
        "IngestEvent",
        r#"{"event": {"event_id": "01HXYZDEF456GHI789JKL012", "session_id": "session-2026-01-30-001",
        "timestamp_ms": 1738281601000, "event_type": 4, "role": 4, "text": "File contents: fn main() { println!(\"Hello\"); }",
        "metadata": {"tool_name": "Read", "file_path": "/src/main.rs"}}}"#,
        r#"{"eventId": "01HXYZDEF456GHI789JKL012", "created": true}"#,
    ),
    case(
        "GetEvents",
        r#"{"from_timestamp_ms": 1738281601000, "to_timestamp_ms": 1738281601000}"#,
        r#"{"events": [{"eventId": "01HXYZDEF456GHI789JKL012", "sessionId": "session-2026-01-30-001", "timestampMs": "1738281601000",
            "eventType": 4, "role": 4, "text": "File contents: fn main() { println!(\"Hello\"); }",
            "metadata": {"tool_name": "Read", "file_path": "/src/main.rs"}}]}"#,
    ),
    case(
        "IngestEvent",
        HELLO,
        r#"{"eventId": "01HXYZABC123", "created": true}"#,
    ),
    case(
        "IngestEvent",
        HELLO,
        r#"{"eventId": "01HXYZABC123", "created": false}"#,
    ),
    // Names of enums are read as well as numbers.
    case(
        "IngestEvent",
        r#"{"event": {"event_id": "named", "session_id": "s", "timestamp_ms": "7",
        "event_type": "EVENT_TYPE_SESSION_END", "role": "EVENT_ROLE_SYSTEM"}}"#,
        r#"{"eventId": "named", "created": true}"#,
    ),
    case(
        "GetEvents",
        r#"{"from_timestamp_ms": 7, "to_timestamp_ms": 7}"#,
        r#"{"events": [{"eventId": "named", "sessionId": "s", "timestampMs": "7", "eventType": 8, "role": 3}]}"#,
    ),
    // Jobs.
    case(
        "PauseJob",
        r#"{"job_name": "hourly-rollup"}"#,
        r#"{"success": true}"#,
    ),
    case(
        "ResumeJob",
        r#"{"job_name": "hourly-rollup"}"#,
        r#"{"success": true}"#,
    ),
    case(
        "PauseJob",
        r#"{"job_name": "nightly-rollup"}"#,
        r#"{"success": false, "error": "Job not found: nightly-rollup"}"#,
    ),
];

/// At a server that knows two years, the older one by one event.
pub const SHAPES: &[Case<'static>] = &[
    case(
        "GetNode",
        r#"{"node_id": "toc:year:2026"}"#,
        r#"{"node": {"nodeId": "toc:year:2026", "level": 1, "title": "2026",
        "summary": "*", "bullets": "*", "keywords": "*", "childNodeIds": ["toc:month:2026-01"],
        "startTimeMs": "1767225600000", "endTimeMs": "1798761599999", "version": "*"}}"#,
    ),
    case(
        "BrowseToc",
        r#"{"parent_id": "toc:year:2026", "limit": 3}"#,
        r#"{"children": [{"nodeId": "toc:month:2026-01", "level": 2,
        "title": "January 2026", "summary": "*", "bullets": "*", "keywords": "*", "childNodeIds": ["toc:week:2026-W05"],
        "startTimeMs": "1767225600000", "endTimeMs": "1769903999999", "version": "*"}], "hasMore": false}"#,
    ),
    case(
        "BrowseToc",
        r#"{"parent_id": "toc:year:2026", "limit": 3, "continuation_token": "1"}"#,
        r#"{"children": [], "hasMore": false}"#,
    ),
    case(
        "GetNode",
        r#"{"node_id": "toc:year:2025"}"#,
        r#"{"node": {"nodeId": "toc:year:2025", "level": 1, "title": "2025",
        "summary": "*", "bullets": "*", "keywords": "*", "childNodeIds": ["toc:month:2025-01"],
        "startTimeMs": "1735689600000", "endTimeMs": "1767225599999", "version": "*"}}"#,
    ),
];
