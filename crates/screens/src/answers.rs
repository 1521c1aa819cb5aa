//! The terminal's answer to "can you draw pictures?", which arrives among the keys.
//!
//! Asking is writing a question; nobody waits. An answer that never comes costs nothing, one that
//! comes late still counts, and keys typed meanwhile stay keys.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Kitty's question: would you take this one pixel?
pub const QUESTION: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

/// Longer than any answer; whatever is longer was typed.
const LONGEST: usize = 80;

#[derive(Default)]
pub struct Answers {
    held: Vec<KeyEvent>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    Keys(Vec<KeyEvent>),
    /// The terminal answered, and said yes.
    Pixels,
    Nothing,
}

// === impl Answers ===

impl Answers {
    /// Takes one key as the terminal library read it: an answer begins as Alt and an underscore.
    pub fn hear(&mut self, key: KeyEvent) -> Heard {
        if self.held.is_empty() && !is_alt(key, '_') {
            return Heard::Keys(vec![key]);
        }
        self.held.push(key);
        let ended = self.held.len() > 1 && is_alt(key, '\\');
        match (ended, self.may_be_answer()) {
            (_, false) => Heard::Keys(std::mem::take(&mut self.held)),
            (false, true) => Heard::Nothing,
            (true, true) => self.read(),
        }
    }

    fn may_be_answer(&self) -> bool {
        let second = self.held.get(1).map(|key| key.code);
        self.held.len() <= LONGEST && second.is_none_or(|code| code == KeyCode::Char('G'))
    }

    fn read(&mut self) -> Heard {
        let held = std::mem::take(&mut self.held);
        let text: String = held.iter().filter_map(|key| key.code.as_char()).collect();
        match text.contains(";OK") {
            true => Heard::Pixels,
            false => Heard::Nothing,
        }
    }
}

fn is_alt(key: KeyEvent, character: char) -> bool {
    key.code == KeyCode::Char(character) && key.modifiers.contains(KeyModifiers::ALT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alt(character: char) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(character), KeyModifiers::ALT)
    }

    fn plain(character: char) -> KeyEvent {
        KeyEvent::from(KeyCode::Char(character))
    }

    fn hear(answers: &mut Answers, text: &str) -> Vec<Heard> {
        text.chars().map(|c| answers.hear(plain(c))).collect()
    }

    #[test]
    fn a_126_a_terminal_that_says_yes_gets_pixels() {
        let mut answers = Answers::default();
        assert_eq!(answers.hear(alt('_')), Heard::Nothing);
        assert!(
            hear(&mut answers, "Gi=31;OK")
                .iter()
                .all(|h| *h == Heard::Nothing)
        );
        assert_eq!(answers.hear(alt('\\')), Heard::Pixels);
        assert_eq!(answers.hear(plain('j')), Heard::Keys(vec![plain('j')]));
    }

    #[test]
    fn a_terminal_that_says_no_types_nothing() {
        let mut answers = Answers::default();
        answers.hear(alt('_'));
        hear(&mut answers, "Gi=31;ENOTSUPPORTED");
        assert_eq!(answers.hear(alt('\\')), Heard::Nothing);
    }

    #[test]
    fn no_key_is_eaten() {
        let mut answers = Answers::default();
        answers.hear(alt('_'));
        assert_eq!(
            answers.hear(plain('x')),
            Heard::Keys(vec![alt('_'), plain('x')])
        );
        answers.hear(alt('_'));
        let long = hear(&mut answers, &format!("G{}", "a".repeat(LONGEST)));
        assert!(
            long.iter()
                .any(|h| matches!(h, Heard::Keys(keys) if keys.len() > LONGEST))
        );
    }
}
