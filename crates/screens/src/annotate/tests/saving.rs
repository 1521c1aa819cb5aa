//! what is written when, and where the cursor goes.

use super::*;
use crate::annotate::overlay::Overlay;
use crate::annotate::state::Notice;

const AUTOSAVE: i64 = 2_500;

fn progress(annotated: u32, skipped: u32) -> Effect {
    Effect::Progress { annotated, skipped }
}

#[test]
fn a_deleted_recording_is_told_and_nothing_saved() {
    let mut desk = Desk::new(2);
    desk.write("why");
    desk.send(Event::Gone);
    assert_eq!(desk.wait(10_000), []);
    desk.letter('x');
    assert!(desk.screen().contains("This session was deleted"));
}

#[test]
fn a_121_what_was_typed_is_kept_after_two_and_a_half_seconds_and_not_complete() {
    let mut desk = Desk::new(3);
    desk.wait(0);
    desk.write("why");
    assert_eq!(desk.wait(AUTOSAVE - 1), []);
    let effects = desk.wait(1);
    let entry = saved(&effects);
    assert_eq!((entry.reasoning.as_str(), entry.draft), ("why", true));
    assert_eq!(effects.last(), Some(&progress(0, 0)));
    assert_eq!(desk.state.mark(0), StepState::InProgress);
    assert_eq!(desk.wait(AUTOSAVE), [], "nothing new, nothing written");
}

#[test]
fn a_121_blanks_around_a_text_are_no_change() {
    let mut desk = Desk::with(1, &[entry(1, "why")]);
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::End);
    desk.letter(' ');
    assert_eq!(desk.wait(AUTOSAVE), []);
}

#[test]
fn a_122_ctrl_n_saves_completes_and_goes_on() {
    let mut desk = Desk::new(3);
    desk.write("why");
    let effects = desk.ctrl('n');
    let entry = saved(&effects);
    assert_eq!(
        (entry.reasoning.as_str(), entry.draft, entry.skipped),
        ("why", false, false)
    );
    assert_eq!(entry.timestamp_annotated, "1970-01-01T00:16:40Z");
    assert_eq!(effects.last(), Some(&progress(1, 0)));
    assert_eq!(desk.state.selected, 1);
    assert_eq!(desk.marks()[0], StepState::Complete);
}

#[test]
fn a_122_an_empty_step_is_skipped_by_pressing_twice() {
    let mut desk = Desk::new(3);
    assert_eq!(desk.ctrl('n'), []);
    assert!(matches!(desk.state.notice, Some(Notice::Warned(_))));
    let effects = desk.ctrl('n');
    let entry = saved(&effects);
    assert_eq!((entry.reasoning.as_str(), entry.skipped), ("", true));
    assert_eq!(effects.last(), Some(&progress(0, 1)));
    assert_eq!(
        desk.marks(),
        [StepState::Skipped, StepState::Pending, StepState::Pending]
    );
}

#[test]
fn a_122_another_key_in_between_takes_the_warning_back() {
    let mut desk = Desk::new(3);
    desk.ctrl('n');
    desk.letter('?');
    desk.press(KeyCode::Esc);
    assert_eq!(desk.ctrl('n'), []);
    assert_eq!(desk.state.selected, 0);
}

#[test]
fn a_122_ctrl_n_goes_round_the_end_once_and_says_so() {
    let mut desk = Desk::new(3);
    desk.press(KeyCode::End);
    desk.write("last");
    desk.ctrl('n');
    assert_eq!(desk.state.selected, 0);
    let said = Notice::Said("No open step further down: back at step 1.".to_owned());
    assert_eq!(desk.state.notice, Some(said));
}

#[test]
fn a_123_it_opens_on_the_first_pending_step_with_the_marks_of_the_lines() {
    let skipped = Entry {
        skipped: true,
        ..entry(2, "")
    };
    let desk = Desk::with(5, &[entry(1, "why"), skipped, degraded(4)]);
    let marks = [
        StepState::Complete,
        StepState::Skipped,
        StepState::Pending,
        StepState::Pending,
        StepState::Pending,
    ];
    assert_eq!(desk.marks(), marks);
    assert_eq!(desk.state.selected, 2);
}

#[test]
fn model_steps_come_complete_with_their_text() {
    let model = Entry {
        source: Source::Model,
        model_id: Some("some-model".to_owned()),
        ..entry(1, "to open it")
    };
    let mut desk = Desk::with(3, &[model, degraded(2)]);
    assert_eq!(desk.state.selected, 1);
    assert!(desk.screen().contains("the model was not available"));
    desk.letter('k');
    assert_eq!(desk.state.editor.text(), "to open it");
    assert!(desk.screen().contains("written by a model (some-model)"));
}

#[test]
fn going_elsewhere_keeps_what_was_typed_as_a_draft() {
    let mut desk = Desk::new(3);
    desk.write("why");
    desk.press(KeyCode::Esc);
    let effects = desk.letter('j');
    assert!(saved(&effects).draft);
    assert_eq!(desk.marks()[0], StepState::InProgress);
    desk.letter('k');
    assert_eq!(desk.state.editor.text(), "why");
}

#[test]
fn a_step_that_was_only_looked_at_stays_pending() {
    let mut desk = Desk::new(3);
    desk.letter('e');
    desk.press(KeyCode::Esc);
    assert_eq!(desk.letter('j'), []);
    assert_eq!(desk.marks()[0], StepState::Pending);
}

#[test]
fn ctrl_s_saves_on_purpose_without_completing() {
    let mut desk = Desk::new(3);
    desk.write("why");
    desk.wait(AUTOSAVE);
    let effects = desk.ctrl('s');
    assert!(!saved(&effects).draft && saved(&effects).rest.is_empty());
    assert_eq!(
        (desk.state.selected, desk.marks()[0]),
        (0, StepState::InProgress)
    );
    assert!(!desk.state.is_unsaved());
}

#[test]
fn what_the_disk_refuses_is_said_and_tried_again() {
    let mut desk = Desk::new(3);
    desk.write("why");
    let effects = desk.ctrl('n');
    let Effect::Save(change) = effects[0].clone() else {
        panic!("{effects:?}")
    };
    desk.send(Event::NotSaved(change.clone(), "disk full".to_owned()));
    assert!(
        desk.screen()
            .contains("NOT SAVED, will be tried again: disk full")
    );
    assert!(desk.state.is_unsaved());
    assert_eq!(desk.wait(AUTOSAVE), [Effect::Save(change)]);
    assert_eq!(desk.wait(AUTOSAVE), [], "it was taken this time");
}

#[test]
fn a_newer_text_is_not_overwritten_by_one_the_disk_refused() {
    let mut desk = Desk::new(1);
    desk.write("old");
    let effects = desk.ctrl('s');
    let Effect::Save(old) = effects[0].clone() else {
        panic!("{effects:?}")
    };
    desk.send(Event::NotSaved(old, "disk full".to_owned()));
    desk.letter('!');
    desk.ctrl('s');
    assert_eq!(desk.wait(AUTOSAVE), []);
}

#[test]
fn a_125_the_last_step_brings_the_end_of_the_work() {
    let mut desk = Desk::new(1);
    desk.write("why");
    desk.ctrl('n');
    assert!(matches!(desk.state.overlay, Some(Overlay::Ask(_))));
    assert!(desk.screen().contains("Every step is done"));
}

#[test]
fn being_told_to_end_keeps_the_text_and_puts_the_recording_back() {
    let mut desk = Desk::new(2);
    desk.write("why");
    let effects = desk.send(Event::Ending);
    assert!(saved(&effects).draft);
    assert_eq!(effects.last(), Some(&Effect::Close));
}

#[test]
fn a_218_a_draft_that_was_taken_back_is_gone_from_disk_after_quitting() {
    let mut desk = Desk::with(1, &[entry(1, "why")]);
    desk.write("or ");
    assert!(saved(&desk.wait(AUTOSAVE)).draft);
    desk.press(KeyCode::Esc);
    desk.letter('u');
    let effects = desk.ctrl('q');
    assert_eq!(*saved(&effects), entry(1, "why"));
    assert_eq!(effects.last(), Some(&Effect::Close));
}
