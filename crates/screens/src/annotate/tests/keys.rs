//! each key has its effect.

use super::*;
use crate::annotate::overlay::Overlay;
use crate::annotate::state::{Focus, Notice, Side};
use crate::picture::Zoom;

#[test]
fn a_120_letters_and_arrows_move_through_the_steps() {
    let mut desk = Desk::new(20);
    desk.letter('j');
    desk.press(KeyCode::Down);
    assert_eq!(desk.state.selected, 2);
    desk.letter('k');
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Up);
    assert_eq!(desk.state.selected, 0, "it stops at the first");
    desk.press(KeyCode::End);
    desk.letter('j');
    assert_eq!(desk.state.selected, 19, "and at the last");
    desk.press(KeyCode::Home);
    assert_eq!(desk.state.selected, 0);
}

#[test]
fn a_120_pages_are_five_steps() {
    let mut desk = Desk::new(20);
    desk.press(KeyCode::PageDown);
    assert_eq!(desk.state.selected, 5);
    desk.press(KeyCode::PageDown);
    desk.press(KeyCode::PageUp);
    assert_eq!(desk.state.selected, 5);
}

#[test]
fn a_120_e_and_enter_open_the_text_and_escape_leaves_it() {
    for key in [KeyCode::Char('e'), KeyCode::Enter] {
        let mut desk = Desk::new(3);
        desk.press(key);
        assert_eq!(desk.state.focus, Focus::Editor);
        assert_eq!(desk.state.mark(0), StepState::InProgress);
        desk.letter('j');
        assert_eq!(desk.state.editor.text(), "j", "letters are text now");
        desk.press(KeyCode::Esc);
        assert_eq!(desk.state.focus, Focus::List);
    }
}

#[test]
fn a_120_space_unfolds_and_folds() {
    let mut desk = Desk::new(3);
    desk.letter(' ');
    assert!(desk.screen().contains("raw: left click 1"));
    desk.letter(' ');
    assert!(!desk.screen().contains("raw: left click 1"));
}

#[test]
fn a_120_tab_leads_between_steps_and_text_and_shift_tab_round_all() {
    let mut desk = Desk::new(3);
    let focus = |desk: &mut Desk, code| {
        desk.press(code);
        desk.state.focus
    };
    assert_eq!(focus(&mut desk, KeyCode::Tab), Focus::Editor);
    assert_eq!(focus(&mut desk, KeyCode::Tab), Focus::List);
    assert_eq!(focus(&mut desk, KeyCode::BackTab), Focus::Picture);
    assert_eq!(focus(&mut desk, KeyCode::BackTab), Focus::Editor);
    assert_eq!(focus(&mut desk, KeyCode::BackTab), Focus::List);
}

#[test]
fn a_120_undo_and_redo() {
    let mut desk = Desk::new(1);
    desk.write("ab");
    desk.ctrl('z');
    assert_eq!(desk.state.editor.text(), "a");
    desk.ctrl('y');
    assert_eq!(desk.state.editor.text(), "ab");
}

#[test]
fn a_120_cut_copy_and_paste_over_the_selection() {
    let mut desk = Desk::new(1);
    desk.write("one");
    desk.ctrl('a');
    assert_eq!(desk.ctrl('c'), [Effect::Copy("one".to_owned())]);
    desk.ctrl('a');
    assert_eq!(desk.ctrl('x'), [Effect::Copy("one".to_owned())]);
    assert_eq!(desk.state.editor.text(), "");
    assert_eq!(desk.ctrl('v'), [Effect::Paste]);
    desk.send(Event::Pasted(None));
    assert_eq!(desk.state.editor.text(), "one", "what was copied here");
    desk.ctrl('a');
    desk.send(Event::Pasted(Some("two\r\nlines".to_owned())));
    assert_eq!(desk.state.editor.text(), "two\nlines", "in place of it");
}

#[test]
fn a_120_u_takes_back_what_was_not_saved_but_types_in_the_text() {
    let mut desk = Desk::with(1, &[entry(1, "saved")]);
    desk.write("un");
    assert_eq!(desk.state.editor.text(), "unsaved");
    desk.press(KeyCode::Esc);
    desk.letter('u');
    assert_eq!(desk.state.editor.text(), "saved");
    desk.ctrl('z');
    assert_ne!(desk.state.editor.text(), "saved", "even that can be undone");
}

#[test]
fn a_126_zoom_fit_and_moving_about() {
    let mut desk = Desk::new(3);
    desk.letter('+');
    desk.letter('+');
    assert_eq!(desk.state.zoom.percent, 200);
    desk.letter('-');
    assert_eq!(desk.state.zoom.percent, 150);
    desk.press(KeyCode::BackTab);
    desk.press(KeyCode::Right);
    assert!(desk.state.zoom.x > 500 && desk.state.selected == 0);
    desk.letter('f');
    assert_eq!(desk.state.zoom, Zoom::FIT);
    desk.press(KeyCode::Down);
    assert_eq!(desk.state.selected, 1, "a whole picture cannot be moved");
}

#[test]
fn a_126_the_moments_before_and_after() {
    let mut desk = Desk::new(3);
    desk.letter('[');
    assert_eq!(
        desk.state.picture(),
        Some("vision/frames/step_0001_before.png")
    );
    desk.letter(']');
    desk.letter(']');
    assert_eq!((desk.state.side, desk.state.picture()), (Side::After, None));
    assert!(
        desk.screen()
            .contains("No picture was kept of the moment after")
    );
    desk.letter('j');
    assert_eq!(desk.state.side, Side::At);
}

#[test]
fn a_126_o_opens_the_picture_where_there_is_a_viewer() {
    let mut desk = Desk::new(3);
    assert_eq!(desk.letter('o'), []);
    let said = "no image viewer available; open the file yourself: \
                vision/frames/step_0001_at.png";
    assert_eq!(desk.state.notice, Some(Notice::Warned(said.to_owned())));
    desk.state.viewer = Some("feh".to_owned());
    let path = "vision/frames/step_0001_at.png".to_owned();
    assert_eq!(desk.letter('o'), [Effect::View(path)]);
    desk.letter('j');
    assert_eq!(desk.letter('o'), [], "that step has no picture");
}

#[test]
fn a_218_jump_by_either_key() {
    for (letter, modifiers) in [
        ('e', KeyModifiers::CONTROL),
        ('E', KeyModifiers::CONTROL | KeyModifiers::SHIFT),
        ('g', KeyModifiers::NONE),
    ] {
        let mut desk = Desk::new(3);
        desk.send(Event::Key(KeyEvent::new(KeyCode::Char(letter), modifiers)));
        assert!(
            matches!(desk.state.overlay, Some(Overlay::Jump { .. })),
            "{letter}"
        );
    }
}

#[test]
fn a_120_the_mouse_selects_a_step_and_a_drag_copies() {
    let mut desk = Desk::new(20);
    desk.send(Event::Resize(140, 45));
    desk.mouse(MouseEventKind::Down(LEFT), 110, 4);
    assert_eq!(desk.state.selected, 3);
    desk.mouse(MouseEventKind::Drag(LEFT), 120, 4);
    let effects = desk.mouse(MouseEventKind::Up(LEFT), 120, 4);
    assert!(matches!(effects[..], [Effect::CopyScreen(drag)] if drag.from.x == 110));
    desk.mouse(MouseEventKind::ScrollDown, 110, 4);
    assert_eq!(desk.state.selected, 4);
}

#[test]
fn a_120_dragging_over_the_text_selects_and_copies_it() {
    let mut desk = Desk::with(1, &[entry(1, "one two")]);
    desk.send(Event::Resize(140, 45));
    desk.screen();
    desk.mouse(MouseEventKind::Down(LEFT), 1, 36);
    assert_eq!(desk.state.focus, Focus::Editor);
    desk.mouse(MouseEventKind::Drag(LEFT), 4, 36);
    let effects = desk.mouse(MouseEventKind::Up(LEFT), 4, 36);
    assert_eq!(effects, [Effect::Copy("one".to_owned())]);
}

#[test]
fn line_ends_pasted_key_by_key_are_line_ends() {
    let mut desk = Desk::new(1);
    desk.write("a");
    desk.ctrl('j');
    desk.letter('b');
    assert_eq!(desk.state.editor.text(), "a\nb");
}

#[test]
fn letters_that_come_at_once_are_keys_first_and_text_then() {
    let mut desk = Desk::new(3);
    desk.send(Event::Typed("jewhy not?".to_owned()));
    assert_eq!((desk.state.selected, desk.state.focus), (1, Focus::Editor));
    assert_eq!(desk.state.editor.text(), "why not?");
    assert_eq!(desk.state.mark(1), StepState::InProgress);
    desk.ctrl('e');
    desk.send(Event::Typed("12".to_owned()));
    assert_eq!(
        desk.state.editor.text(),
        "why not?",
        "that was for the question"
    );
}
