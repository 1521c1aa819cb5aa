//! What a key does to the document.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::state::{Answer, Overlay, State, changed, finalize, quit};
use super::view::text_area;
use crate::News;
use crate::editor::Typed;
use crate::error::GONE;
use crate::keys::{Pressed, pressed};

pub enum Event {
    Key(KeyEvent),
    /// Several letters at once.
    Typed(String),
    Mouse(MouseEvent),
    Resize(u16, u16),
    Tick,
    Pasted(Option<String>),
    NotSaved(String),
    /// Not saved, because another program wrote this meanwhile.
    Changed(String),
    Trouble(String),
    News(News),
    /// The recording is not there any more.
    Gone,
    Ending,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Save(String),
    /// Two texts of the document: one is kept beside it, the other one is known to be in it.
    Part {
        beside: String,
        inside: String,
    },
    Copy(String),
    Paste,
    /// Declare it final and leave; only ever after an answer that says so.
    Finalize,
    Leave,
}

type Effects = Vec<Effect>;

const AUTOSAVE_MS: i64 = 2_500;

pub fn update(state: &mut State, event: Event, now_ms: i64) -> Effects {
    let effects = take(state, event, now_ms);
    if state.gone {
        state.warn(GONE);
    }
    effects
}

fn take(state: &mut State, event: Event, now_ms: i64) -> Effects {
    match event {
        Event::Key(key) => on_key(state, key),
        Event::Typed(text) => letters(state, &text),
        Event::Mouse(mouse) => on_mouse(state, mouse),
        Event::Resize(width, height) => {
            state.screen = Rect::new(0, 0, width, height);
            Vec::new()
        }
        Event::Tick => tick(state, now_ms),
        Event::Pasted(text) if state.overlay.is_none() => {
            let typed = state.editor.paste(text.as_deref());
            typed_effects(state, typed)
        }
        Event::Pasted(_) => Vec::new(),
        Event::NotSaved(why) => {
            state.editor.not_written();
            state.warn(format!("NOT SAVED, will be tried again: {why}"));
            Vec::new()
        }
        Event::Changed(theirs) => someone_else_wrote(state, theirs),
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
            let mut effects = autosave(state);
            effects.push(Effect::Leave);
            effects
        }
    }
}

/// Nobody is asked while they type: only once they want to save.
fn someone_else_wrote(state: &mut State, theirs: String) -> Effects {
    state.editor.not_written();
    state.theirs = Some(theirs);
    state.warn("memory.md was changed by another program; Ctrl+S to decide which text stays");
    match state.insisted {
        true => ask(state, Overlay::Ask(changed())),
        false => Vec::new(),
    }
}

fn on_key(state: &mut State, key: KeyEvent) -> Effects {
    match state.overlay.take() {
        Some(Overlay::Help) => return Vec::new(),
        Some(Overlay::Ask(mut dialog)) => {
            let answer = dialog.key(key);
            if answer.is_none() {
                state.overlay = Some(Overlay::Ask(dialog));
            }
            return answer.map_or(Vec::new(), |answer| answered(state, answer));
        }
        None => state.notice = None,
    }
    match pressed(key) {
        Pressed::Ctrl('s') => {
            state.say("saved");
            save(state)
        }
        Pressed::Ctrl('q') => ask(state, Overlay::Ask(quit())),
        Pressed::Ctrl('f') => ask(state, Overlay::Ask(finalize())),
        Pressed::Plain(KeyCode::F(1)) => ask(state, Overlay::Help),
        _ => {
            let typed = state.editor.key(key);
            typed_effects(state, typed)
        }
    }
}

fn letters(state: &mut State, text: &str) -> Effects {
    let mut effects = Vec::new();
    for (at, letter) in text.char_indices() {
        if state.overlay.is_none() {
            state.notice = None;
            let typed = state.editor.write(&text[at..]);
            effects.extend(typed_effects(state, typed));
            break;
        }
        effects.extend(on_key(state, KeyCode::Char(letter).into()));
    }
    effects
}

fn ask(state: &mut State, overlay: Overlay) -> Effects {
    state.overlay = Some(overlay);
    Vec::new()
}

fn typed_effects(state: &mut State, typed: Typed) -> Effects {
    match typed {
        Typed::Copied(text) => {
            state.say("copied");
            vec![Effect::Copy(text)]
        }
        Typed::Paste => vec![Effect::Paste],
        Typed::Nothing | Typed::Moved | Typed::Changed => Vec::new(),
    }
}

fn answered(state: &mut State, answer: Answer) -> Effects {
    match answer {
        Answer::Stay => Vec::new(),
        Answer::Finalize => then(save(state), Effect::Finalize),
        Answer::Leave => then(save(state), Effect::Leave),
        Answer::Mine => keep_mine(state),
        Answer::Theirs => take_theirs(state),
        // What another program wrote stays.
        Answer::Discard if state.theirs.is_some() => vec![Effect::Leave],
        Answer::Discard => {
            state.editor.revert();
            then(autosave(state), Effect::Leave)
        }
    }
}

fn keep_mine(state: &mut State) -> Effects {
    let Some(theirs) = state.theirs.take() else {
        return Vec::new();
    };
    let apart = Effect::Part {
        beside: theirs.clone(),
        inside: theirs,
    };
    state.say("saved; what the other program wrote is in a file beside it");
    std::iter::once(apart).chain(save(state)).collect()
}

fn take_theirs(state: &mut State) -> Effects {
    let Some(theirs) = state.theirs.take() else {
        return Vec::new();
    };
    let mine = state.editor.text();
    state.editor.open(&theirs, &theirs);
    state.say("this is what the other program wrote; your text is in a file beside it");
    vec![Effect::Part {
        beside: mine,
        inside: theirs,
    }]
}

fn then(mut effects: Effects, last: Effect) -> Effects {
    effects.push(last);
    effects
}

fn save(state: &mut State) -> Effects {
    state.insisted = true;
    state.theirs = None;
    state.editor.saved();
    vec![Effect::Save(state.editor.text())]
}

fn tick(state: &mut State, now_ms: i64) -> Effects {
    if now_ms < state.autosave_ms || state.gone || state.theirs.is_some() {
        return Vec::new();
    }
    state.autosave_ms = now_ms.saturating_add(AUTOSAVE_MS);
    autosave(state)
}

fn autosave(state: &mut State) -> Effects {
    if !state.editor.is_unwritten() {
        return Vec::new();
    }
    state.insisted = false;
    state.editor.autosaved();
    vec![Effect::Save(state.editor.text())]
}

fn on_mouse(state: &mut State, mouse: MouseEvent) -> Effects {
    let at = Position::new(mouse.column, mouse.row);
    if let Some(Overlay::Ask(dialog)) = &state.overlay {
        let pressed = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        let answer = dialog.click(at, state.screen).filter(|_| pressed);
        return answer.map_or(Vec::new(), |answer| {
            state.overlay = None;
            answered(state, answer)
        });
    }
    let area = text_area(state.screen);
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => state.editor.mouse_down(at, area),
        MouseEventKind::Drag(MouseButton::Left) => state.editor.mouse_drag(at, area),
        MouseEventKind::Up(MouseButton::Left) => {
            let typed = state.editor.mouse_up();
            return typed_effects(state, typed);
        }
        MouseEventKind::ScrollDown => state.editor.scroll(3),
        MouseEventKind::ScrollUp => state.editor.scroll(-3),
        _ => {}
    }
    Vec::new()
}
