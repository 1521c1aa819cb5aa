use crossterm::event::{MouseButton, MouseEventKind};

use super::*;

fn read(bytes: &str) -> Vec<Input> {
    Parser::default().feed(bytes.as_bytes())
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Key(KeyEvent::new(code, modifiers))
}

#[test]
fn letters_and_control_letters() {
    let expected = [
        plain(KeyCode::Char('a')),
        plain(KeyCode::Char('ß')),
        plain(KeyCode::Char('日')),
    ];
    assert_eq!(read("aß日"), expected);
    assert_eq!(read("\x0e\x11"), [ctrl('n'), ctrl('q')]);
    let named = [KeyCode::Enter, KeyCode::Tab, KeyCode::Backspace].map(plain);
    assert_eq!(read("\r\t\x7f"), named);
}

#[test]
fn keys_with_names_in_every_spelling() {
    for (bytes, code) in [
        ("\x1b[A", KeyCode::Up),
        ("\x1bOB", KeyCode::Down),
        ("\x1b[H", KeyCode::Home),
        ("\x1b[4~", KeyCode::End),
        ("\x1b[5~", KeyCode::PageUp),
        ("\x1b[6~", KeyCode::PageDown),
        ("\x1b[3~", KeyCode::Delete),
        ("\x1b[Z", KeyCode::BackTab),
        ("\x1bOP", KeyCode::F(1)),
        ("\x1b[11~", KeyCode::F(1)),
        ("\x1b[27u", KeyCode::Esc),
    ] {
        assert_eq!(read(bytes), [plain(code)], "{bytes:?}");
    }
}

#[test]
fn modifiers_are_read() {
    let jump = key(
        KeyCode::Char('e'),
        KeyModifiers::CONTROL | KeyModifiers::SHIFT,
    );
    for spelling in ["\x1b[101;6u", "\x1b[101:69;6:1u"] {
        assert_eq!(read(spelling).first(), Some(&jump));
    }
    assert_eq!(read("\x1b[101;6:3u"), [], "released");
    assert_eq!(
        read("\x1b[1;2C"),
        [key(KeyCode::Right, KeyModifiers::SHIFT)]
    );
    assert_eq!(read("\x1b+"), [key(KeyCode::Char('+'), KeyModifiers::ALT)]);
}

#[test]
fn an_escape_is_the_key_when_nothing_follows() {
    let mut parser = Parser::default();
    assert_eq!(parser.feed(b"\x1b"), []);
    assert!(parser.is_waiting());
    assert_eq!(parser.give_up(), Some(plain(KeyCode::Esc)));
    assert_eq!(parser.give_up(), None);
    assert_eq!(
        read("\x1b\x1b[A"),
        [plain(KeyCode::Esc), plain(KeyCode::Up)]
    );
}

#[test]
fn a_sequence_torn_apart_is_put_together() {
    let whole = "a\x1b[1;2C日\x1b[200~two\nlines\x1b[201~\x1b[<0;3;4M\x1b_Gi=31;OK\x1b\\";
    let expected = read(whole);
    assert_eq!(expected.len(), 6);
    for at in 0..whole.len() {
        let mut parser = Parser::default();
        let mut inputs = parser.feed(&whole.as_bytes()[..at]);
        inputs.extend(parser.feed(&whole.as_bytes()[at..]));
        assert_eq!(inputs, expected, "torn at {at}");
    }
}

#[test]
fn a_pasted_text_is_one_input_and_no_keys() {
    let pasted = Input::Paste("\x0e \x1b[A".to_owned());
    assert_eq!(
        read("\x1b[200~\x0e \x1b[A\x1b[201~x"),
        [pasted, plain(KeyCode::Char('x'))]
    );
}

#[test]
fn the_mouse_goes_down_is_dragged_goes_up_and_scrolls() {
    let kinds: Vec<MouseEventKind> =
        read("\x1b[<0;3;4M\x1b[<32;5;4M\x1b[<0;5;4m\x1b[<64;1;1M\x1b[<65;1;1M")
            .into_iter()
            .filter_map(|input| match input {
                Input::Mouse(mouse) => Some(mouse.kind),
                _ => None,
            })
            .collect();
    let left = MouseButton::Left;
    let expected = [
        MouseEventKind::Down(left),
        MouseEventKind::Drag(left),
        MouseEventKind::Up(left),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(read("\x1b[<35;9;9M"), [], "moved without a button");
}

#[test]
fn a_126_a_terminal_that_answers_yes_has_pixels_and_no_answer_is_typed() {
    assert_eq!(
        read("\x1b_Gi=31;OK\x1b\\j"),
        [Input::Pixels, plain(KeyCode::Char('j'))]
    );
    assert_eq!(read("\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\"), []);
    assert_eq!(read("\x1b[?62;4c\x1b[6;20;10t\x1b[24;80R\x1b[I"), []);
}

#[test]
fn no_bytes_make_it_stop() {
    let mut parser = Parser::default();
    for length in 1..4 {
        for seed in 0..=255_u8 {
            let bytes: Vec<u8> = (0..length)
                .map(|n| seed.wrapping_mul(31).wrapping_add(n))
                .collect();
            parser.feed(&[b"\x1b[", bytes.as_slice()].concat());
            parser.feed(&bytes);
        }
    }
    parser.feed(&[b'0'; 2 * LONGEST]);
    parser.feed(b"\x1b[201~\x1b\\");
    assert_eq!(parser.feed(b"k").last(), Some(&plain(KeyCode::Char('k'))));
}
