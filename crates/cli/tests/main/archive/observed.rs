//! What the recorder says of itself: its log, its numbers, and never a secret in either.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use mneme_model::archive::Command;
use mneme_peers::{Grant, control_center};
use serde_json::{Value, json};

use super::studio::quick_eyes;
use super::{Line, Studio, click, press, typed};
use crate::support::{eventually, files, having_bytes};

/// Every line of a log, each with what every line must have.
fn lines(log: &str) -> Vec<Value> {
    log.lines().map(parsed).collect()
}

fn parsed(line: &str) -> Value {
    let told: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let at = told["timestamp"].as_str().unwrap();
    let form: String = at
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    assert_eq!(form, "0000-00-00T00:00:00.000Z", "{line}");
    let levels = ["ERROR", "WARN", "INFO", "DEBUG", "TRACE"];
    assert!(levels.contains(&told["level"].as_str().unwrap()), "{line}");
    assert!(
        told["target"].is_string() && told["fields"].is_object(),
        "{line}"
    );
    assert_ne!(told["message"].as_str().unwrap(), "", "{line}");
    assert_eq!(
        told["fields"].get("session_id"),
        None,
        "it has a place of its own: {line}"
    );
    told
}

/// A recording with everything a recorder has to say something about: a picture that does not
/// come, a request that is refused.
fn session(studio: &mut Studio) -> String {
    studio.configure(&json!({"the_eyes_addr": "http://127.0.0.1:1"}));
    studio.start();
    let (id, mut line) = studio.recording("said");
    studio.cc.say(click(1, 2));
    studio.steps(&id, 1);
    assert_eq!(line.of("done", "nobody")["type"], "error");
    studio.run(&["done", "-s", &id]).ok();
    studio.stop();
    id
}

#[test]
fn a_183_every_line_of_the_log_is_json_and_a_step_says_which() {
    let mut studio = Studio::new();
    let id = session(&mut studio);
    let lines = lines(&studio.output());
    let step = lines
        .iter()
        .find(|line| line["message"] == "Step 0001 captured")
        .unwrap();
    assert_eq!(step["target"], "ma_core::capture");
    assert_eq!(
        (&step["level"], &step["session_id"]),
        (&json!("INFO"), &json!(id))
    );
    let fields = json!({"action_type": "mouse", "step_id": 1, "upload_queued": false});
    assert_eq!(step["fields"], fields);
    let about = lines
        .iter()
        .filter(|line| line["session_id"] == id.as_str());
    assert!(about.count() >= 2, "the session is named where it is known");
}

#[test]
fn a_231_text_lines_have_their_fields_in_quotes() {
    let mut studio = Studio::new();
    studio
        .environment
        .push(("MA_LOG_FORMAT".into(), "text".into()));
    let id = session(&mut studio);
    let text = studio.output();
    let step = text
        .lines()
        .find(|line| line.contains("Step 0001 captured"))
        .unwrap_or_else(|| panic!("{text}"));
    for part in [
        "action_type=\"mouse\"",
        "step_id=\"1\"",
        "upload_queued=\"false\"",
        "ma_core::capture",
        &format!("session_id=\"{id}\""),
    ] {
        assert!(step.contains(part), "{part} is not in {step}");
    }
}

/// Who says what, how loudly; numbers and times left out.
fn said(levels: Value) -> BTreeSet<(String, String, String)> {
    let mut studio = Studio::new();
    studio.configure(&json!({"observability": {"metrics_port": 0, "log_level": levels}}));
    session(&mut studio);
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    lines(&studio.output())
        .iter()
        .map(|line| {
            (
                text(line, "target"),
                text(line, "level"),
                text(line, "message"),
            )
        })
        .collect()
}

#[test]
fn a_183_a_231_a_level_for_a_target_changes_its_lines_and_no_others() {
    let usual = said(json!("info"));
    assert!(!usual.is_empty(), "nothing was logged");
    let quiet = said(json!("error"));
    assert!(
        quiet.iter().all(|(_, level, _)| level == "ERROR"),
        "{quiet:?}"
    );
    let levels = json!({"ma_core::capture": "debug", "ma_core::ipc": "warn"});
    let changed = said(levels);
    let of = |lines: &BTreeSet<(String, String, String)>, target: &str| {
        let mut found = lines.clone();
        found.retain(|(of, _, _)| of.starts_with(target));
        found
    };
    let others = |lines: &BTreeSet<(String, String, String)>| {
        let mut found = lines.clone();
        found.retain(|(of, _, _)| !of.starts_with("ma_core::capture") && of != "ma_core::ipc");
        found
    };
    assert_eq!(others(&changed), others(&usual));
    let ipc = of(&usual, "ma_core::ipc");
    assert!(
        !ipc.is_empty() && of(&changed, "ma_core::ipc").is_empty(),
        "{ipc:?}"
    );
    let (before, after) = (
        of(&usual, "ma_core::capture"),
        of(&changed, "ma_core::capture"),
    );
    assert!(before.is_subset(&after), "{before:?} {after:?}");
    let loud = |lines: &BTreeSet<(String, String, String)>| {
        lines
            .iter()
            .filter(|(_, level, _)| level == "DEBUG")
            .count()
    };
    assert!(loud(&before) == 0 && loud(&after) > 0, "{after:?}");
}

/// A whole session at the loudest, with a secret wherever one can be put.
#[test]
fn a_163_no_secret_and_nothing_typed_is_ever_logged() {
    const IN_FILE: &str = "cc-secret-in-the-file";
    const IN_ENVIRONMENT: &str = "cc-secret-in-the-environment";
    const EYES: &str = "eyes-secret-in-the-file";
    const TYPED: &str = "s3cret words";
    let grants = [IN_FILE, IN_ENVIRONMENT].map(|token| Grant::new(token, &["monitor"]));
    let cc = control_center::Settings {
        grants: grants.to_vec(),
        ..control_center::Settings::default()
    };
    let mut studio = Studio::with_peers(cc, quick_eyes());
    studio.configure(&json!({
        "control_center_token": IN_FILE,
        "the_eyes_token": EYES,
        "observability": {"metrics_port": 0, "log_level": "trace"},
    }));
    studio
        .environment
        .push(("MA_CC_TOKEN".into(), IN_ENVIRONMENT.into()));
    studio.start();
    let (id, _line) = studio.recording("secret");
    studio.cc.say(typed(TYPED));
    studio.cc.say(Command {
        success: false,
        error_message: format!("no room for {TYPED}"),
        ..typed(TYPED)
    });
    studio.steps(&id, 2);
    let shown = studio.run(&["config", "--show"]).ok();
    let metrics = studio.metrics();
    let facts = std::fs::read_to_string(studio.home.data().join("run.json")).unwrap();
    studio.run(&["done", "-s", &id]).ok();
    studio.stop();
    assert!(
        studio.log().contains("\"TRACE\"") || studio.log().contains("\"DEBUG\""),
        "the log is too quiet to prove anything"
    );
    for secret in [IN_FILE, IN_ENVIRONMENT, EYES] {
        assert!(!shown.contains(secret) && !metrics.contains(secret) && !facts.contains(secret));
        let found = having_bytes(studio.home.path(), secret.as_bytes());
        let put = match secret {
            IN_ENVIRONMENT => Vec::new(),
            _ => vec![studio.config_file()],
        };
        assert_eq!(found, put, "{secret}");
    }
    for (what, text) in [
        ("log", studio.log()),
        ("facts", facts),
        ("metrics", metrics),
    ] {
        let at = text
            .find(TYPED)
            .map(|at| text[at.saturating_sub(300)..].to_owned());
        assert_eq!(at, None, "typed text is in the {what}");
    }
}

/// Counts what it asks.
pub struct Counted {
    pub line: Line,
    pub asked: u64,
    pub refused: u64,
}

impl Counted {
    fn ask(&mut self, request: &Value) -> Value {
        self.asked += 1;
        let answer = self.line.ask(request);
        self.refused += u64::from(answer["type"] == "error");
        answer
    }

    pub fn of(&mut self, request: &str, id: &str) -> Value {
        self.ask(&json!({"type": request, "session_id": id}))
    }

    pub fn register(&mut self, name: &str, address: &str) -> String {
        let answer = self.ask(&json!({
            "type": "register_session", "mode": "manual", "os_type": "LINUX", "os_version": "",
            "os_architecture": "", "os_environment_id": "", "capture_server_id": "",
            "actuation_server_id": "", "memory_name": name, "actuation_server_addr": address,
        }));
        answer["session_id"].as_str().unwrap().to_owned()
    }
}

/// A peer that sends no heartbeat of its own accord.
pub fn still() -> control_center::Settings {
    control_center::Settings {
        heartbeat: Duration::from_secs(3_600),
        ..control_center::Settings::default()
    }
}

/// Five steps, one of which fails, and what is none: both recordings hear all of it.
fn say_everything(studio: &Studio) {
    let heartbeat = Command {
        is_heartbeat: true,
        ..Command::default()
    };
    let position = Command {
        action_type: "position".into(),
        ..click(1, 1)
    };
    let failed = Command {
        success: false,
        ..click(9, 9)
    };
    // Both recordings hear all of it.
    for command in [
        click(1, 1),
        heartbeat.clone(),
        position,
        click(2, 2),
        press("Return"),
    ] {
        studio.cc.say(command);
    }
    for command in [failed, heartbeat.clone(), heartbeat, typed("some words")] {
        studio.cc.say(command);
    }
}

/// Each of these numbers is in the metrics, with this value.
fn assert_numbers(studio: &Studio, expected: &[(&str, u64)]) {
    let text = studio.metrics();
    let told: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .collect();
    let wrong: Vec<_> = expected
        .iter()
        .filter(|(name, value)| told.get(name) != Some(&value.to_string().as_str()))
        .map(|(name, value)| format!("{name} is {:?}, not {value}", told.get(name)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_229_every_number_of_what_is_built_is_what_was_done() {
    let mut studio = Studio::with_peers(still(), quick_eyes());
    studio.start();
    let connections = studio.metric("ma_ipc_connections_active");
    let before = studio.metric("ma_ipc_requests_total");
    let mut line = Counted {
        line: studio.line(),
        asked: 0,
        refused: 0,
    };
    let own = studio.cc.address();
    let kept = line.register("kept", "");
    let lost = line.register("lost", &own);
    line.register("never", "");
    for id in [&kept, &lost] {
        assert_eq!(line.of("start_watch", id)["type"], "watch_started");
    }
    assert_eq!(line.of("start_watch", "nobody")["type"], "error");
    assert_eq!(line.ask(&json!({"type": "nonsense"}))["type"], "error");
    let metric = |name: &str| studio.metric(name);
    assert_eq!(
        (metric("ma_active_sessions"), metric("ma_streams_open")),
        (2, 2)
    );
    say_everything(&studio);
    let steps = 5;
    eventually("every step", || {
        (metric("ma_steps_total") == 2 * steps).then_some(())
    });
    line.ask(&json!({"type": "reasoning_degraded", "session_id": kept, "step_range_start": 1}));
    assert_eq!(metric("ma_sessions_reasoning_degraded"), 1);
    line.of("circuit_reset", &kept);
    assert_eq!(metric("ma_sessions_reasoning_degraded"), 0);
    assert_eq!(line.of("done", &kept)["total_steps"], steps);
    assert_eq!(
        (metric("ma_active_sessions"), metric("ma_streams_open")),
        (1, 1)
    );
    studio.cc.set_agent(None);
    line.line.until("session_disconnected");
    eventually("nobody to record", || {
        (metric("ma_active_sessions") == 0).then_some(())
    });
    let frames = |name: &str| {
        let found = files(&studio.dir(name).join("vision"));
        let bytes = found.iter().map(|path| path.metadata().unwrap().len());
        (found.len() as u64, bytes.sum::<u64>())
    };
    let (first, second) = (frames("kept"), frames("lost (incomplete)"));
    let expected = [
        ("ma_sessions_registered_total", 3),
        ("ma_sessions_completed_total", 1),
        ("ma_sessions_lost_total", 1),
        (
            "ma_session_server_address_source{source=\"per_session\"}",
            1,
        ),
        (
            "ma_session_server_address_source{source=\"global_config\"}",
            2,
        ),
        ("ma_storage_routing_decisions_total{backend=\"local\"}", 3),
        ("ma_storage_backend_errors_total{backend=\"local\"}", 0),
        ("ma_steps_total", 2 * steps),
        ("ma_steps_failed_total", 2),
        ("ma_step_latency_ms_count", 2 * steps),
        ("ma_position_events_dropped_total", 2),
        ("ma_stream_heartbeats_total", 6),
        ("ma_stream_reconnects_total", 0),
        ("ma_streams_open", 0),
        (
            "ma_frame_fetches_total{result=\"stored\"}",
            first.0 + second.0,
        ),
        ("ma_frame_fetches_total{result=\"failed\"}", 0),
        ("ma_frame_fetch_latency_ms_count", first.0 + second.0),
        ("ma_frame_bytes_total", first.1 + second.1),
        ("ma_frames_marked_total", 4),
        ("ma_frames_pending", 0),
        ("ma_capture_servers_down", 0),
        ("ma_ipc_requests_total", before + line.asked),
        (
            "ma_ipc_requests_by_type_total{type=\"register_session\"}",
            3,
        ),
        ("ma_ipc_requests_by_type_total{type=\"start_watch\"}", 3),
        ("ma_ipc_requests_by_type_total{type=\"done\"}", 1),
        ("ma_ipc_requests_by_type_total{type=\"ping\"}", 0),
        ("ma_ipc_request_latency_ms_count", line.asked - 1),
        ("ma_ipc_errors_total", line.refused),
        ("ma_ipc_connections_active", connections + 1),
        ("ma_ipc_push_queue_depth", 0),
        ("ma_ipc_watchers_dropped_total", 0),
        ("ma_registry_errors_total", 0),
        ("ma_sessions_swept_total", 0),
    ];
    assert_numbers(&studio, &expected);
    // Three for each step that worked, and the last look.
    assert_eq!(first.0, 3 * 4 + 1);
}

/// The names of the contract that belong to what is built, and what kind each is.
const PROMISED: [(&str, &str); 8] = [
    ("ma_active_sessions", "gauge"),
    ("ma_steps_total", "counter"),
    ("ma_ipc_push_queue_depth", "gauge"),
    ("ma_sessions_reasoning_degraded", "gauge"),
    ("ma_storage_backend_errors_total", "counter"),
    ("ma_storage_routing_decisions_total", "counter"),
    ("ma_session_server_address_source", "counter"),
    ("ma_step_latency_ms", "histogram"),
];

#[test]
fn a_180_a_230_many_families_each_with_its_type_and_told_once() {
    let studio = Studio::started();
    let text = studio.metrics();
    let heads = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let mut types = BTreeMap::new();
    for head in heads {
        let (name, kind) = head.split_once(' ').unwrap();
        assert_eq!(types.insert(name, kind), None, "{name} is told twice");
    }
    for (name, kind) in PROMISED {
        assert_eq!(types.get(name), Some(&kind), "{name}");
    }
    for (name, kind) in &types {
        assert!(!name.ends_with("_total_total") && !name.ends_with("_by_provider_total"));
        // The one name that was published so: how many there are, not how many there were.
        let published = *name == "memoryoss_embedding_cache_total";
        assert!(
            !name.ends_with("_total") || *kind == "counter" || published,
            "{name} is a {kind}"
        );
    }
    let ours = types.keys().filter(|name| name.starts_with("ma_")).count();
    assert!(ours >= 25, "{ours} families");
    for name in ["ma_process_resident_bytes", "ma_process_open_fds"] {
        assert!(studio.metric(name) > 0, "{name}");
    }
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (series, value) = line.rsplit_once(' ').unwrap();
        assert!(value.parse::<f64>().is_ok(), "{line}");
        let name = series.split('{').next().unwrap();
        let family = ["_bucket", "_sum", "_count"]
            .iter()
            .find_map(|end| types.get_key_value(name.strip_suffix(end)?))
            .or_else(|| types.get_key_value(name));
        assert!(family.is_some(), "{line} has no type");
    }
}

#[test]
fn a_histogram_adds_up() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("timed");
    for n in 0..20 {
        studio.cc.say(click(n, n));
    }
    studio.steps(&id, 20);
    let text = studio.metrics();
    let buckets: Vec<u64> = text
        .lines()
        .filter(|line| line.starts_with("ma_step_latency_ms_bucket{le="))
        .map(|line| line.rsplit_once(' ').unwrap().1.parse().unwrap())
        .collect();
    assert!(buckets.len() > 5 && buckets.is_sorted(), "{buckets:?}");
    assert_eq!(buckets.last(), Some(&20), "everything is below infinity");
    assert_eq!(studio.metric("ma_step_latency_ms_count"), 20);
}
