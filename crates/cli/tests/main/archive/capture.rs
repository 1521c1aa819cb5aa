//! What becomes of the commands of a stream.

use mneme_model::archive::Command;
use serde_json::{Value, json};

use super::studio::read_metadata;
use super::{Studio, click, press, typed};
use crate::support::{end_of, eventually};

/// The rows of a table below its head, cell by cell.
fn rows(text: &str) -> Vec<Vec<String>> {
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1);
    rows.map(|row| {
        let inner = row.trim_start_matches('|').trim_end_matches('|');
        let cells = inner.replace("\\|", "\u{0}");
        let cells = cells
            .split('|')
            .map(|cell| cell.trim().replace('\u{0}', "|"));
        cells.collect()
    })
    .collect()
}

fn read(studio: &Studio, name: &str, file: &str) -> String {
    std::fs::read_to_string(studio.dir(name).join(file)).unwrap()
}

fn array(studio: &Studio, name: &str, file: &str) -> Vec<Value> {
    serde_json::from_str(&read(studio, name, file)).unwrap()
}

#[test]
fn a_030_ten_commands_are_ten_rows_in_each_file_in_order() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("ten");
    for n in 0..10 {
        studio.cc.say(click(n * 10, n));
    }
    studio.steps(&id, 10);
    studio.run(&["done", "-s", &id]).ok();
    for (file, said) in [
        ("commands/raw_input.md", "Left-clicked at X=30, Y=3"),
        ("commands/converted_input.md", "Left-click at (30, 3)"),
    ] {
        let rows = rows(&read(&studio, "ten", file));
        let numbers: Vec<_> = rows.iter().map(|row| row[0].clone()).collect();
        assert_eq!(numbers, (1..=10).map(|n| n.to_string()).collect::<Vec<_>>());
        assert_eq!(rows[3][2], said);
    }
    let told = array(&studio, "ten", "commands/actuation_commands.json");
    let again = array(&studio, "ten", "commands/cc_commands.json");
    assert_eq!((told.len(), again.len()), (10, 10));
    assert_eq!(told[3]["mouse_x"], 30);
    assert_eq!(told[3].as_object().unwrap().len(), 17);
    let expected = json!({"step_id": 4, "os": "LINUX", "command": "30 3 left"});
    assert_eq!(again[3], expected);
    studio.sound(&studio.dir("ten"));
}

#[test]
fn a_032_a_033_positions_and_heartbeats_are_no_steps() {
    let studio = Studio::with_heartbeats(20);
    let (id, _line) = studio.recording("still");
    studio.cc.say(Command {
        action_type: "position".into(),
        raw_command: "Position: X=1, Y=2".into(),
        ..click(1, 2)
    });
    studio.cc.say(click(5, 5));
    studio.steps(&id, 1);
    let before = read(&studio, "still", "commands/raw_input.md");
    let beats = || studio.metric("ma_stream_heartbeats_total");
    let seen = beats();
    eventually("some heartbeats", || (beats() > seen + 3).then_some(()));
    assert_eq!(read(&studio, "still", "commands/raw_input.md"), before);
    assert_eq!(studio.metric("ma_position_events_dropped_total"), 1);
    studio.run(&["done", "-s", &id]).ok();
    let steps = studio.metadata("still").steps;
    assert_eq!((steps.len(), steps[0].step_id), (1, 1));
}

#[test]
fn a_034_what_was_told_as_written_is_there_after_a_kill() {
    let mut studio = Studio::started();
    let (id, mut line) = studio.recording("killed");
    for n in 0..5 {
        studio.cc.say(click(n, n));
    }
    let mut told = 0;
    while told < 5 {
        let notice = line.until("file_written");
        told += u32::from(notice["relative_path"] == "commands/cc_commands.json");
    }
    studio.kill();
    for file in ["commands/raw_input.md", "commands/converted_input.md"] {
        assert_eq!(rows(&read(&studio, "killed", file)).len(), 5);
    }
    for file in [
        "commands/actuation_commands.json",
        "commands/cc_commands.json",
    ] {
        let text = read(&studio, "killed", file);
        let lines = text.lines().map(serde_json::from_str::<Value>);
        assert_eq!(lines.filter_map(Result::ok).count(), 5, "{text}");
    }
    studio.start();
    assert_eq!(studio.status(&id), "incomplete");
    let dir = studio.dir("killed (incomplete)");
    assert_eq!(read_metadata(&dir).total_steps, 5);
    studio.sound(&dir);
}

#[test]
fn a_035_a_067_a_failed_command_is_marked_once_and_has_no_pictures() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("failed");
    studio.cc.say(Command {
        success: false,
        error_message: "no such window".into(),
        ..click(9, 9)
    });
    studio.steps(&id, 1);
    studio.run(&["done", "-s", &id]).ok();
    for file in ["commands/raw_input.md", "commands/converted_input.md"] {
        let text = &rows(&read(&studio, "failed", file))[0][2];
        assert_eq!(text.matches("[FAILED]").count(), 1, "{text}");
        assert!(text.starts_with("[FAILED] "), "{text}");
    }
    let metadata = studio.metadata("failed");
    assert!(!metadata.steps[0].converted_command.contains("FAILED"));
    assert_eq!(metadata.skipped_image_fetches[0].reason, "command failed");
    // The closing picture is the only one that was asked for.
    assert_eq!(studio.eyes.targets().len(), 1, "{:?}", studio.eyes.asked());
    studio.sound(&studio.dir("failed"));
}

#[test]
fn a_036_a_recording_without_steps_has_empty_arrays() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("empty");
    assert_eq!(
        studio.run(&["done", "-s", &id]).ok(),
        "Session complete: 0 steps\n"
    );
    for file in [
        "commands/actuation_commands.json",
        "commands/cc_commands.json",
    ] {
        assert_eq!(read(&studio, "empty", file).trim(), "[]");
    }
    studio.sound(&studio.dir("empty"));
}

#[test]
fn a_037_pipes_and_newlines_stay_in_their_cell() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("pipes");
    studio.cc.say(typed("cat a | grep b\nls"));
    studio.steps(&id, 1);
    studio.run(&["done", "-s", &id]).ok();
    let rows = rows(&read(&studio, "pipes", "commands/raw_input.md"));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].len(), 3);
    assert_eq!(rows[0][2], "Typed: cat a | grep b ls");
    let told = array(&studio, "pipes", "commands/actuation_commands.json");
    assert_eq!(told[0]["raw_command"], "Typed: cat a | grep b\nls");
}

#[test]
fn a_038_silence_ends_a_recording() {
    let mut studio = Studio::with_heartbeats(100);
    studio.configure(&json!({"silence_timeout_seconds": 1}));
    studio.restart();
    let (id, mut line) = studio.recording("silent");
    studio.cc.hush(true);
    let lost = line.until("session_disconnected");
    assert_eq!(lost["reason"], "silence timeout");
    assert_eq!(studio.status(&id), "incomplete");
    studio.sound(&studio.dir("silent (incomplete)"));
}

#[test]
fn a_039_heartbeats_keep_a_recording_alive() {
    let mut studio = Studio::with_heartbeats(100);
    // A busy machine may be silent for a moment, too.
    studio.configure(&json!({"silence_timeout_seconds": 4}));
    studio.restart();
    let (id, _line) = studio.recording("alive");
    let beats = || studio.metric("ma_stream_heartbeats_total");
    // Longer than silence would be allowed to last.
    eventually("fifty heartbeats", || (beats() >= 50).then_some(()));
    assert_eq!(studio.status(&id), "active");
}

#[test]
fn a_040_an_agent_that_goes_leaves_an_incomplete_recording() {
    let studio = Studio::with_heartbeats(50);
    let (id, mut line) = studio.recording("gone");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    studio.cc.set_agent(None);
    let lost = line.until("session_disconnected");
    assert_eq!(lost["reason"], "agent disconnected");
    let dir = studio.dir("gone (incomplete)");
    assert!(dir.is_dir() && !studio.dir("gone").exists());
    assert_eq!(
        studio.session(&id)["memory_path"],
        dir.display().to_string()
    );
    assert_eq!(read_metadata(&dir).status, "incomplete");
    studio.sound(&dir);
    let refused = studio.run(&["done", "-s", &id]);
    refused.refused(5, "INVALID_STATUS");
    studio.run(&["done", "-s", &id, "--force"]).ok();
    assert_eq!(studio.status(&id), "pending_annotation");
    // It was ended on purpose after all: its name says nothing else any more.
    let own = studio.dir("gone");
    assert_eq!(
        studio.session(&id)["memory_path"],
        own.display().to_string()
    );
    assert!(own.is_dir() && !dir.exists());
    studio.sound(&own);
}

#[test]
fn a_041_done_wins_over_a_stream_that_ends_later() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("done-first");
    studio.cc.say(click(1, 1));
    studio.run(&["done", "-s", &id]).ok();
    studio.cc.switch(false);
    assert_eq!(studio.status(&id), "pending_annotation");
    assert!(studio.dir("done-first").is_dir());
    assert_eq!(studio.metadata("done-first").total_steps, 1);
}

#[test]
fn a_042_a_burst_is_absorbed_while_pictures_are_slow() {
    let studio = Studio::started();
    studio.eyes.set_faults(mneme_peers::Faults {
        delay: mneme_peers::eyes::Delay::Fixed(std::time::Duration::from_millis(500)),
        ..mneme_peers::Faults::default()
    });
    let (id, _line) = studio.recording("burst");
    for n in 0..1_000 {
        studio.cc.say(press(&format!("k{n}")));
        if n % 50 == 49 {
            // The peer's own buffers hold 256 and 64: a thousand a second, not at one instant.
            studio.breathe();
        }
    }
    studio.steps(&id, 1_000);
    assert_eq!(studio.cc.calls().lagged(), 0);
    assert_eq!(studio.status(&id), "active");
    let told = read(&studio, "burst", "commands/raw_input.md");
    assert_eq!(rows(&told)[999][2], "Pressed: k999");
}

#[test]
fn a_042_clicks_at_once_and_then_done_are_all_steps() {
    let studio = Studio::started();
    let (id, mut line) = studio.recording("at-once");
    for n in 0..250 {
        studio.cc.say(click(n, n));
    }
    let done = line.of("done", &id);
    assert_eq!(done["total_steps"], 250, "{done}");
    let metadata = studio.metadata("at-once");
    assert!(metadata.steps.iter().all(|step| step.image_fetched));
    studio.sound(&studio.dir("at-once"));
}

#[test]
fn a_043_two_who_watch_are_both_told_and_each_step_is_recorded_once() {
    let studio = Studio::started();
    let (id, mut first) = studio.recording("twice");
    let mut second = studio.line();
    assert_eq!(second.of("start_watch", &id)["type"], "watch_started");
    assert_eq!(second.of("start_watch", &id)["type"], "watch_started");
    studio.cc.say(click(1, 1));
    for line in [&mut first, &mut second] {
        let notice = line.until("file_written");
        assert_eq!(notice["session_id"], id);
    }
    studio.steps(&id, 1);
    assert_eq!(studio.cc.watchers(), 1);
    studio.run(&["done", "-s", &id]).ok();
    for line in [&mut first, &mut second] {
        assert_eq!(line.until("session_complete")["total_steps"], 1);
    }
}

#[test]
fn a_044_steps_keep_their_order_under_slow_pictures() {
    let studio = Studio::started();
    studio.eyes.set_faults(mneme_peers::Faults {
        delay: mneme_peers::eyes::Delay::Random {
            seed: 7,
            most: std::time::Duration::from_millis(300),
        },
        ..mneme_peers::Faults::default()
    });
    let (id, _line) = studio.recording("ordered");
    for n in 0..20 {
        studio.cc.say(click(n, 2 * n));
    }
    studio.steps(&id, 20);
    studio.run(&["done", "-s", &id]).ok();
    let metadata = studio.metadata("ordered");
    for (n, step) in metadata.steps.iter().enumerate() {
        let number = n as u32 + 1;
        assert_eq!(step.step_id, number);
        assert_eq!(
            step.converted_command,
            format!("Left-click at ({n}, {})", 2 * n)
        );
        let path = step.image_path.as_deref().unwrap();
        assert!(
            path.starts_with(&format!("vision/frames/step_{number:04}_")),
            "{path}"
        );
    }
    studio.sound(&studio.dir("ordered"));
}

#[test]
fn a_052_a_cut_connection_is_found_again_and_the_gap_is_noted() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("cut");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    studio.cc.cut();
    eventually("the stream to be back", || {
        (studio.metric("ma_stream_reconnects_total") == 1 && studio.cc.watchers() == 1)
            .then_some(())
    });
    studio.cc.say(click(2, 2));
    studio.steps(&id, 2);
    studio.run(&["done", "-s", &id]).ok();
    let metadata = studio.metadata("cut");
    assert_eq!(metadata.stream_gaps.len(), 1);
    assert_eq!(metadata.stream_gaps[0].after_step, 1);
    assert_eq!(metadata.steps.len(), 2);
}

#[test]
fn a_053_whoever_stops_watching_does_not_stop_the_recording() {
    let studio = Studio::started();
    let id = studio.register("detached");
    let mut command = studio.command("memory-archive", &["start", "-s", &id]);
    let mut start = command
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    eventually("somebody to watch", || {
        (studio.cc.watchers() == 1).then_some(())
    });
    studio.interrupt(&start);
    assert!(end_of(&mut start).success());
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    assert_eq!(
        studio.run(&["done", "-s", &id]).ok(),
        "Session complete: 1 step\n"
    );
}

#[test]
fn a_049_a_stream_that_is_refused_is_told_and_the_session_is_not_active() {
    use mneme_peers::{Grant, control_center, eyes};
    let cc = control_center::Settings {
        grants: vec![Grant::new("right", &["execute"])],
        ..control_center::Settings::default()
    };
    let mut studio = Studio::with_peers(cc, eyes::Settings::default());
    studio.configure(&json!({"control_center_token": "right"}));
    studio.start();
    let id = studio.register("refused");
    let ran = studio.run(&["start", "-s", &id]);
    assert_ne!(ran.code, 0);
    assert!(
        ran.err.contains("control_center_token") && ran.err.contains("monitor"),
        "{ran:?}"
    );
    assert_eq!(studio.status(&id), "incomplete");
    assert!(!studio.log().contains("right"), "{}", studio.log());
}

#[test]
fn a_051_an_agent_that_does_not_record_faithfully_is_refused_before_any_step() {
    use mneme_peers::{Agent, control_center, eyes};
    let old = control_center::Settings {
        agent: Some(Agent {
            version: "1.2.1".into(),
            ..Agent::default()
        }),
        heartbeat: std::time::Duration::from_millis(50),
        ..control_center::Settings::default()
    };
    let mut studio = Studio::with_peers(old, eyes::Settings::default());
    studio.start();
    let id = studio.register("unfaithful");
    let mut line = studio.line();
    if line.of("start_watch", &id)["type"] == "watch_started" {
        let lost = line.until("session_disconnected");
        let reason = lost["reason"].as_str().unwrap();
        assert!(
            reason.contains("1.2.1") && reason.contains("1.2.2"),
            "{reason}"
        );
    }
    eventually("the session to end", || {
        (studio.status(&id) == "incomplete").then_some(())
    });
    assert_eq!(studio.session(&id)["total_steps"], "0");
    studio.configure(&json!({"control_center_allow_unsupported": true}));
    studio.restart();
    let (id, _line) = studio.recording("tolerated");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
}
