//! What comes from the terminal.
//!
//! We read it ourselves. A reader that waits for edges forgets what is left of a long burst, and
//! one that does not look for the end of its input reads it for ever when the window is closed.

pub mod parse;

use std::io;
use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use parse::Parser;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(KeyEvent),
    /// Several letters at once: pasted key by key, or typed faster than drawn.
    Typed(String),
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
/// An escape with nothing behind it for so long is the key of that name.
const ESCAPE: Duration = Duration::from_millis(30);

#[derive(Default)]
pub struct Inputs {
    parser: Parser,
    size: Option<(u16, u16)>,
}

enum Keyboard {
    Quiet,
    Ready,
    Gone,
}

// === impl Inputs ===

impl Inputs {
    /// Waits for something, not longer than told, and takes what is there.
    pub fn read(&mut self, wait: Duration) -> io::Result<Vec<Input>> {
        let mut inputs = Vec::new();
        let mut wait = wait;
        while inputs.len() < BATCH {
            let wait = std::mem::replace(&mut wait, Duration::ZERO);
            match keyboard(if self.parser.is_waiting() {
                ESCAPE
            } else {
                wait
            })? {
                Keyboard::Gone => {
                    inputs.push(Input::Gone);
                    break;
                }
                Keyboard::Quiet => {
                    inputs.extend(self.parser.give_up());
                    break;
                }
                Keyboard::Ready => inputs.extend(self.parser.feed(&bytes()?)),
            }
        }
        inputs.extend(self.resized()?);
        Ok(together(inputs))
    }

    fn resized(&mut self) -> io::Result<Option<Input>> {
        let size = crossterm::terminal::size()?;
        let before = self.size.replace(size);
        Ok((before != Some(size)).then_some(Input::Resize(size.0, size.1)))
    }
}

/// Letters that follow each other become one input: a text is laid out once, not once a letter.
fn together(inputs: Vec<Input>) -> Vec<Input> {
    let mut taken: Vec<Input> = Vec::with_capacity(inputs.len());
    for input in inputs {
        match (letter(&input), taken.last_mut()) {
            (Some(next), Some(Input::Typed(text))) => text.push(next),
            (Some(next), Some(last)) if letter(last).is_some() => {
                let first = letter(last).into_iter();
                *last = Input::Typed(first.chain([next]).collect());
            }
            _ => taken.push(input),
        }
    }
    taken
}

fn letter(input: &Input) -> Option<char> {
    match input {
        Input::Key(key) if key.modifiers.is_empty() => key.code.as_char(),
        _ => None,
    }
}

fn keyboard(wait: Duration) -> io::Result<Keyboard> {
    let stdin = io::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    let wait = Timespec::try_from(wait).map_err(io::Error::other)?;
    match poll(&mut fds, Some(&wait)) {
        // A signal: we may be told to end.
        Ok(0) | Err(rustix::io::Errno::INTR) => Ok(Keyboard::Quiet),
        Err(cause) => Err(cause.into()),
        Ok(_) => {
            let over = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            match fds[0].revents().intersects(over) {
                true => Ok(Keyboard::Gone),
                false => Ok(Keyboard::Ready),
            }
        }
    }
}

/// Past the standard library's buffer, which would hide what it holds from the wait above.
fn bytes() -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; 4096];
    let count = rustix::io::read(io::stdin(), &mut bytes)?;
    bytes.truncate(count);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_follow_each_other_are_taken_together() {
        let inputs = Parser::default().feed(b"abc\rd\x0eef");
        let taken = together(inputs);
        let texts: Vec<Option<&str>> = taken
            .iter()
            .map(|input| match input {
                Input::Typed(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(texts, [Some("abc"), None, None, None, Some("ef")]);
        assert_eq!(
            taken[2],
            Input::Key(crossterm::event::KeyCode::Char('d').into())
        );
    }
}
