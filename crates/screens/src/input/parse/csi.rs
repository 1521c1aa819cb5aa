//! Control sequences: keys with names, the mouse, pasted text.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{Found, LONGEST};
use crate::input::Input;

const PASTED: &[u8] = b"200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// `bytes` begin behind the introducer.
pub fn sequence(bytes: &[u8]) -> Found {
    if bytes.starts_with(PASTED) {
        return pasted(&bytes[PASTED.len()..]);
    }
    // The Linux console has a bracket of its own before a letter.
    let skip = usize::from(bytes.first() == Some(&b'['));
    let last = bytes
        .iter()
        .skip(skip)
        .position(|byte| (0x40..=0x7e).contains(byte));
    match last {
        Some(at) => Found::Whole(
            skip + at + 1,
            meaning(&bytes[..skip + at], bytes[skip + at]),
        ),
        None if bytes.len() > LONGEST => Found::Whole(bytes.len(), None),
        None => Found::Part,
    }
}

/// Keys that are a letter behind the introducer.
pub fn lettered(letter: u8, modifiers: KeyModifiers) -> Option<Input> {
    let code = match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'Z' => KeyCode::BackTab,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    };
    Some(Input::Key(KeyEvent::new(code, modifiers)))
}

fn pasted(bytes: &[u8]) -> Found {
    let end = bytes
        .windows(PASTE_END.len())
        .position(|part| part == PASTE_END);
    end.map_or(Found::Part, |end| {
        let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let length = PASTED.len() + end + PASTE_END.len();
        Found::Whole(length, Some(Input::Paste(text)))
    })
}

fn meaning(parameters: &[u8], last: u8) -> Option<Input> {
    let text = std::str::from_utf8(parameters).ok()?;
    if let Some(mouse) = text.strip_prefix('<') {
        return pointed(mouse, last);
    }
    // Each field may carry more after a colon; only the first number of it matters here.
    let mut fields = text.split(';');
    let first: Option<u32> = fields.next().and_then(number);
    let second = fields.next();
    let modifiers = modifiers(second.and_then(number).unwrap_or(1));
    let released = second.is_some_and(|field| field.ends_with(":3"));
    match (last, first) {
        _ if released => None,
        (b'~', Some(code)) => numbered(code, modifiers),
        (b'u', Some(code)) => encoded(code, modifiers),
        // With other numbers it says where the cursor is.
        (b'R', first) if first != Some(1) => None,
        (letter, _) => lettered(letter, modifiers),
    }
}

fn number(field: &str) -> Option<u32> {
    field.split(':').next()?.parse().ok()
}

fn modifiers(number: u32) -> KeyModifiers {
    let bits = number.saturating_sub(1);
    let all = [
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL,
    ];
    let held = (0..).zip(all).filter(|(at, _)| bits & (1 << at) != 0);
    held.fold(KeyModifiers::NONE, |sum, (_, modifier)| sum | modifier)
}

fn numbered(code: u32, modifiers: KeyModifiers) -> Option<Input> {
    let code = match code {
        1 | 7 => KeyCode::Home,
        4 | 8 => KeyCode::End,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(u8::try_from(code - 10).ok()?),
        _ => return None,
    };
    Some(Input::Key(KeyEvent::new(code, modifiers)))
}

/// Keys by the number of their letter, as terminals send them that tell more of them apart.
fn encoded(code: u32, modifiers: KeyModifiers) -> Option<Input> {
    let shift = modifiers.contains(KeyModifiers::SHIFT);
    let code = match code {
        9 if shift => KeyCode::BackTab,
        9 => KeyCode::Tab,
        13 => KeyCode::Enter,
        27 => KeyCode::Esc,
        127 => KeyCode::Backspace,
        // Modifier and media keys of their own.
        57344..=63743 => return None,
        letter => KeyCode::Char(char::from_u32(letter)?),
    };
    Some(Input::Key(KeyEvent::new(code, modifiers)))
}

fn pointed(text: &str, last: u8) -> Option<Input> {
    let mut numbers = text.split(';').map(|field| field.parse::<u16>().ok());
    let (what, column, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let button = match what & 3 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let (wheel, moving) = (what & 64 != 0, what & 32 != 0);
    let kind = match (wheel, moving, last) {
        (true, _, _) if what & 3 == 0 => MouseEventKind::ScrollUp,
        (true, _, _) if what & 3 == 1 => MouseEventKind::ScrollDown,
        (true, _, _) => return None,
        (_, true, _) => MouseEventKind::Drag(button?),
        (_, _, b'm') => MouseEventKind::Up(button?),
        _ => MouseEventKind::Down(button?),
    };
    Some(Input::Mouse(MouseEvent {
        kind,
        column: column.saturating_sub(1),
        row: row.saturating_sub(1),
        modifiers: KeyModifiers::NONE,
    }))
}
