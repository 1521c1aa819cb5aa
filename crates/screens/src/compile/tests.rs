//! the document's editor without a terminal.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::state::State;
use super::update::{Effect, Event, update};
use super::view::view;
use crate::look::Look;

const AUTOSAVE: i64 = 2_500;
const LOOK: Look = Look {
    utf8: true,
    emoji: true,
    colour: true,
};

struct Desk {
    state: State,
    now_ms: i64,
}

impl Desk {
    fn new(text: &str) -> Self {
        let state = State::new("File the report", text, LOOK);
        let mut desk = Self { state, now_ms: 0 };
        desk.wait(0);
        desk
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        update(&mut self.state, Event::Key(code.into()), self.now_ms)
    }

    fn ctrl(&mut self, letter: char) -> Vec<Effect> {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        update(&mut self.state, Event::Key(key), self.now_ms)
    }

    fn wait(&mut self, ms: i64) -> Vec<Effect> {
        self.now_ms += ms;
        update(&mut self.state, Event::Tick, self.now_ms)
    }

    fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(100, 20)).unwrap();
        terminal.draw(|frame| view(&self.state, frame)).unwrap();
        terminal.backend().to_string()
    }

    /// Answers a question with the button that many places to the right.
    fn answer(&mut self, rights: usize) -> Vec<Effect> {
        for _ in 0..rights {
            self.press(KeyCode::Right);
        }
        self.press(KeyCode::Enter)
    }
}

fn save(text: &str) -> Effect {
    Effect::Save(text.to_owned())
}

#[test]
fn a_222_words_and_saved_or_unsaved_follow_the_typing() {
    let mut desk = Desk::new("# Memory\n\none two");
    assert!(desk.screen().contains(" Saved  4 words"));
    desk.press(KeyCode::Char('x'));
    desk.press(KeyCode::Char(' '));
    assert!(desk.screen().contains(" Unsaved  5 words"));
    assert_eq!(desk.wait(AUTOSAVE), [save("x # Memory\n\none two")]);
    assert!(desk.screen().contains(" Saved  5 words"));
}

#[test]
fn a_129_autosave_writes_what_changed_and_only_then() {
    let mut desk = Desk::new("a");
    assert_eq!(desk.wait(AUTOSAVE), []);
    desk.press(KeyCode::Char('b'));
    assert_eq!(desk.wait(AUTOSAVE - 1), []);
    assert_eq!(desk.wait(1), [save("ba")]);
}

#[test]
fn a_129_only_an_explicit_answer_finalises() {
    let mut desk = Desk::new("a");
    desk.ctrl('f');
    assert_eq!(
        desk.press(KeyCode::Enter),
        [],
        "at first the button that does nothing"
    );
    desk.ctrl('f');
    assert_eq!(desk.answer(1), [save("a"), Effect::Finalize]);
    desk.ctrl('f');
    assert_eq!(desk.press(KeyCode::Esc), []);
}

#[test]
fn a_129_ctrl_q_offers_four_ways() {
    let open = || {
        let mut desk = Desk::new("a");
        desk.press(KeyCode::Char('b'));
        desk.wait(AUTOSAVE);
        assert_eq!(desk.ctrl('q'), []);
        desk
    };
    assert_eq!(open().answer(0), [save("ba"), Effect::Leave]);
    assert_eq!(open().answer(1), [save("a"), Effect::Leave], "discarded");
    assert_eq!(open().answer(2), []);
    assert_eq!(open().answer(3), [save("ba"), Effect::Finalize]);
    assert_eq!(open().press(KeyCode::Esc), []);
    let screen = open().screen();
    for label in ["Save and finalise", "Save and leave", "Discard", "Cancel"] {
        assert!(screen.contains(label), "{label}");
    }
}

#[test]
fn what_was_saved_on_purpose_is_not_discarded() {
    let mut desk = Desk::new("a");
    desk.press(KeyCode::Char('b'));
    assert_eq!(desk.ctrl('s'), [save("ba")]);
    desk.press(KeyCode::Char('c'));
    desk.ctrl('q');
    assert_eq!(desk.answer(1), [Effect::Leave], "the disk has it already");
    assert_eq!(desk.state.editor.text(), "ba");
}

#[test]
fn a_document_the_disk_refused_is_written_again() {
    let mut desk = Desk::new("a");
    desk.press(KeyCode::Char('b'));
    desk.wait(AUTOSAVE);
    let failed = Event::NotSaved("disk full".to_owned());
    update(&mut desk.state, failed, desk.now_ms);
    assert!(desk.screen().contains("NOT SAVED"));
    assert_eq!(desk.wait(AUTOSAVE), [save("ba")]);
}

/// The disk has another text than was read: nothing is written, and nobody is asked who types.
fn overtaken() -> Desk {
    let mut desk = Desk::new("a");
    desk.press(KeyCode::Char('b'));
    assert_eq!(desk.wait(AUTOSAVE), [save("ba")]);
    let theirs = Event::Changed("theirs".to_owned());
    assert_eq!(update(&mut desk.state, theirs, desk.now_ms), []);
    assert!(desk.screen().contains("Changed elsewhere"));
    assert_eq!(desk.wait(AUTOSAVE), [], "until somebody decides");
    assert_eq!(desk.ctrl('s'), [save("ba")]);
    let theirs = Event::Changed("theirs".to_owned());
    assert_eq!(update(&mut desk.state, theirs, desk.now_ms), []);
    assert!(desk.screen().contains("Changed by another program"));
    desk
}

#[test]
fn a_text_of_another_program_is_kept_beside_or_taken() {
    let part = |beside: &str, inside: &str| Effect::Part {
        beside: beside.to_owned(),
        inside: inside.to_owned(),
    };
    let mut desk = overtaken();
    let kept = desk.press(KeyCode::Char('m'));
    assert_eq!(kept, [part("theirs", "theirs"), save("ba")]);
    assert!(desk.screen().contains(" Saved "));
    let mut desk = overtaken();
    let taken = desk.press(KeyCode::Char('t'));
    assert_eq!(taken, [part("ba", "theirs")]);
    assert_eq!(desk.state.editor.text(), "theirs");
    assert!(desk.screen().contains(" Saved "));
    let mut desk = overtaken();
    assert_eq!(desk.press(KeyCode::Esc), []);
    assert!(desk.screen().contains("Changed elsewhere"));
    desk.ctrl('q');
    assert_eq!(desk.press(KeyCode::Char('d')), [Effect::Leave]);
}

#[test]
fn a_deleted_recording_is_told_and_nothing_saved() {
    let mut desk = Desk::new("a");
    desk.press(KeyCode::Char('b'));
    update(&mut desk.state, Event::Gone, desk.now_ms);
    assert_eq!(desk.wait(AUTOSAVE), []);
    desk.press(KeyCode::Char('c'));
    let screen = desk.screen();
    assert!(
        screen.contains(" Deleted ") && screen.contains("was deleted"),
        "{screen}"
    );
}

#[test]
fn being_told_to_end_keeps_the_text_and_finalises_nothing() {
    let mut desk = Desk::new("a");
    desk.press(KeyCode::Char('b'));
    let effects = update(&mut desk.state, Event::Ending, desk.now_ms);
    assert_eq!(effects, [save("ba"), Effect::Leave]);
}

#[test]
fn help_says_what_the_document_is_for() {
    let mut desk = Desk::new("a");
    desk.press(KeyCode::F(1));
    assert!(desk.screen().contains("made of the recording"));
    desk.press(KeyCode::Char('x'));
    assert_eq!(
        desk.state.editor.text(),
        "a",
        "that key only closed the help"
    );
}

#[test]
fn ctrl_home_and_ctrl_end_lead_to_the_ends_of_the_text() {
    let mut desk = Desk::new("one\ntwo\nthree");
    let leap = |desk: &mut Desk, code, shift| {
        let key = KeyEvent::new(code, KeyModifiers::CONTROL | shift);
        update(&mut desk.state, Event::Key(key), 0);
    };
    leap(&mut desk, KeyCode::End, KeyModifiers::NONE);
    desk.press(KeyCode::Char('!'));
    leap(&mut desk, KeyCode::Home, KeyModifiers::NONE);
    desk.press(KeyCode::Char('>'));
    assert_eq!(desk.state.editor.text(), ">one\ntwo\nthree!");
    leap(&mut desk, KeyCode::End, KeyModifiers::SHIFT);
    desk.press(KeyCode::Backspace);
    assert_eq!(desk.state.editor.text(), ">");
}
