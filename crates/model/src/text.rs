//! What a text says, apart from how it was handed over.

use std::borrow::Cow;

/// The same words in the same lines: without white space around them and at the ends of lines, and
/// with one kind of line end. A text of nothing else stays as it is. Fingerprints on disk are made of
/// this; it must never change.
pub fn essence(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Cow::Borrowed(text);
    }
    let as_is = |line: &str| line.trim_end().len() == line.len();
    if !trimmed.contains('\r') && trimmed.split('\n').all(as_is) {
        return Cow::Borrowed(trimmed);
    }
    let lines = trimmed.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = lines.split('\n').map(str::trim_end).collect();
    Cow::Owned(lines.join("\n"))
}

/// Characters that show nothing, or show what follows in another order: a text could look like
/// another one. Joiners are letters of some scripts and may stay.
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_text_was_handed_over_is_no_part_of_it() {
        let one = "Two lines.\n  The second is indented.";
        for same in [
            one.to_owned(),
            format!("{one}\n"),
            format!(" \t{one}\r\n\r\n"),
            one.replace('\n', "\r\n"),
            one.replace('\n', "\r"),
            one.replace('\n', "  \n"),
        ] {
            assert_eq!(essence(&same), one, "{same:?}");
        }
        for other in [
            "Two lines.",
            "Two lines.\nThe second is indented.",
            "two lines.",
        ] {
            assert_ne!(essence(other), essence(one));
        }
        assert_eq!(
            essence(" \n"),
            " \n",
            "nothing is not the same as nothing else"
        );
        assert!(matches!(essence("as it is"), Cow::Borrowed(_)));
    }
}
