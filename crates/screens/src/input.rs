//! What comes from the terminal.

use std::io;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEvent, KeyEventKind, MouseEvent};

use crate::answers::{Answers, Heard};

pub enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Resize(u16, u16),
    Paste(String),
    /// The terminal can draw pixels.
    Pixels,
}

/// A key held down sends more than can be drawn: they are taken together, within reason.
const BATCH: usize = 200;

#[derive(Default)]
pub struct Inputs {
    answers: Answers,
}

// === impl Inputs ===

impl Inputs {
    /// Waits for something, not longer than told, and takes all that is there.
    pub fn read(&mut self, wait: Duration) -> io::Result<Vec<Input>> {
        let mut inputs = Vec::new();
        let mut wait = wait;
        while inputs.len() < BATCH && event::poll(wait)? {
            self.take(event::read()?, &mut inputs);
            wait = Duration::ZERO;
        }
        Ok(inputs)
    }

    fn take(&mut self, event: Event, inputs: &mut Vec<Input>) {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) => match self.answers.hear(key) {
                Heard::Keys(keys) => inputs.extend(keys.into_iter().map(Input::Key)),
                Heard::Pixels => inputs.push(Input::Pixels),
                Heard::Nothing => {}
            },
            Event::Mouse(mouse) => inputs.push(Input::Mouse(mouse)),
            Event::Resize(width, height) => inputs.push(Input::Resize(width, height)),
            Event::Paste(text) => inputs.push(Input::Paste(text)),
            Event::FocusGained | Event::FocusLost => {}
        }
    }
}
