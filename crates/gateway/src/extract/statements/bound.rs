//! What means something only in its talk, or only for the hour.

use super::kind::STATES;
use super::sentence::Sentence;
use crate::extract::phrases::{
    LEFT_OPEN, OF_THE_HOUR, ON_DAYS, ORDINALS, POINTED, POINTED_TO, POINTERS, TROUBLES,
};

/// Longer sentences say themselves what "it" is.
const SHORT: usize = 6;

// === impl Sentence ===

impl Sentence {
    /// Whether nobody understands it who did not hear what was said before; or the day after.
    pub(super) fn is_bound(&self) -> bool {
        self.says(OF_THE_HOUR) || self.chooses() || self.is_left_open() || self.is_trouble()
    }

    /// "The second option", "your idea", "option B", "the latter".
    fn chooses(&self) -> bool {
        let words = self.words();
        let named = |word: &str| word.len() == 1 || word.bytes().all(|b| b.is_ascii_digit());
        let counted = words.windows(2).any(|two| {
            let (one, thing) = (two[0], two[1]);
            let pointed = POINTED.contains(thing) || POINTED_TO.contains(thing);
            POINTERS.contains(one) && pointed
                || ORDINALS.contains(one) && POINTED.contains(thing)
                || one == "option" && named(thing)
        });
        counted || words.contains(&"latter") || ends_counting(&words)
    }

    /// "We decided to drop it."
    fn is_left_open(&self) -> bool {
        let words = self.words();
        let open = words.last().is_some_and(|word| LEFT_OPEN.contains(word));
        open && words.len() <= SHORT
    }

    /// "Our problem is the weather."
    fn is_trouble(&self) -> bool {
        let words = self.words();
        let states = words.iter().position(|word| STATES.contains(word));
        let thing = states.and_then(|at| words.get(at.checked_sub(1)?));
        let own = words
            .first()
            .is_some_and(|word| ["our", "my", "unser"].contains(word));
        own && thing.is_some_and(|thing| TROUBLES.contains(thing))
    }
}

/// "I prefer the second.", "I love the idea."; "on the first" is a day.
fn ends_counting(words: &[&str]) -> bool {
    let [.., before, "the", last] = words else {
        return false;
    };
    POINTED.contains(last) || ORDINALS.contains(last) && !ON_DAYS.contains(before)
}
