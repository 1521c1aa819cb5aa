//! Room for words, in bytes: a model's own tokens differ, and the published rule is four bytes.

pub const BYTES: usize = 4;

/// What is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    left: usize,
}

// === impl Room ===

impl Room {
    /// What a block itself takes is set aside.
    pub fn of(tokens: usize) -> Self {
        let bytes = tokens.saturating_mul(BYTES);
        Self {
            left: bytes.saturating_sub(super::render::FRAME),
        }
    }

    /// Takes room for a text if there is enough.
    pub fn take(&mut self, text: &str) -> bool {
        match self.left.checked_sub(text.len()) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_that_is_not_there() {
        let mut room = Room::of(10);
        let all = 10 * BYTES - super::super::render::FRAME;
        assert!(!room.take(&"x".repeat(all + 1)));
        assert!(room.take(&"x".repeat(all)) && !room.take("x") && room.take(""));
        assert!(!Room::of(0).take("x"));
    }
}
