//! The states of a recording, and what moves it from one to the next.

use serde_json::{Value, json};

use super::{Studio, click};

/// Everything a registration must have, and nothing more.
pub fn wanted(name: &str) -> Value {
    json!({
        "type": "register_session", "mode": "manual", "os_type": "LINUX", "os_version": "",
        "os_architecture": "", "os_environment_id": "", "capture_server_id": "",
        "actuation_server_id": "", "memory_name": name,
    })
}

fn with(name: &str, more: Value) -> Value {
    let mut wanted = wanted(name);
    for (key, value) in more.as_object().unwrap() {
        wanted[key] = value.clone();
    }
    wanted
}

pub fn code(answer: &Value) -> &str {
    assert_eq!(answer["type"], "error", "{answer}");
    answer["code"].as_str().unwrap()
}

/// A recording with one step that is over.
pub fn recorded(studio: &Studio, name: &str) -> String {
    let (id, _line) = studio.recording(name);
    studio.cc.say(click(3, 4));
    studio.steps(&id, 1);
    studio.run(&["done", "-s", &id]).ok();
    id
}

#[test]
fn a_002_an_automated_session_is_registered_over_the_socket() {
    let studio = Studio::started();
    let config = json!({
        "model_provider": "vendor", "model_endpoint": "https://models.example/v1",
        "model_api_key_ref": "env:MODEL_KEY", "context_window_steps": 99,
    });
    let request = with(
        "automated",
        json!({"mode": "automated", "session_config": config}),
    );
    let answer = studio.line().ask(&request);
    assert_eq!(answer["type"], "session_registered", "{answer}");
    let id = answer["session_id"].as_str().unwrap();
    let session = studio.session(id);
    assert_eq!(session["mode"], "automated");
    assert_eq!(session["model_provider"], "vendor");
    assert_eq!(session["context_window_steps"], "50", "clamped");
    assert_eq!(session.get("model_api_key_ref"), None, "{session}");
    let mut line = studio.line();
    let watching = line.of("start_watch", id);
    assert_eq!(watching["model_api_key_ref"], "env:MODEL_KEY");
}

#[test]
fn a_003_mode_system_and_name_are_enough() {
    let studio = Studio::started();
    let args = [
        "session",
        "register",
        "--mode",
        "automated",
        "--os-type",
        "LINUX",
    ];
    let ran = studio.run(&[&args[..], &["--memory-name", "few"]].concat());
    assert_eq!(ran.ok().trim().len(), 36);
}

#[test]
fn a_004_bad_registrations_are_refused_and_leave_nothing() {
    let studio = Studio::started();
    let mut line = studio.line();
    let model = |more: Value| {
        let mut config = json!({
            "model_provider": "p", "model_endpoint": "https://m", "model_api_key_ref": "env:K",
        });
        for (key, value) in more.as_object().unwrap() {
            config[key] = value.clone();
        }
        json!({ "session_config": config })
    };
    let bad = [
        (with("", json!({})), "INVALID_MEMORY_NAME"),
        (with("a/b", json!({})), "INVALID_MEMORY_NAME"),
        (with("..", json!({})), "INVALID_MEMORY_NAME"),
        (with(".hidden", json!({})), "INVALID_MEMORY_NAME"),
        (with("a\\b", json!({})), "INVALID_MEMORY_NAME"),
        (with("x", json!({"tenant_id": ""})), "INVALID_TENANT_ID"),
        (with("x", json!({"tenant_id": "a b"})), "INVALID_TENANT_ID"),
        (with("x", json!({"mode": "sometimes"})), "INVALID_MODE"),
        (with("x", json!({"os_type": "BEOS"})), "INVALID_PAYLOAD"),
        (
            with("x", json!({"the_eyes_addr": "ftp://eyes"})),
            "INVALID_SERVER_ADDR",
        ),
        (
            with("x", json!({"actuation_server_addr": "no port"})),
            "INVALID_SERVER_ADDR",
        ),
        (
            with("x", model(json!({"model_endpoint": "http://m"}))),
            "INVALID_SESSION_CONFIG",
        ),
        (
            with("x", model(json!({"fallback_model_provider": "q"}))),
            "INVALID_SESSION_CONFIG",
        ),
        (with("x", json!({"memory_name": 7})), "PARSE_ERROR"),
        (json!({"type": "register_session"}), "PARSE_ERROR"),
    ];
    for (request, expected) in bad {
        assert_eq!(code(&line.ask(&request)), expected, "{request}");
    }
    assert_eq!(studio.metric("ma_sessions_registered_total"), 0);
    assert!(!studio.storage().exists(), "nothing was made");
}

#[test]
fn a_005_a_taken_name_is_refused_and_its_directory_untouched() {
    let studio = Studio::started();
    studio.register("mine");
    std::fs::write(studio.dir("mine").join("kept"), "words").unwrap();
    let again = studio.run(&[
        "session",
        "register",
        "--mode",
        "manual",
        "--os-type",
        "LINUX",
        "--memory-name",
        "mine",
    ]);
    again.refused(1, "DIR_INIT_FAILED");
    assert_eq!(
        std::fs::read_to_string(studio.dir("mine").join("kept")).unwrap(),
        "words"
    );
}

#[test]
fn a_009_a_degraded_session_waits_for_people() {
    let studio = Studio::started();
    let (id, mut line) = studio.recording("degraded");
    let request = json!({"type": "reasoning_degraded", "session_id": id, "step_range_start": 3});
    let mut other = studio.line();
    let answer = other.ask(&request);
    assert_eq!(answer["type"], "reasoning_degraded_event");
    assert_eq!(
        line.until("reasoning_degraded_event")["step_range_start"],
        3
    );
    assert_eq!(studio.status(&id), "reasoning_degraded");
    other.of("circuit_reset", &id);
    assert_eq!(studio.status(&id), "active");
    other.ask(&request);
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    studio.run(&["done", "-s", &id]).ok();
    assert_eq!(studio.status(&id), "pending_human_annotation");
    // After capture both mean nothing, and are answered all the same.
    assert_eq!(other.ask(&request)["type"], "reasoning_degraded_event");
    assert_eq!(other.of("circuit_reset", &id)["type"], "circuit_reset_ack");
    assert_eq!(studio.status(&id), "pending_human_annotation");
}

#[test]
fn a_010_status_prints_every_field_but_references_to_keys() {
    let studio = Studio::started();
    let id = studio.register_with("shown", &["--tenant-id", "acme"]);
    let printed = studio.run(&["status", "-s", &id]).ok();
    let session = studio.session(&id);
    let keys: Vec<_> = session.as_object().unwrap().keys().cloned().collect();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), keys.len());
    for (line, key) in lines.iter().zip(&keys) {
        let (name, value) = line
            .split_once(": ")
            .unwrap_or((line.trim_end_matches(':'), ""));
        assert_eq!(name.trim(), key);
        assert_eq!(session[key].as_str().unwrap(), value);
    }
    let json = studio.run(&["status", "-s", &id, "--json"]).json();
    assert_eq!(json["tenant_id"], "acme");
    studio
        .run(&["status", "-s", "nobody"])
        .refused(3, "SESSION_NOT_FOUND");
}

#[test]
fn a_011_from_annotating_to_complete_over_the_socket() {
    let studio = Studio::started();
    let id = recorded(&studio, "annotated");
    let mut line = studio.line();
    let loaded = line.of("load_session", &id);
    assert_eq!(loaded["type"], "session_loaded");
    assert_eq!(loaded["was_interrupted"], false);
    assert_eq!(studio.status(&id), "annotating");
    assert_eq!(
        line.of("close_annotation", &id)["type"],
        "annotation_closed"
    );
    assert_eq!(studio.status(&id), "pending_annotation");
    line.of("load_session", &id);
    let again = line.of("load_session", &id);
    assert_eq!(again["was_interrupted"], true, "it was open already");
    let progress = json!({
        "type": "update_annotation_progress", "session_id": id, "annotated": 1, "skipped": 0,
    });
    assert_eq!(line.ask(&progress)["type"], "annotation_progress_updated");
    assert_eq!(studio.session(&id)["annotated_steps"], "1");
    assert_eq!(studio.metadata("annotated").annotated_steps, 1);
    assert_eq!(
        line.of("complete_annotation", &id)["type"],
        "annotation_completed"
    );
    assert_eq!(studio.status(&id), "pending_compilation");
    assert_eq!(line.of("finalize_memory", &id)["type"], "memory_finalized");
    assert_eq!(studio.status(&id), "complete");
    assert_eq!(studio.metadata("annotated").lifecycle_status, "complete");
}

#[test]
fn a_012_moves_that_are_not_in_the_table_are_refused() {
    let studio = Studio::started();
    let id = recorded(&studio, "strict");
    let mut line = studio.line();
    for request in [
        "complete_annotation",
        "close_annotation",
        "compile_memory",
        "finalize_memory",
    ] {
        assert_eq!(code(&line.of(request, &id)), "INVALID_STATUS", "{request}");
    }
    assert_eq!(code(&line.of("start_watch", &id)), "INVALID_STATUS");
    line.of("load_session", &id);
    line.of("complete_annotation", &id);
    line.of("finalize_memory", &id);
    assert_eq!(code(&line.of("load_session", &id)), "INVALID_STATUS");
    let active = studio.register("active");
    assert_eq!(code(&line.of("compile_memory", &active)), "INVALID_STATUS");
    assert_eq!(code(&line.of("done", "nobody")), "NOT_FOUND");
    assert_eq!(
        code(&line.of("load_session", "nobody")),
        "SESSION_NOT_FOUND"
    );
}

#[test]
fn a_014_a_018_a_recorder_that_died_leaves_incomplete_sessions_put_right_before_anybody_asks() {
    let mut studio = Studio::started();
    let (id, _line) = studio.recording("orphan");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    studio.kill();
    studio.start();
    // The first connection that is accepted sees it already.
    let session = studio.session(&id);
    assert_eq!(session["status"], "incomplete");
    let dir = studio.dir("orphan (incomplete)");
    assert_eq!(session["memory_path"], dir.display().to_string());
    assert!(!studio.dir("orphan").exists());
    studio.sound(&dir);
}

#[test]
fn a_session_that_was_only_registered_outlives_an_orderly_restart() {
    let mut studio = Studio::started();
    let id = studio.register("later");
    studio.restart();
    assert_eq!(studio.status(&id), "active");
    assert!(studio.dir("later").is_dir());
    // Once more: whoever took it on hands it on as well.
    studio.restart();
    let mut line = studio.line();
    assert_eq!(line.of("start_watch", &id)["type"], "watch_started");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    // What was begun is lost with its recorder, and says so once.
    studio.restart();
    studio.restart();
    assert_eq!(studio.status(&id), "incomplete");
    assert!(studio.dir("later (incomplete)").is_dir());
}

#[test]
fn every_moment_of_a_record_has_one_form() {
    let studio = Studio::started();
    let id = recorded(&studio, "stamped");
    studio.line().of("load_session", &id);
    let session = studio.session(&id);
    for field in ["created_at", "updated_at"] {
        let moment = session[field].as_str().unwrap();
        assert!(moment.ends_with("+00:00"), "{field} is {moment}");
    }
    let metadata = studio.metadata("stamped");
    assert!(metadata.created_at.ends_with("+00:00"), "{metadata:?}");
    assert!(metadata.completed_at.unwrap().ends_with("+00:00"));
}

/// Somebody else's process opens a recording and is gone.
fn opened_by_another(studio: &Studio, id: &str) {
    let script = format!(
        "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect({:?})\ns.sendall(b'{{\"type\":\"load_session\",\"session_id\":\"{id}\"}}\\n')\nprint(s.recv(4096).decode())",
        studio.socket().display().to_string()
    );
    let ran = std::process::Command::new("python3")
        .args(["-c", &script])
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&ran.stdout).contains("session_loaded"),
        "{ran:?}"
    );
}

#[test]
fn an_annotation_nobody_sits_at_any_more_is_put_back_while_the_recorder_runs() {
    let mut studio = Studio::new();
    studio.configure(&json!({"reconcile_interval_seconds": 1}));
    studio.start();
    let id = recorded(&studio, "alone");
    opened_by_another(&studio, &id);
    crate::support::eventually("it to be put back", || {
        (studio.status(&id) == "pending_annotation").then_some(())
    });
    let loaded = studio.line().of("load_session", &id);
    assert_eq!(loaded["was_interrupted"], true, "{loaded}");
}

#[test]
fn an_annotation_nobody_sits_at_any_more_is_put_back_at_start() {
    let mut studio = Studio::started();
    let id = recorded(&studio, "left");
    opened_by_another(&studio, &id);
    assert_eq!(studio.status(&id), "annotating");
    studio.restart();
    assert_eq!(studio.status(&id), "pending_annotation");
    let loaded = studio.line().of("load_session", &id);
    assert_eq!(
        loaded["was_interrupted"], true,
        "and it is known that it was left"
    );
}

#[test]
fn a_019_a_020_each_session_hears_its_own_peers() {
    use mneme_peers::control_center;
    let studio = Studio::started();
    let other = Studio::with_peers(
        control_center::Settings::default(),
        super::studio::quick_eyes(),
    );
    let (near, _one) = studio.recording("near");
    let far = studio.register_with(
        "far",
        &[
            "--actuation-server-addr",
            &other.cc.address(),
            "--capture-server-addr",
            &other.eyes.address(),
        ],
    );
    let mut line = studio.line();
    assert_eq!(line.of("start_watch", &far)["type"], "watch_started");
    studio.cc.say(click(1, 1));
    other.cc.say(click(2, 2));
    other.cc.say(click(3, 3));
    studio.steps(&near, 1);
    studio.steps(&far, 2);
    studio.run(&["done", "-s", &near]).ok();
    studio.run(&["done", "-s", &far]).ok();
    assert_eq!(
        studio.metadata("near").steps[0].converted_command,
        "Left-click at (1, 1)"
    );
    assert_eq!(
        studio.metadata("far").steps[1].converted_command,
        "Left-click at (3, 3)"
    );
    // Three pictures a step, and the closing one, from its own peer.
    assert_eq!(other.eyes.targets().len(), 7);
    assert_eq!(studio.eyes.targets().len(), 4);
    let metrics = studio.metrics();
    for (source, count) in [("per_session", 1), ("global_config", 1)] {
        let line = format!("ma_session_server_address_source{{source=\"{source}\"}} {count}");
        assert!(metrics.contains(&line), "{line} is not in {metrics}");
    }
}

#[test]
fn a_022_there_is_one_recorder() {
    let mut studio = Studio::started();
    let second = studio.run(&["server", "start"]);
    assert_ne!(second.code, 0);
    assert!(second.err.contains(&studio.pid().to_string()), "{second:?}");
    let third = crate::support::Ran::soon(studio.command("ma-core", &[]));
    assert!(
        third.code != 0 && third.err.contains(&studio.pid().to_string()),
        "{third:?}"
    );
    studio.run(&["ping"]).ok();
    // The file of one that died says nothing, nor does the number of somebody else's process.
    studio.kill();
    std::fs::write(
        studio.home.path().join(".memory-archive/ma-core.pid"),
        "1\n",
    )
    .unwrap();
    studio.start();
    studio.run(&["ping"]).ok();
}

#[test]
fn a_201_counters_follow_the_steps() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("counted");
    for n in 1..=7 {
        studio.cc.say(click(n, n));
    }
    studio.steps(&id, 7);
    assert_eq!(studio.session(&id)["annotated_steps"], "0");
}

#[test]
fn a_202_the_tenant_of_the_settings_is_used_unless_another_is_named() {
    let mut studio = Studio::new();
    studio.configure(&json!({"tenant_id": "acme"}));
    studio.start();
    let usual = studio.register("usual");
    let named = studio.register_with("named", &["--tenant-id", "beta"]);
    assert_eq!(studio.session(&usual)["tenant_id"], "acme");
    assert_eq!(studio.session(&named)["tenant_id"], "beta");
    assert_eq!(studio.metadata("named").tenant_id, "beta");
}

#[test]
fn a_203_systems_and_modes_nobody_knows_are_refused() {
    let studio = Studio::started();
    for (os, mode) in [("BEOS", "manual"), ("LINUX", "foo")] {
        let ran = studio.run(&[
            "session",
            "register",
            "--mode",
            mode,
            "--os-type",
            os,
            "--memory-name",
            "no",
        ]);
        assert_ne!(ran.code, 0);
    }
    assert!(!studio.dir("no").exists());
    let lower = studio.run(&[
        "session",
        "register",
        "--mode",
        "MANUAL",
        "--os-type",
        "linux",
        "--memory-name",
        "yes",
    ]);
    let id = lower.ok();
    assert_eq!(studio.session(id.trim())["os_type"], "LINUX");
}
