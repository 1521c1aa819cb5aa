//! The words a grip shows.

/// An excerpt has no more characters.
pub const MAX_CHARS: usize = 200;

/// Where an excerpt of `text[start..end]` begins and ends, and whether it had to be cut. Places
/// inside a character or outside the text are moved to the next one before them.
pub fn excerpt(text: &str, start: usize, end: usize) -> (usize, usize, bool) {
    let end = floor(text, end);
    let start = floor(text, start).min(end);
    let mut places = text[start..end].char_indices();
    match places.nth(MAX_CHARS) {
        Some((len, _)) => (start, start + len, true),
        None => (start, end, false),
    }
}

fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_two_hundred_characters_at_most() {
        let text = "日本語".repeat(100);
        let (start, end, cut) = excerpt(&text, 0, text.len());
        assert_eq!((start, text[..end].chars().count(), cut), (0, 200, true));
        assert_eq!(excerpt("short", 1, 4), (1, 4, false));
    }

    #[test]
    fn places_nobody_should_give_do_no_harm() {
        assert_eq!(excerpt("añb", 2, 99), (1, 4, false));
        assert_eq!(excerpt("abc", 9, 1), (1, 1, false));
        assert_eq!(excerpt("", 0, 0), (0, 0, false));
    }
}
