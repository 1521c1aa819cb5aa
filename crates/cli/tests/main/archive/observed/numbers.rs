//! The recorder's numbers: every one of them true.

use std::collections::BTreeMap;
use std::time::Duration;

use mneme_model::archive::Command;
use mneme_peers::control_center;
use serde_json::{Value, json};

use super::super::studio::{quick_eyes, resident_bytes};
use super::super::{Line, Studio, click, press, typed};
use crate::support::{eventually, files};

/// Counts what it asks.
struct Counted {
    line: Line,
    asked: u64,
    refused: u64,
}

impl Counted {
    fn ask(&mut self, request: &Value) -> Value {
        self.asked += 1;
        let answer = self.line.ask(request);
        self.refused += u64::from(answer["type"] == "error");
        answer
    }

    fn of(&mut self, request: &str, id: &str) -> Value {
        self.ask(&json!({"type": request, "session_id": id}))
    }

    fn register(&mut self, name: &str, address: &str) -> String {
        let answer = self.ask(&json!({
            "type": "register_session", "mode": "manual", "os_type": "LINUX", "os_version": "",
            "os_architecture": "", "os_environment_id": "", "capture_server_id": "",
            "actuation_server_id": "", "memory_name": name, "actuation_server_addr": address,
        }));
        answer["session_id"].as_str().unwrap().to_owned()
    }
}

/// A peer that sends no heartbeat of its own accord.
fn still() -> control_center::Settings {
    control_center::Settings {
        heartbeat: Duration::from_secs(3_600),
        ..control_center::Settings::default()
    }
}

/// Steps of each of the two recordings.
const STEPS: u64 = 5;

/// What was asked of the socket.
struct Asked {
    before: u64,
    requests: u64,
    refused: u64,
    connections: u64,
}

/// Every number, as the script itself counts; one of the requests made no sense.
fn tally(asked: &Asked, (pictures, bytes): (u64, u64)) -> Vec<(&'static str, u64)> {
    vec![
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
        ("ma_steps_total", 2 * STEPS),
        ("ma_steps_failed_total", 2),
        ("ma_step_latency_ms_count", 2 * STEPS),
        ("ma_position_events_dropped_total", 2),
        ("ma_stream_heartbeats_total", 6),
        ("ma_stream_reconnects_total", 0),
        ("ma_streams_open", 0),
        ("ma_frame_fetches_total{result=\"stored\"}", pictures),
        ("ma_frame_fetches_total{result=\"failed\"}", 0),
        ("ma_frame_fetch_latency_ms_count", pictures),
        ("ma_frame_bytes_total", bytes),
        ("ma_frames_marked_total", 4),
        ("ma_frames_pending", 0),
        ("ma_capture_servers_down", 0),
        ("ma_ipc_requests_total", asked.before + asked.requests),
        (
            "ma_ipc_requests_by_type_total{type=\"register_session\"}",
            3,
        ),
        ("ma_ipc_requests_by_type_total{type=\"start_watch\"}", 3),
        ("ma_ipc_requests_by_type_total{type=\"done\"}", 1),
        ("ma_ipc_requests_by_type_total{type=\"ping\"}", 0),
        ("ma_ipc_request_latency_ms_count", asked.requests - 1),
        ("ma_ipc_errors_total", asked.refused),
        ("ma_ipc_connections_active", asked.connections),
        ("ma_ipc_push_queue_depth", 0),
        ("ma_ipc_watchers_dropped_total", 0),
        ("ma_registry_errors_total", 0),
        ("ma_sessions_swept_total", 0),
    ]
}

#[test]
fn a_229_every_number_is_what_was_done() {
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
    assert_eq!(line.of("start_watch", &kept)["type"], "watch_started");
    assert_eq!(line.of("start_watch", &lost)["type"], "watch_started");
    assert_eq!(line.of("start_watch", "nobody")["type"], "error");
    assert_eq!(line.ask(&json!({"type": "nonsense"}))["type"], "error");
    let metric = |name: &str| studio.metric(name);
    assert_eq!(
        (metric("ma_active_sessions"), metric("ma_streams_open")),
        (2, 2)
    );
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
    eventually("every step", || {
        (metric("ma_steps_total") == 2 * STEPS).then_some(())
    });
    line.ask(&json!({"type": "reasoning_degraded", "session_id": kept, "step_range_start": 1}));
    assert_eq!(metric("ma_sessions_reasoning_degraded"), 1);
    line.of("circuit_reset", &kept);
    assert_eq!(metric("ma_sessions_reasoning_degraded"), 0);
    assert_eq!(line.of("done", &kept)["total_steps"], STEPS);
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
    let asked = Asked {
        before,
        requests: line.asked,
        refused: line.refused,
        connections: connections + 1,
    };
    let pictures = (first.0 + second.0, first.1 + second.1);
    let expected = tally(&asked, pictures);
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
    assert_eq!(
        first.0,
        3 * 4 + 1,
        "three for each step that worked, and the last look"
    );
}

#[test]
fn a_229_a_capture_peer_that_is_gone_is_counted_until_it_is_back() {
    let mut studio = Studio::with_peers(still(), quick_eyes());
    studio.configure(&json!({"the_eyes_poll_interval_seconds": 1}));
    studio.start();
    let (id, _line) = studio.recording("blind");
    let down = || studio.metric("ma_capture_servers_down");
    studio.eyes.switch(false);
    eventually("the peer to be missed", || (down() == 1).then_some(()));
    studio.eyes.switch(true);
    eventually("the peer to be back", || (down() == 0).then_some(()));
    assert_eq!(studio.status(&id), "incomplete");
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
        assert!(
            !name.ends_with("_total") || *kind == "counter",
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
fn a_180_a_histogram_adds_up() {
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

#[test]
fn a_196_a_hundred_sessions_fit_into_half_a_gigabyte() {
    const SESSIONS: u64 = 100;
    let mut studio = Studio::with_peers(still(), quick_eyes());
    studio.start();
    let mut line = Counted {
        line: studio.line(),
        asked: 0,
        refused: 0,
    };
    for n in 0..SESSIONS {
        let id = line.register(&format!("s{n:03}"), "");
        let answer = line.of("start_watch", &id);
        assert_eq!(answer["type"], "watch_started", "{answer}");
    }
    assert_eq!(studio.metric("ma_active_sessions"), SESSIONS);
    for n in 0..3 {
        studio.cc.say(click(n, n));
    }
    eventually("every step", || {
        (studio.metric("ma_steps_total") == 3 * SESSIONS).then_some(())
    });
    eventually("every picture", || {
        (studio.metric("ma_frames_pending") == 0).then_some(())
    });
    let peak = studio.metric("ma_process_resident_peak_bytes");
    let now = resident_bytes(studio.pid());
    eprintln!("{SESSIONS} sessions: {now} bytes now, {peak} at the most");
    assert!(now <= peak && peak < 512 << 20, "{now} {peak}");
}
