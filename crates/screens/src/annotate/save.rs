//! When a text is written, as what, and where the cursor goes then.

use mneme_reasoning::entries::{self, StepState};

use super::entry::{draft, settled, skipped, written};
use super::overlay::{self, Overlay};
use super::state::State;
use super::update::{Effect, select};
use crate::files::Change;

/// How often a text that changed is kept.
const AUTOSAVE_MS: i64 = 2_500;

/// Somebody is at this step now.
pub fn begin(state: &mut State) {
    let fresh = state.mark(state.selected) == StepState::Pending;
    if fresh || state.editor.is_unsaved() {
        state.set_mark(state.selected, StepState::InProgress);
    }
}

pub fn tick(state: &mut State, now_ms: i64) -> Vec<Effect> {
    if now_ms < state.autosave_ms || state.gone {
        return Vec::new();
    }
    state.autosave_ms = now_ms.saturating_add(AUTOSAVE_MS);
    let again = std::mem::take(&mut state.owed);
    let mut effects: Vec<Effect> = again.into_iter().map(Effect::Save).collect();
    effects.extend(autosave(state, now_ms));
    effects
}

/// Keeps what was typed, without calling the step complete.
fn autosave(state: &mut State, now_ms: i64) -> Vec<Effect> {
    let Some(step) = state.step().filter(|_| state.editor.is_unwritten()) else {
        return Vec::new();
    };
    let text = state.editor.text();
    let before = state.entry(state.selected);
    // Typed back to what was saved: there is nothing left to be a draft of.
    let change = match before.filter(|_| !state.editor.is_unsaved()) {
        Some(entry) if entry.draft => back(entry),
        _ => Change::Put(Box::new(draft(step, before, text.trim(), now_ms))),
    };
    state.editor.autosaved();
    let effect = put(state, change);
    let mark = entries::state(state.entry(state.selected));
    state.set_mark(state.selected, mark);
    vec![effect, progress(state)]
}

/// Before going elsewhere: nothing typed is lost.
pub fn leave(state: &mut State, now_ms: i64) -> Vec<Effect> {
    let effects = autosave(state, now_ms);
    let empty = state.editor.text().trim().is_empty();
    if state.mark(state.selected) == StepState::InProgress
        && (empty || state.entry(state.selected).is_none())
    {
        let mark = entries::state(state.entry(state.selected));
        state.set_mark(state.selected, mark);
    }
    effects
}

/// Ctrl+S: saved on purpose, but not called complete.
pub fn save(state: &mut State, now_ms: i64) -> Vec<Effect> {
    let Some(step) = state.step() else {
        return Vec::new();
    };
    let text = state.editor.text();
    let before = state.entry(state.selected);
    if text.trim().is_empty() && before.is_none() {
        state.say("nothing to save yet");
        return Vec::new();
    }
    let entry = written(step, before, text.trim(), now_ms);
    let was_settled =
        state.mark(state.selected) != StepState::InProgress && !state.editor.is_unsaved();
    state.editor.saved();
    let effect = put(state, Change::Put(Box::new(entry)));
    if !was_settled {
        let mark = if text.trim().is_empty() {
            StepState::Pending
        } else {
            StepState::InProgress
        };
        state.set_mark(state.selected, mark);
    }
    state.say("saved");
    vec![effect, progress(state)]
}

/// Ctrl+N. An empty text is a warning first and a skip when it is pressed again.
pub fn complete(state: &mut State, warned: bool, now_ms: i64) -> Vec<Effect> {
    let Some(step) = state.step() else {
        return done(state, Vec::new());
    };
    let text = state.editor.text();
    let before = state.entry(state.selected);
    let empty = text.trim().is_empty();
    if empty && !warned && state.mark(state.selected) != StepState::Skipped {
        state.skip_warned = true;
        state.warn("Nothing is written. Press Ctrl+N again to skip this step.");
        return Vec::new();
    }
    let (entry, mark) = match empty {
        true => (skipped(step, before, now_ms), StepState::Skipped),
        false => (
            written(step, before, text.trim(), now_ms),
            StepState::Complete,
        ),
    };
    state.editor.saved();
    let effect = put(state, Change::Put(Box::new(entry)));
    state.set_mark(state.selected, mark);
    let effects = vec![effect, progress(state)];
    advance(state, effects, now_ms)
}

/// To the next open step; round the end once; to the end of the work when there is none.
fn advance(state: &mut State, mut effects: Vec<Effect>, now_ms: i64) -> Vec<Effect> {
    let at = state.selected;
    if let Some(next) = state.next_open(at + 1) {
        effects.extend(select(state, next, now_ms));
        begin_if_writing(state);
        return effects;
    }
    match state.next_open(0) {
        Some(first) => {
            effects.extend(select(state, first, now_ms));
            begin_if_writing(state);
            let number = state.step().map_or(0, |step| step.step_id);
            state.say(format!("No open step further down: back at step {number}."));
            effects
        }
        None => done(state, effects),
    }
}

fn begin_if_writing(state: &mut State) {
    if state.focus == super::state::Focus::Editor {
        begin(state);
    }
}

fn done(state: &mut State, effects: Vec<Effect>) -> Vec<Effect> {
    let question = overlay::complete(state.annotated(), state.skipped());
    state.overlay = Some(Overlay::Ask(question));
    effects
}

/// `u`: the editor shows again what was saved. It can be undone.
pub fn revert(state: &mut State) -> Vec<Effect> {
    match state.editor.is_unsaved() {
        true => {
            state.editor.revert();
            state.say("back to the saved text; Ctrl+Z undoes it");
        }
        false => state.say("nothing to take back"),
    }
    Vec::new()
}

/// Back to what was last saved on purpose, on disk as well.
pub fn discard(state: &mut State) -> Vec<Effect> {
    let at = state.selected;
    let drafted = state.entry(at).filter(|entry| entry.draft).map(back);
    let effects = match drafted {
        Some(change) => vec![put(state, change)],
        None => Vec::new(),
    };
    let mark = entries::state(state.entry(at));
    state.set_mark(at, mark);
    state.load();
    match effects.is_empty() {
        true => effects,
        false => effects.into_iter().chain([progress(state)]).collect(),
    }
}

fn back(draft: &mneme_model::archive::Entry) -> Change {
    match settled(draft) {
        Some(entry) => Change::Put(Box::new(entry)),
        None => Change::Remove(draft.step_id),
    }
}

/// The disk did not take it: it is tried again with every autosave.
pub fn not_saved(state: &mut State, change: Change, why: &str) -> Vec<Effect> {
    if state
        .step()
        .is_some_and(|step| step.step_id == step_of(&change))
    {
        state.editor.not_written();
    }
    forget_owed(state, step_of(&change));
    state.owed.push(change);
    state.fail(format!("NOT SAVED, will be tried again: {why}"));
    Vec::new()
}

/// Takes a change into what is known, and asks for it to be written.
fn put(state: &mut State, change: Change) -> Effect {
    forget_owed(state, step_of(&change));
    match &change {
        Change::Put(entry) => drop(state.entries.insert(entry.step_id, (**entry).clone())),
        Change::Remove(step) => drop(state.entries.remove(step)),
    }
    Effect::Save(change)
}

fn forget_owed(state: &mut State, step: u32) {
    state.owed.retain(|owed| step_of(owed) != step);
}

fn step_of(change: &Change) -> u32 {
    match change {
        Change::Put(entry) => entry.step_id,
        Change::Remove(step) => *step,
    }
}

fn progress(state: &State) -> Effect {
    Effect::Progress {
        annotated: state.annotated(),
        skipped: state.skipped(),
    }
}
