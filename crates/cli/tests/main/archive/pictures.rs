//! The pictures of a recording.

use std::path::Path;
use std::time::Duration;

use image::GenericImageView;
use mneme_model::Moment;
use mneme_model::archive::{Command, Metadata};
use mneme_peers::eyes::{self, Spoiled, Unit};
use mneme_peers::{Faults, control_center};
use serde_json::json;

use super::studio::{now_ms, quick_eyes};
use super::{Studio, click, press, typed};

const RED: [u8; 4] = [0xdc, 0x26, 0x26, 0xff];

/// A finished recording of these commands.
fn recorded(studio: &Studio, name: &str, commands: Vec<Command>) -> Metadata {
    let (id, _line) = studio.recording(name);
    let steps = u32::try_from(commands.len()).unwrap();
    for command in commands {
        studio.cc.say(command);
    }
    studio.steps(&id, steps);
    studio.run(&["done", "-s", &id]).ok();
    studio.sound(&studio.dir(name));
    studio.metadata(name)
}

fn told_at(command: Command, ms: i64) -> Command {
    Command {
        timestamp: Moment::from_ms(ms).millis(),
        ..command
    }
}

fn pixels(dir: &Path, path: &str) -> image::DynamicImage {
    image::open(dir.join(path)).unwrap()
}

#[test]
fn a_063_a_066_three_pictures_at_the_times_the_settings_say() {
    let mut studio = Studio::new();
    studio.configure(&json!({
        "press_fetch_delay_ms": 30, "type_fetch_delay_ms": 70,
        "before_fetch_offset_ms": 110, "after_fetch_delay_ms": 130,
    }));
    studio.start();
    let t = now_ms();
    let commands = vec![
        told_at(click(1, 1), t),
        told_at(press("a"), t),
        told_at(typed("words"), t),
        told_at(
            Command {
                action_subtype: "hold".into(),
                ..press("b")
            },
            t,
        ),
    ];
    recorded(&studio, "timed", commands);
    let mut asked = studio.eyes.targets();
    asked.pop();
    asked.sort_unstable();
    let late = [0, 30, 70, 30];
    let mut expected: Vec<i64> = late
        .iter()
        .flat_map(|late| [t - 110, t + late, t + late + 130])
        .collect();
    expected.sort_unstable();
    assert_eq!(asked, expected);
}

#[test]
fn a_064_a_065_each_unit_gives_three_different_pictures_near_their_times() {
    for (unit, interval_ms) in [(Unit::Seconds, 1_000), (Unit::Milliseconds, 200)] {
        let look = eyes::Settings {
            unit,
            interval_ms,
            head_start: 10,
            ..eyes::Settings::default()
        };
        let mut studio = Studio::with_peers(control_center::Settings::default(), look);
        studio.configure(&json!({
            "the_eyes_timestamp_unit": "auto", "before_fetch_offset_ms": 1_500,
            "after_fetch_delay_ms": 1_500,
        }));
        studio.start();
        let metadata = recorded(&studio, "units", vec![told_at(click(3, 3), now_ms() - 100)]);
        let frames = &metadata.steps[0].frames;
        let found = [&frames.before, &frames.at, &frames.after].map(|f| f.clone().unwrap());
        for frame in &found {
            // Whole seconds are asked for where the peer counts in them.
            let off = match unit {
                Unit::Seconds => interval_ms + 1_000,
                Unit::Milliseconds => interval_ms,
            };
            assert!(frame.delta_ms.abs() <= off, "{unit:?} {frame:?}");
        }
        let ids: std::collections::HashSet<_> = found.iter().map(|f| &f.frame_id).collect();
        assert_eq!(ids.len(), 3, "{unit:?} {found:?}");
    }
}

#[test]
fn a_068_a_picture_that_cannot_be_had_is_noted_and_never_saved() {
    let studio = Studio::started();
    let t = now_ms();
    let before = t - 100;
    studio.eyes.set_faults(Faults {
        missing: std::iter::once(before - 5..before + 5).collect(),
        ..Faults::default()
    });
    let metadata = recorded(&studio, "missing", vec![told_at(click(1, 1), t)]);
    let step = &metadata.steps[0];
    assert!(
        step.before_image_path.is_none()
            && step.image_path.is_some()
            && step.after_image_path.is_some()
    );
    let missing: Vec<_> = metadata
        .skipped_image_fetches
        .iter()
        .map(|m| m.reason.as_str())
        .collect();
    assert_eq!(missing, ["before fetch failed"]);
    for (name, spoiled) in [
        ("text", Spoiled::Text),
        ("garbage", Spoiled::Garbage),
        ("cut", Spoiled::CutShort),
    ] {
        studio.eyes.set_faults(Faults {
            spoiled: Some(spoiled),
            ..Faults::default()
        });
        let metadata = recorded(&studio, name, vec![click(1, 1)]);
        assert!(metadata.steps[0].image_path.is_none(), "{name}");
        assert_eq!(metadata.skipped_image_fetches.len(), 3, "{name}");
        let frames = std::fs::read_dir(studio.dir(name).join("vision/frames")).unwrap();
        assert_eq!(frames.count(), 0, "{name}");
    }
}

#[test]
fn a_069_a_click_is_marked_where_it_was() {
    let studio = Studio::started();
    let metadata = recorded(&studio, "marked", vec![click(100, 150)]);
    let path = metadata.steps[0].image_path.clone().unwrap();
    assert!(
        metadata.steps[0].marked && path.ends_with("_at.png"),
        "{path}"
    );
    let image = pixels(&studio.dir("marked"), &path);
    assert_eq!(image.get_pixel(100, 150).0, RED);
    assert_eq!(image.get_pixel(105, 150).0, RED, "inside the circle");
    // Most room is to the right: the arrow goes there, and its box is white.
    assert_eq!(image.get_pixel(140, 150).0, RED);
    assert_eq!(
        image.get_pixel(100 + 6 + 5 + 65 + 4, 150 - 10).0,
        [255, 255, 255, 255]
    );
}

#[test]
fn a_070_a_071_a_072_what_is_not_to_be_marked_is_as_it_was_served() {
    let look = eyes::Settings {
        format: eyes::Format::Png,
        ..quick_eyes()
    };
    let mut studio = Studio::with_peers(control_center::Settings::default(), look);
    studio.start();
    let unverified = Command {
        position_captured: false,
        ..click(10, 10)
    };
    let odd = [click(0, 0), click(639, 399), click(-5, 99_999)];
    let commands = vec![
        unverified,
        press("a"),
        typed("b"),
        odd[0].clone(),
        odd[1].clone(),
        odd[2].clone(),
    ];
    let metadata = recorded(&studio, "plain", commands);
    for (n, step) in metadata.steps.iter().enumerate() {
        let image = pixels(&studio.dir("plain"), step.image_path.as_deref().unwrap());
        assert_eq!(image.dimensions(), (640, 400));
        assert_eq!(step.marked, n > 2, "{step:?}");
        if n <= 2 {
            let id = step.frames.at.as_ref().unwrap().frame_id.clone();
            let served = studio.eyes.ring().closest(
                Moment::parse(&step.frames.at.as_ref().unwrap().frame_timestamp)
                    .unwrap()
                    .ms,
                now_ms(),
            );
            let served = studio.eyes.ring().pack(served.unwrap()).unwrap();
            let served = image::load_from_memory(&served).unwrap();
            assert_eq!(image.to_rgba8(), served.to_rgba8(), "step {n}, frame {id}");
        }
    }
}

#[test]
fn a_073_a_074_files_are_named_as_documented_and_the_last_look_is_kept() {
    let studio = Studio::started();
    let told = "2026-03-04T05:06:07.890Z";
    let metadata = recorded(
        &studio,
        "named",
        vec![Command {
            timestamp: told.into(),
            ..click(1, 1)
        }],
    );
    let step = &metadata.steps[0];
    let stem = "vision/frames/step_0001_20260304_050607";
    assert_eq!(
        step.before_image_path.as_deref(),
        Some(&*format!("{stem}_before.webp"))
    );
    assert_eq!(step.image_path.as_deref(), Some(&*format!("{stem}_at.png")));
    assert_eq!(
        step.after_image_path.as_deref(),
        Some(&*format!("{stem}_after.webp"))
    );
    let closing = metadata.closing_image_path.as_deref();
    assert_eq!(closing, Some("vision/frames/closing_state.webp"));
    assert!(studio.dir("named").join(closing.unwrap()).is_file());
}

#[test]
fn a_075_a_capture_peer_that_dies_ends_the_recording() {
    let mut studio = Studio::new();
    studio.configure(&json!({"the_eyes_poll_interval_seconds": 1}));
    studio.start();
    let (id, mut line) = studio.recording("blind");
    studio.eyes.switch(false);
    let lost = line.until("session_disconnected");
    assert!(
        lost["reason"].as_str().unwrap().contains("The-Eyes"),
        "{lost}"
    );
    assert_eq!(studio.status(&id), "incomplete");
}

#[test]
fn a_076_without_a_capture_peer_there_are_steps_and_no_pictures() {
    let mut studio = Studio::new();
    studio.configure(&json!({"the_eyes_addr": ""}));
    studio.start();
    let metadata = recorded(&studio, "no-eyes", vec![click(1, 1), press("a")]);
    assert!(metadata.steps.iter().all(|step| step.image_path.is_none()));
    assert!(metadata.closing_image_path.is_none());
    let warned = studio.output().matches("no capture peer is known").count();
    assert_eq!(warned, 1, "{}", studio.output());
    assert!(studio.eyes.asked().is_empty());
}

#[test]
fn a_162_peers_are_only_looked_at() {
    let studio = Studio::started();
    recorded(&studio, "looked", vec![click(1, 1)]);
    let paths: std::collections::BTreeSet<_> = studio.cc.calls().paths().into_iter().collect();
    let service = "/control_center.ControlService";
    assert_eq!(
        paths.into_iter().collect::<Vec<_>>(),
        [
            format!("{service}/GetServerIdentity"),
            format!("{service}/WatchCommands")
        ]
    );
    for asked in studio.eyes.asked() {
        assert!(
            asked == "/health" || asked.starts_with("/frames/closest?timestamp="),
            "{asked}"
        );
    }
}

#[test]
fn frames_do_not_hold_up_the_end_for_ever() {
    let mut studio = Studio::new();
    studio.configure(&json!({"drain_timeout_seconds": 1}));
    studio.start();
    studio.eyes.set_faults(Faults {
        delay: eyes::Delay::Fixed(Duration::from_secs(4)),
        ..Faults::default()
    });
    let metadata = recorded(&studio, "slow", vec![click(1, 1)]);
    assert_eq!(metadata.skipped_image_fetches.len(), 3);
}
