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
    /// The terminal was closed: nothing will come from it any more.
    Gone,
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
        if is_gone(Duration::ZERO)? || (!event::poll(Duration::ZERO)? && is_gone(wait)?) {
            return Ok(vec![Input::Gone]);
        }
        while inputs.len() < BATCH && event::poll(Duration::ZERO)? {
            self.take(event::read()?, &mut inputs);
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

/// Waits for the keyboard, not longer than told, and says whether it was closed. The library that
/// reads it cannot tell: it would read the end of it for ever.
#[cfg(unix)]
fn is_gone(wait: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut keyboard = [PollFd::new(&stdin, PollFlags::IN)];
    let wait = Timespec::try_from(wait).map_err(io::Error::other)?;
    match poll(&mut keyboard, Some(&wait)) {
        // A signal: the window may have another size, or we are told to end.
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(cause) => Err(cause.into()),
        Ok(_) => {
            let over = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            Ok(keyboard[0].revents().intersects(over))
        }
    }
}

#[cfg(not(unix))]
fn is_gone(wait: Duration) -> io::Result<bool> {
    event::poll(wait).map(|_| false)
}
