//! What a key does. Nothing here touches the terminal, the disk or a clock: what is to be done
//! outside comes back as effects.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::answers::{jump, overlay_key, quit};
pub use super::event::{Effect, Event};
use super::layout::follow;
use super::mouse;
use super::overlay::Overlay;
use super::save::{self, leave};
use super::state::{Focus, State};
use super::viewing::{painted, pan, picture_key};
use crate::News;
use crate::editor::Typed;
use crate::error::GONE;
use crate::keys::{Pressed, pressed};

type Effects = Vec<Effect>;

const PAGE: usize = 5;

pub fn update(state: &mut State, event: Event, now_ms: i64) -> Effects {
    let effects = take(state, event, now_ms);
    let writing = state.focus == Focus::Editor;
    state.editor.invite(writing, invitation(state, writing));
    if state.gone {
        state.fail(GONE);
    }
    effects
}

/// What an empty text says instead.
fn invitation(state: &State, writing: bool) -> &'static str {
    match (state.step(), writing) {
        (None, _) => "",
        (_, true) => "What was seen, what was intended, how would one know that it worked?",
        (_, false) => "Press e to write why this step was taken.",
    }
}

fn take(state: &mut State, event: Event, now_ms: i64) -> Effects {
    match event {
        Event::Key(key) => on_key(state, key, now_ms),
        Event::Typed(text) => letters(state, &text, now_ms),
        Event::Mouse(mouse) => mouse::update(state, mouse, now_ms),
        Event::Resize(width, height) => resize(state, width, height),
        Event::Tick => save::tick(state, now_ms),
        Event::Pasted(text) => paste(state, text.as_deref()),
        Event::Painted(want, outcome) => painted(state, want, outcome),
        Event::NotSaved(change, why) => save::not_saved(state, change, &why),
        Event::Trouble(why) | Event::News(News::Bad(why)) => {
            state.warn(why);
            Vec::new()
        }
        Event::News(News::Good(what)) => {
            state.say(what);
            Vec::new()
        }
        Event::Gone => {
            state.gone = true;
            Vec::new()
        }
        Event::Ending => {
            let mut effects = leave(state, now_ms);
            effects.push(Effect::Close);
            effects
        }
    }
}

fn on_key(state: &mut State, key: KeyEvent, now_ms: i64) -> Effects {
    if let Some(overlay) = state.overlay.take() {
        return overlay_key(state, overlay, key, now_ms);
    }
    state.notice = None;
    let warned = std::mem::take(&mut state.skip_warned);
    match (pressed(key), state.focus) {
        (Pressed::Ctrl('n'), _) => save::complete(state, warned, now_ms),
        (Pressed::Ctrl('s'), _) => save::save(state, now_ms),
        (Pressed::Ctrl('q'), _) => quit(state, now_ms),
        (Pressed::Ctrl('e'), _) => open(state, jump()),
        (Pressed::Plain(KeyCode::F(1)), _) => open(state, Overlay::Help { scroll: 0 }),
        (Pressed::Plain(KeyCode::Tab), focus) => turn_to(state, next_pane(focus)),
        (Pressed::Plain(KeyCode::BackTab), focus) => turn_to(state, pane_before(focus)),
        (Pressed::Plain(KeyCode::Esc), Focus::Editor) => turn_to(state, Focus::List),
        (_, Focus::Editor) => write(state, key),
        (Pressed::Ctrl('z' | 'y'), _) => write(state, key),
        (Pressed::Ctrl('c'), _) => copy_command(state),
        (Pressed::Plain(code), _) => look_about(state, code, now_ms),
        _ => Vec::new(),
    }
}

/// Letters are keys until one of them opens the text; the rest is written there at once.
fn letters(state: &mut State, text: &str, now_ms: i64) -> Effects {
    let mut effects = Vec::new();
    for (at, letter) in text.char_indices() {
        let writing = state.focus == Focus::Editor && state.overlay.is_none();
        if writing && !state.steps.is_empty() {
            state.notice = None;
            state.skip_warned = false;
            let typed = state.editor.write(&text[at..]);
            effects.extend(typed_effects(state, typed));
            break;
        }
        effects.extend(on_key(state, KeyCode::Char(letter).into(), now_ms));
    }
    effects
}

/// Keys of the panes in which nothing is typed.
fn look_about(state: &mut State, code: KeyCode, now_ms: i64) -> Effects {
    let last = state.steps.len().saturating_sub(1);
    let at = state.selected;
    let zoomed = state.focus == Focus::Picture && state.zoom.percent > 100;
    match code {
        KeyCode::Up if zoomed => pan(state, 0, -1),
        KeyCode::Down if zoomed => pan(state, 0, 1),
        KeyCode::Left if zoomed => pan(state, -1, 0),
        KeyCode::Right if zoomed => pan(state, 1, 0),
        KeyCode::Char('j') | KeyCode::Down => select(state, at + 1, now_ms),
        KeyCode::Char('k') | KeyCode::Up => select(state, at.saturating_sub(1), now_ms),
        KeyCode::PageDown => select(state, at + PAGE, now_ms),
        KeyCode::PageUp => select(state, at.saturating_sub(PAGE), now_ms),
        KeyCode::Home => select(state, 0, now_ms),
        KeyCode::End => select(state, last, now_ms),
        KeyCode::Char('e') | KeyCode::Enter => turn_to(state, Focus::Editor),
        KeyCode::Char(' ') => fold(state),
        KeyCode::Char('g') => open(state, jump()),
        KeyCode::Char('u') => save::revert(state),
        KeyCode::Char('?') => open(state, Overlay::Help { scroll: 0 }),
        KeyCode::Char(letter) => picture_key(state, letter),
        _ => Vec::new(),
    }
}

/// Goes to a step; what was typed into the one before becomes a draft.
pub fn select(state: &mut State, at: usize, now_ms: i64) -> Effects {
    let at = at.min(state.steps.len().saturating_sub(1));
    if at == state.selected {
        return Vec::new();
    }
    let effects = leave(state, now_ms);
    state.selected = at;
    state.load();
    follow(state);
    effects
}

pub fn turn_to(state: &mut State, focus: Focus) -> Effects {
    state.focus = focus;
    if focus == Focus::Editor {
        save::begin(state);
    }
    Vec::new()
}

fn write(state: &mut State, key: KeyEvent) -> Effects {
    if state.steps.is_empty() {
        return Vec::new();
    }
    let typed = state.editor.key(key);
    typed_effects(state, typed)
}

pub fn typed_effects(state: &mut State, typed: Typed) -> Effects {
    match typed {
        Typed::Changed => save::begin(state),
        Typed::Copied(text) => {
            save::begin(state);
            state.say("copied");
            return vec![Effect::Copy(text)];
        }
        Typed::Paste => return vec![Effect::Paste],
        Typed::Moved | Typed::Nothing => {}
    }
    Vec::new()
}

/// A text pasted while a question is open, or onto the list, goes nowhere.
fn paste(state: &mut State, text: Option<&str>) -> Effects {
    match state.overlay.is_none() && state.focus == Focus::Editor {
        true => {
            let typed = state.editor.paste(text);
            typed_effects(state, typed)
        }
        false => Vec::new(),
    }
}

fn copy_command(state: &mut State) -> Effects {
    let Some(step) = state.step() else {
        return Vec::new();
    };
    let text = step.converted_command.clone();
    state.say("the command is copied; Ctrl+Q quits");
    vec![Effect::Copy(text)]
}

fn fold(state: &mut State) -> Effects {
    let at = state.selected;
    if !state.unfolded.remove(&at) {
        state.unfolded.insert(at);
    }
    follow(state);
    Vec::new()
}

fn resize(state: &mut State, width: u16, height: u16) -> Effects {
    state.screen = Rect::new(0, 0, width, height);
    follow(state);
    Vec::new()
}

pub fn open(state: &mut State, overlay: Overlay) -> Effects {
    state.overlay = Some(overlay);
    Vec::new()
}

/// Tab leads between steps and text; only Shift+Tab visits the picture.
fn next_pane(focus: Focus) -> Focus {
    match focus {
        Focus::List => Focus::Editor,
        Focus::Editor | Focus::Picture => Focus::List,
    }
}

fn pane_before(focus: Focus) -> Focus {
    match focus {
        Focus::List => Focus::Picture,
        Focus::Picture => Focus::Editor,
        Focus::Editor => Focus::List,
    }
}
