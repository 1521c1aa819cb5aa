//! What happens to the screen, and what it wants done.

use crossterm::event::{KeyEvent, MouseEvent};

use super::run::Then;
use crate::News;
use crate::drag::Drag;
use crate::files::Change;
use crate::picture::{Outcome, Want};

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
    /// The recorder did not take something.
    Trouble(String),
    /// It has something to say.
    News(News),
    /// The recording is not there any more.
    Gone,
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
