//! what stands in each pane, and how much work it is.

use std::sync::Arc;

use ratatui::layout::Size;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::halfblocks::Halfblocks;

use super::*;
use crate::picture::{How, Painted, Want, Zoom};

/// The picture of the first step has arrived.
fn paint(desk: &mut Desk) {
    let want = Want {
        path: "vision/frames/step_0001_at.png".to_owned(),
        columns: 20,
        rows: 10,
        zoom: Zoom::FIT,
        how: How::HalfBlocks,
        cell: (1, 2),
    };
    let picture = image::DynamicImage::new_rgb8(40, 20);
    let blocks = Halfblocks::new(picture, Size::new(20, 5)).unwrap();
    let painted = Painted {
        want: want.clone(),
        width: 1920,
        height: 1080,
        protocol: Protocol::Halfblocks(blocks),
    };
    desk.send(Event::Painted(want, Ok(Arc::new(painted))));
}

fn assert_shows(screen: &str, all: &[&str]) {
    for text in all {
        assert!(screen.contains(text), "no {text:?} in\n{screen}");
    }
}

#[test]
fn a_217_every_pane_says_what_it_should() {
    let mut desk = Desk::with(4, &[entry(4, "why not")]);
    paint(&mut desk);
    desk.write("two words");
    let screen = desk.screen();
    assert_shows(
        &screen,
        &["step_0001_at.png · 1920×1080 · mouse/click · marked"],
    );
    assert_shows(
        &screen,
        &["🔵  1 Left click at (1, 1)", "✅  4 Left click at (4, 4)"],
    );
    assert_shows(&screen, &["2 words, 9 characters", "not saved yet"]);
    assert_shows(&screen, &["File the report", "0197c2d4…", "1 of 4", " 25%"]);
    assert_shows(
        &screen,
        &["[ no image viewer available ]", "Ctrl+N done, next"],
    );
}

#[test]
fn a_217_the_counts_follow_the_typing() {
    let mut desk = Desk::new(1);
    desk.write("a b");
    assert_shows(&desk.screen(), &["2 words, 3 characters"]);
    desk.press(KeyCode::Backspace);
    assert_shows(&desk.screen(), &["1 word, 2 characters"]);
}

#[test]
fn a_217_a_viewer_enables_the_button() {
    let mut desk = Desk::new(1);
    desk.state.viewer = Some("feh".to_owned());
    assert_shows(&desk.screen(), &["[o] Open fullscreen (feh)"]);
    assert!(!desk.screen().contains("no image viewer"));
}

#[test]
fn a_217_without_utf_8_everything_is_ascii() {
    let mut desk = Desk::with(3, &[entry(1, "schön")]);
    desk.state.look = PLAIN;
    desk.press(KeyCode::Home);
    desk.letter('?');
    desk.press(KeyCode::Esc);
    desk.letter('j');
    let screen = desk.screen();
    assert_shows(
        &screen,
        &[
            "[x] 1 Left click",
            "[ ] 2 Left click",
            "session    0197c2d4...",
        ],
    );
    let drawn = screen.chars().filter(|c| *c != '\n');
    assert_eq!(drawn.filter(|c| !c.is_ascii()).collect::<String>(), "");
}

#[test]
fn a_217_brackets_where_there_are_no_coloured_signs() {
    let mut desk = Desk::with(3, &[entry(1, "why")]);
    desk.state.look.emoji = false;
    desk.write("x");
    assert_shows(
        &desk.screen(),
        &["[✓] 1 Left", "[~] 2 Left", "[ ] 3 ! Left"],
    );
}

#[test]
fn a_step_that_may_be_recorded_wrongly_has_a_banner() {
    let mut desk = Desk::new(3);
    assert!(!desk.screen().contains("may not be recorded"));
    desk.press(KeyCode::End);
    assert_shows(
        &desk.screen(),
        &["! This step may not be recorded as it was: it ends early"],
    );
}

#[test]
fn a_missing_picture_is_explained() {
    let mut desk = Desk::new(3);
    assert_shows(&desk.screen(), &["Loading the picture..."]);
    desk.letter('j');
    assert_shows(&desk.screen(), &["No picture: the command failed"]);
}

#[test]
fn a_recording_without_steps_is_explained_and_can_be_left() {
    let mut desk = Desk::new(0);
    assert_shows(&desk.screen(), &["This recording has no steps."]);
    for key in ['j', 'k', 'e', ' ', 'u', 'o', '+', ']'] {
        assert_eq!(desk.letter(key), []);
        desk.press(KeyCode::Esc);
    }
    desk.screen();
    assert_eq!(desk.ctrl('q'), [Effect::Close]);
}

#[test]
fn a_window_too_small_says_so() {
    let desk = Desk::new(3);
    assert_shows(&screen_of(&desk.state, 30, 8), &["too small"]);
    for (width, height) in [(1, 1), (48, 14), (60, 15), (300, 90)] {
        screen_of(&desk.state, width, height);
    }
}

#[test]
fn a_picture_that_comes_late_is_not_shown_for_another_step() {
    let mut desk = Desk::new(3);
    desk.press(KeyCode::End);
    paint(&mut desk);
    assert!(!desk.screen().contains("1920"));
}

#[test]
fn a_127_ten_thousand_steps_cost_no_more_than_ten() {
    let mut desk = Desk::new(10_000);
    desk.send(Event::Resize(140, 45));
    for _ in 0..300 {
        desk.letter('j');
    }
    let seen = 33;
    assert_eq!(desk.state.top, 301 - seen, "the list followed");
    assert_shows(&desk.screen(), &["301 Left click", "Steps 301/10000"]);
    assert!(!desk.screen().contains(" 303 Left click"));
    desk.press(KeyCode::End);
    assert_shows(&desk.screen(), &["10000 Left click"]);
    desk.press(KeyCode::Home);
    assert_eq!(desk.state.top, 0);
}

#[test]
fn a_127_unfolded_steps_push_the_list_along() {
    let mut desk = Desk::new(60);
    desk.send(Event::Resize(140, 45));
    for _ in 0..40 {
        desk.letter(' ');
        desk.letter('j');
    }
    assert_shows(&desk.screen(), &["41 Left click at (41, 41)"]);
}
