//! The annotation screen without a terminal: keys in, state, effects and cells out.

mod keys;
mod overlays;
mod panes;
mod saving;

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use mneme_model::archive::{Entry, Metadata, SkippedFetch, Source, Step, Suspect};
use mneme_reasoning::entries::StepState;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::state::State;
use super::update::{Effect, Event, update};
use super::view::view;
use crate::files::{Change, Found};
use crate::look::Look;

const FULL: Look = Look {
    utf8: true,
    emoji: true,
    colour: true,
};
const PLAIN: Look = Look {
    utf8: false,
    emoji: false,
    colour: false,
};

/// A screen with its clock, which moves only when told to.
struct Desk {
    state: State,
    now_ms: i64,
}

impl Desk {
    fn new(steps: u32) -> Self {
        Self::with(steps, &[])
    }

    fn with(steps: u32, entries: &[Entry]) -> Self {
        Self::found(found(steps, entries))
    }

    fn found(found: Found) -> Self {
        Self {
            state: State::new(found, FULL),
            now_ms: 1_000_000,
        }
    }

    fn send(&mut self, event: Event) -> Vec<Effect> {
        update(&mut self.state, event, self.now_ms)
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        self.send(Event::Key(code.into()))
    }

    fn letter(&mut self, letter: char) -> Vec<Effect> {
        self.press(KeyCode::Char(letter))
    }

    fn ctrl(&mut self, letter: char) -> Vec<Effect> {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        self.send(Event::Key(key))
    }

    fn write(&mut self, text: &str) {
        self.letter('e');
        for letter in text.chars() {
            self.letter(letter);
        }
    }

    fn wait(&mut self, ms: i64) -> Vec<Effect> {
        self.now_ms += ms;
        self.send(Event::Tick)
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> Vec<Effect> {
        self.send(Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }))
    }

    fn marks(&self) -> Vec<StepState> {
        (0..self.state.steps.len())
            .map(|at| self.state.mark(at))
            .collect()
    }

    fn screen(&self) -> String {
        screen_of(&self.state, 140, 45)
    }
}

const LEFT: MouseButton = MouseButton::Left;

fn screen_of(state: &State, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view(state, frame)).unwrap();
    terminal.backend().to_string()
}

fn found(steps: u32, entries: &[Entry]) -> Found {
    let record = Metadata {
        memory_name: "File the report".to_owned(),
        session_id: "0197c2d4-5e6f-7a8b".to_owned(),
        steps: (1..=steps).map(step).collect(),
        skipped_image_fetches: ["command failed", "after fetch failed"]
            .map(|reason| SkippedFetch {
                step_id: 2,
                reason: reason.to_owned(),
            })
            .into(),
        ..Metadata::default()
    };
    let entries = entries.iter().map(|e| (e.step_id, e.clone()));
    Found {
        record,
        entries: entries.collect::<BTreeMap<_, _>>(),
        damaged: 0,
    }
}

fn step(step_id: u32) -> Step {
    let path = |side| format!("vision/frames/step_{step_id:04}_{side}.png");
    Step {
        step_id,
        action_type: "mouse".to_owned(),
        action_subtype: "click".to_owned(),
        image_path: (step_id != 2).then(|| path("at")),
        before_image_path: Some(path("before")),
        marked: true,
        raw_command: format!("left click {step_id}"),
        converted_command: format!("Left click at ({step_id}, {step_id})"),
        record_suspect: (step_id == 3).then(|| Suspect {
            check: "length".to_owned(),
            note: "it ends early".to_owned(),
        }),
        success: true,
        ..Step::default()
    }
}

fn entry(step_id: u32, reasoning: &str) -> Entry {
    Entry {
        step_id,
        reasoning: reasoning.to_owned(),
        ..Entry::default()
    }
}

/// The entry a list of effects saves.
fn saved(effects: &[Effect]) -> &Entry {
    let entry = effects.iter().find_map(|effect| match effect {
        Effect::Save(Change::Put(entry)) => Some(entry.as_ref()),
        _ => None,
    });
    entry.expect("nothing is saved")
}

fn degraded(step_id: u32) -> Entry {
    Entry {
        source: Source::ModelDegraded,
        ..entry(step_id, "")
    }
}
