//! Names for keys, so that a table of them can be read.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What was pressed, as far as a screen tells keys apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// A key of its own, with neither Ctrl nor Alt.
    Plain(KeyCode),
    /// A letter with Ctrl; some terminals cannot say whether Shift was held as well.
    Ctrl(char),
    Other,
}

pub fn pressed(key: KeyEvent) -> Pressed {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    match (key.code, ctrl, alt) {
        (KeyCode::Char(letter), true, false) => Pressed::Ctrl(letter.to_ascii_lowercase()),
        (code, false, false) => Pressed::Plain(code),
        _ => Pressed::Other,
    }
}
