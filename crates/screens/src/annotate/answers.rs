//! What stands over the screen takes the keys first, and what was answered is done.

use crossterm::event::{KeyCode, KeyEvent};

use super::event::Effect;
use super::overlay::{self, Answer, Overlay};
use super::run::Then;
use super::save::{self, leave};
use super::state::{Focus, State};
use super::update::{open, select, turn_to};
use crate::keys::{Pressed, pressed};

type Effects = Vec<Effect>;

const DIGITS: usize = 7;

pub fn jump() -> Overlay {
    Overlay::Jump {
        typed: String::new(),
        refused: false,
    }
}

/// What was typed and taken back may still be on disk as a draft: leaving takes it back there.
pub fn quit(state: &mut State, now_ms: i64) -> Effects {
    let number = state.step().map_or(0, |step| step.step_id);
    match state.is_unsaved() {
        true => open(state, Overlay::Ask(overlay::quit(number))),
        false => then_close(leave(state, now_ms)),
    }
}

pub fn overlay_key(state: &mut State, overlay: Overlay, key: KeyEvent, now_ms: i64) -> Effects {
    match overlay {
        Overlay::Help { scroll } => help_key(state, scroll, key),
        Overlay::Jump { typed, .. } => jump_key(state, typed, key, now_ms),
        Overlay::Ask(mut dialog) => match dialog.key(key) {
            Some(answer) => answered(state, answer, now_ms),
            None => open(state, Overlay::Ask(dialog)),
        },
    }
}

fn help_key(state: &mut State, scroll: u16, key: KeyEvent) -> Effects {
    let scroll = match pressed(key) {
        Pressed::Plain(KeyCode::Down | KeyCode::Char('j')) => scroll.saturating_add(1),
        Pressed::Plain(KeyCode::Up | KeyCode::Char('k')) => scroll.saturating_sub(1),
        Pressed::Plain(KeyCode::PageDown) => scroll.saturating_add(10),
        Pressed::Plain(KeyCode::PageUp) => scroll.saturating_sub(10),
        _ => return Vec::new(),
    };
    open(state, Overlay::Help { scroll })
}

fn jump_key(state: &mut State, mut typed: String, key: KeyEvent, now_ms: i64) -> Effects {
    let mut refused = false;
    match pressed(key) {
        Pressed::Plain(KeyCode::Esc) => return Vec::new(),
        Pressed::Plain(KeyCode::Enter) => match place_of(state, &typed) {
            Some(at) => return select(state, at, now_ms),
            None => {
                typed.clear();
                refused = true;
            }
        },
        Pressed::Plain(KeyCode::Backspace) => drop(typed.pop()),
        Pressed::Plain(KeyCode::Char(digit)) if typed.len() < DIGITS => typed.push(digit),
        _ => {}
    }
    open(state, Overlay::Jump { typed, refused })
}

fn place_of(state: &State, typed: &str) -> Option<usize> {
    let number: usize = typed.trim().parse().ok()?;
    let place = number.checked_sub(1)?;
    (place < state.steps.len()).then_some(place)
}

pub fn answered(state: &mut State, answer: Answer, now_ms: i64) -> Effects {
    match answer {
        Answer::Stay => Vec::new(),
        Answer::SaveAndQuit => then_close(save::save(state, now_ms)),
        Answer::DiscardAndQuit => then_close(save::discard(state)),
        Answer::Resume(None) => Vec::new(),
        Answer::Resume(Some(at)) => {
            let effects = select(state, at, now_ms);
            turn_to(state, Focus::Editor);
            state
                .editor
                .area
                .move_cursor(ratatui_textarea::CursorMove::Bottom);
            state
                .editor
                .area
                .move_cursor(ratatui_textarea::CursorMove::End);
            effects
        }
        Answer::Reset(at) => reset(state, at, now_ms),
        Answer::CompileNow => vec![Effect::Complete(Then::Now)],
        Answer::CompileLater => vec![Effect::Complete(Then::Later)],
        Answer::CompleteAndQuit => vec![Effect::Complete(Then::Quit)],
    }
}

fn reset(state: &mut State, at: Option<usize>, now_ms: i64) -> Effects {
    let Some(at) = at else {
        state.say("there was no draft to reset");
        return Vec::new();
    };
    let mut effects = select(state, at, now_ms);
    effects.extend(save::discard(state));
    state.say("the step is back to how it was last saved");
    effects
}

fn then_close(mut effects: Effects) -> Effects {
    effects.push(Effect::Close);
    effects
}
