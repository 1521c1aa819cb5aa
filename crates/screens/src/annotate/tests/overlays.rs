//! the questions, and what their answers do.

use super::*;
use crate::annotate::keys::GROUPS;
use crate::annotate::overlay::Overlay;
use crate::annotate::run::Then;
use crate::annotate::state::Focus;

const AUTOSAVE: i64 = 2_500;

/// Left by a process that was killed: autosave wrote the second step.
fn left(before: Option<&str>) -> Desk {
    let entries: Vec<Entry> = before.map(|text| entry(2, text)).into_iter().collect();
    let mut desk = Desk::with(3, &entries);
    desk.press(KeyCode::Home);
    desk.letter('j');
    desk.write("new ");
    let draft = saved(&desk.wait(AUTOSAVE)).clone();
    let mut again = Desk::with(3, &[entry(1, "first"), draft]);
    again.state.recover(false);
    again
}

#[test]
fn a_218_help_lists_every_key_and_explains_the_job() {
    let mut desk = Desk::new(3);
    desk.letter('?');
    let screen = desk.screen();
    for (key, what) in GROUPS.iter().flat_map(|group| group.keys) {
        assert!(
            screen.contains(key) && screen.contains(what),
            "{key}: {what}"
        );
    }
    assert!(screen.contains("write down why each step was taken"));
    desk.press(KeyCode::Esc);
    assert_eq!(desk.state.overlay, None);
    desk.press(KeyCode::F(1));
    assert_eq!(desk.state.overlay, Some(Overlay::Help { scroll: 0 }));
}

#[test]
fn a_218_help_can_be_scrolled_on_a_small_screen() {
    let mut desk = Desk::new(3);
    desk.letter('?');
    assert!(!screen_of(&desk.state, 80, 24).contains("quit; asks if"));
    for _ in 0..9 {
        desk.press(KeyCode::PageDown);
    }
    assert!(screen_of(&desk.state, 80, 24).contains("quit; asks if"));
}

#[test]
fn a_218_a_number_leads_to_its_step_and_any_other_is_cleared() {
    let mut desk = Desk::new(30);
    desk.ctrl('e');
    for wrong in ["31", "0", "x", ""] {
        wrong.chars().for_each(|letter| drop(desk.letter(letter)));
        desk.press(KeyCode::Enter);
        let cleared = Overlay::Jump {
            typed: String::new(),
            refused: true,
        };
        assert_eq!(desk.state.overlay, Some(cleared), "{wrong}");
    }
    desk.letter('2');
    desk.letter('9');
    desk.press(KeyCode::Backspace);
    desk.letter('4');
    desk.press(KeyCode::Enter);
    assert_eq!((desk.state.selected, &desk.state.overlay), (23, &None));
}

#[test]
fn a_218_quitting_asks_only_when_something_is_not_saved() {
    let mut desk = Desk::new(3);
    assert_eq!(desk.ctrl('q'), [Effect::Close]);
    desk.write("why");
    assert_eq!(desk.ctrl('q'), []);
    assert!(desk.screen().contains("is not saved yet"));
    desk.press(KeyCode::Esc);
    desk.ctrl('s');
    assert_eq!(desk.ctrl('q'), [Effect::Close]);
}

#[test]
fn a_218_save_saves_and_leaves() {
    let mut desk = Desk::new(3);
    desk.write("why");
    desk.ctrl('q');
    let effects = desk.press(KeyCode::Enter);
    assert!(!saved(&effects).draft);
    assert_eq!(effects.last(), Some(&Effect::Close));
}

#[test]
fn a_218_discard_takes_the_draft_back() {
    let mut desk = Desk::with(3, &[entry(1, "saved"), entry(2, "x"), entry(3, "y")]);
    desk.write("un");
    desk.wait(AUTOSAVE);
    desk.ctrl('q');
    desk.press(KeyCode::Right);
    let effects = desk.press(KeyCode::Enter);
    assert_eq!(
        saved(&effects),
        &entry(1, "saved"),
        "as it was, to the letter"
    );
    assert_eq!(effects.last(), Some(&Effect::Close));
    assert_eq!(desk.marks()[0], StepState::Complete);
}

#[test]
fn a_218_discarding_a_first_draft_leaves_no_line() {
    let mut desk = Desk::new(3);
    desk.write("why");
    desk.wait(AUTOSAVE);
    desk.ctrl('q');
    let effects = desk.letter('d');
    assert_eq!(effects.first(), Some(&Effect::Save(Change::Remove(1))));
    assert_eq!(desk.marks()[0], StepState::Pending);
}

#[test]
fn a_218_cancel_goes_on() {
    let mut desk = Desk::new(3);
    desk.write("why");
    desk.ctrl('q');
    assert_eq!(desk.letter('c'), []);
    assert_eq!(desk.state.overlay, None);
    assert_eq!(desk.state.editor.text(), "why");
}

#[test]
fn a_219_a_step_left_in_progress_is_shown_and_resumed_with_its_text() {
    let mut desk = left(None);
    assert_eq!(
        desk.marks(),
        [
            StepState::Complete,
            StepState::InProgress,
            StepState::Pending
        ]
    );
    assert!(desk.screen().contains("Step 2 was being written"));
    assert_eq!(desk.press(KeyCode::Enter), []);
    assert_eq!((desk.state.selected, desk.state.focus), (1, Focus::Editor));
    assert_eq!(desk.state.editor.text(), "new");
}

#[test]
fn a_219_reset_goes_back_to_what_was_saved_before() {
    let mut desk = left(Some("old"));
    desk.press(KeyCode::Right);
    let effects = desk.press(KeyCode::Enter);
    assert_eq!(saved(&effects), &entry(2, "old"));
    assert_eq!(
        desk.marks(),
        [StepState::Complete, StepState::Complete, StepState::Pending]
    );
    assert_eq!(desk.state.editor.text(), "old");
}

#[test]
fn a_219_reset_without_an_earlier_text_makes_it_pending() {
    let mut desk = left(None);
    let effects = desk.letter('r');
    assert_eq!(effects, [], "two buttons begin with that letter");
    desk.press(KeyCode::Right);
    let effects = desk.press(KeyCode::Enter);
    assert_eq!(effects.first(), Some(&Effect::Save(Change::Remove(2))));
    assert_eq!(
        desk.marks(),
        [StepState::Complete, StepState::Pending, StepState::Pending]
    );
}

#[test]
fn a_124_a_recording_left_open_asks_even_without_a_draft() {
    for answer in [KeyCode::Left, KeyCode::Right] {
        let mut desk = Desk::with(3, &[entry(1, "first")]);
        desk.state.recover(true);
        assert!(desk.screen().contains("left without closing it"));
        desk.press(answer);
        assert_eq!(desk.press(KeyCode::Enter), []);
        assert_eq!((desk.state.selected, &desk.state.overlay), (1, &None));
    }
    let mut desk = Desk::new(3);
    desk.state.recover(false);
    assert_eq!(desk.state.overlay, None);
}

#[test]
fn a_125_every_answer_at_the_end_completes_the_annotation() {
    for (rights, then) in [(0, Then::Now), (1, Then::Later), (2, Then::Quit)] {
        let mut desk = Desk::new(1);
        desk.write("why");
        desk.ctrl('n');
        for _ in 0..rights {
            desk.press(KeyCode::Right);
        }
        assert_eq!(desk.press(KeyCode::Enter), [Effect::Complete(then)]);
    }
}

#[test]
fn a_125_escape_goes_back_to_the_steps_and_ctrl_n_asks_again() {
    let mut desk = Desk::new(1);
    desk.write("why");
    desk.ctrl('n');
    assert_eq!(desk.press(KeyCode::Esc), []);
    assert_eq!(desk.state.overlay, None);
    desk.ctrl('n');
    assert!(desk.state.overlay.is_some());
}
