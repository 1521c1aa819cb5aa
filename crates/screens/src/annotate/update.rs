//! What a key does. Nothing here touches the terminal, the disk or a clock: what is to be done
//! outside comes back as effects.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use super::layout::follow;
use super::mouse;
use super::overlay::{self, Answer, Overlay};
use super::run::Then;
use super::save::{self, leave};
use super::state::{Focus, Shown, Side, State};
use crate::drag::Drag;
use crate::editor::Typed;
use crate::files::Change;
use crate::keys::{Pressed, pressed};
use crate::picture::{Outcome, Want, Zoom};

pub enum Event {
    Key(KeyEvent),
    /// Several letters at once.
    Typed(String),
    Mouse(MouseEvent),
    Resize(u16, u16),
    Tick,
    /// Text to put in; `None` when the clipboard of the system had none.
    Pasted(Option<String>),
    Painted(Want, Outcome),
    NotSaved(Change, String),
    /// The recorder did not take something, or has something to say.
    Trouble(String),
    /// The process was asked to end.
    Ending,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Save(Change),
    Progress {
        annotated: u32,
        skipped: u32,
    },
    Copy(String),
    CopyScreen(Drag),
    Paste,
    /// Open a picture outside the terminal.
    View(String),
    Complete(Then),
    /// Put the recording back and leave.
    Close,
}

type Effects = Vec<Effect>;

const PAGE: usize = 5;
const DIGITS: usize = 7;

pub fn update(state: &mut State, event: Event, now_ms: i64) -> Effects {
    let effects = take(state, event, now_ms);
    let writing = state.focus == Focus::Editor;
    state.editor.invite(writing, invitation(state, writing));
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
        Event::Trouble(why) => {
            state.warn(why);
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

fn picture_key(state: &mut State, letter: char) -> Effects {
    match letter {
        '+' | '=' => state.zoom = state.zoom.closer(),
        '-' | '_' => state.zoom = state.zoom.farther(),
        'f' => state.zoom = Zoom::FIT,
        '[' => state.side = earlier(state.side),
        ']' => state.side = later(state.side),
        'o' => return view(state),
        _ => {}
    }
    Vec::new()
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

pub fn view(state: &mut State) -> Effects {
    let picture = state.picture().map(str::to_owned);
    match (picture, &state.viewer) {
        (_, None) => state.warn("no image viewer available"),
        (None, _) => state.warn("this step has no picture to open"),
        (Some(picture), Some(viewer)) => {
            state.notice = Some(super::state::Notice::Said(format!("opened in {viewer}")));
            return vec![Effect::View(picture)];
        }
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

fn pan(state: &mut State, right: i32, down: i32) -> Effects {
    state.zoom = state.zoom.pan(right, down);
    Vec::new()
}

fn resize(state: &mut State, width: u16, height: u16) -> Effects {
    state.screen = Rect::new(0, 0, width, height);
    follow(state);
    Vec::new()
}

/// A picture of a step that was left meanwhile is not shown.
fn painted(state: &mut State, want: Want, outcome: Outcome) -> Effects {
    if state.picture() == Some(want.path.as_str()) {
        state.shown = match outcome {
            Ok(painted) => Shown::Painted(painted),
            Err(why) => Shown::Failed {
                path: want.path,
                why,
            },
        };
    }
    Vec::new()
}

fn open(state: &mut State, overlay: Overlay) -> Effects {
    state.overlay = Some(overlay);
    Vec::new()
}

fn jump() -> Overlay {
    Overlay::Jump {
        typed: String::new(),
        refused: false,
    }
}

/// What was typed and taken back may still be on disk as a draft: leaving takes it back there.
fn quit(state: &mut State, now_ms: i64) -> Effects {
    let number = state.step().map_or(0, |step| step.step_id);
    match state.is_unsaved() {
        true => open(state, Overlay::Ask(overlay::quit(number))),
        false => then_close(leave(state, now_ms)),
    }
}

fn overlay_key(state: &mut State, overlay: Overlay, key: KeyEvent, now_ms: i64) -> Effects {
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

fn earlier(side: Side) -> Side {
    match side {
        Side::After => Side::At,
        _ => Side::Before,
    }
}

fn later(side: Side) -> Side {
    match side {
        Side::Before => Side::At,
        _ => Side::After,
    }
}
