//! What may be shown, and how much of it.

/// Control characters, and marks that turn the direction of the text around them: they could
/// make a line look like something else.
pub fn is_unsafe(c: char) -> bool {
    let turns =
        matches!(u32::from(c), 0x202A..=0x202E | 0x2066..=0x2069 | 0xFEFF | 0xE0000..=0xE007F);
    turns || (c.is_control() && !c.is_whitespace())
}

/// White space runs become one space; what must not be shown goes.
pub fn shown(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let at = line.len();
        line.extend(word.chars().filter(|c| !is_unsafe(*c)));
        if line.len() > at && at > 0 {
            line.insert(at, ' ');
        }
    }
    line
}

/// Bytes of the longest beginning with no more than `max_chars`, ending with a whole word
/// where there are words. Nothing if all of it fits.
pub fn cut(text: &str, max_chars: usize) -> Option<usize> {
    let (end, _) = text.char_indices().nth(max_chars)?;
    let word = text[..end].rfind(char::is_whitespace).unwrap_or(0);
    // A text without spaces is cut where it stands, before a mark that belongs to its letter.
    let at = if word * 2 > end {
        word
    } else {
        whole(text, end)
    };
    Some(text[..at].trim_end().len())
}

/// Fit to be shown, with an ellipsis if it had to be cut.
pub fn shortened(text: &str, max_chars: usize) -> String {
    match cut(text, max_chars) {
        Some(end) => format!("{}…", shown(&text[..end])),
        None => shown(text),
    }
}

fn whole(text: &str, mut end: usize) -> usize {
    while end > 0 && text[end..].starts_with(is_joining) {
        end = text[..end]
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at);
    }
    end
}

/// Combining marks, variation selectors, skin tones and joiners: never the first of a piece.
pub fn is_joining(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x0591..=0x05BD | 0x064B..=0x065F | 0x0900..=0x0903
        | 0x093A..=0x094F | 0x0E31 | 0x0E34..=0x0E3A | 0x0E47..=0x0E4E | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF | 0x200C..=0x200D | 0x20D0..=0x20FF | 0x3099..=0x309A
        | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0x1F3FB..=0x1F3FF)
}

/// Scripts written without spaces: Thai, Lao, Khmer, kana, Han.
pub fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x0E00..=0x0EFF | 0x1780..=0x17FF) || is_kana(c) || is_han(c)
}

pub fn is_kana(c: char) -> bool {
    matches!(u32::from(c), 0x3041..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9F)
}

pub fn is_katakana(c: char) -> bool {
    matches!(u32::from(c), 0x30A1..=0x30FA | 0x30FC..=0x30FF | 0xFF66..=0xFF9F)
}

pub fn is_han(c: char) -> bool {
    matches!(u32::from(c), 0x3005 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3134F)
}

/// Scripts whose characters are syllables or words: kana, Han, Hangul.
pub fn is_dense(c: char) -> bool {
    is_kana(c) || is_han(c) || matches!(u32::from(c), 0xAC00..=0xD7A3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_and_shows_what_it_says() {
        assert_eq!(
            shown(" a\n\tb \u{1b}[31m \u{202e}c\u{0} \u{7} "),
            "a b [31m c"
        );
    }

    #[test]
    fn a_cut_keeps_words_and_letters_whole() {
        assert_eq!(cut("one two three", 9), Some(7));
        assert_eq!(cut("one two", 7), None);
        assert_eq!(cut("日本語日本語", 4), Some(12));
        assert_eq!(cut("ab\u{301}cd", 2), Some(1));
        assert_eq!(cut("\u{301}\u{301}\u{301}", 1), Some(0));
    }
}
