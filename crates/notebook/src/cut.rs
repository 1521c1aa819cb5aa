//! Texts made short.

/// At most so many characters; what was cut ends with an ellipsis.
pub fn ellipsis(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept = whole(text, most.saturating_sub(1));
    format!("{}…", kept.trim_end())
}

/// At most so many characters, nothing said about the rest.
pub fn head(text: &str, most: usize) -> String {
    whole(text, most).to_owned()
}

/// At most so many characters, and none of them half: a family, a flag and an accent are several
/// that are seen as one. Where a text is nothing else, it is cut all the same.
fn whole(text: &str, most: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text;
    };
    let mut at = end;
    while is_within(&text[..at], &text[at..]) {
        at = text[..at]
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at);
    }
    match at {
        0 => &text[..end],
        _ => &text[..at],
    }
}

const JOINER: char = '\u{200d}';

/// Whether what is seen as one character stands on both sides.
fn is_within(before: &str, behind: &str) -> bool {
    let (Some(last), Some(next)) = (before.chars().next_back(), behind.chars().next()) else {
        return false;
    };
    let flags = before.chars().rev().take_while(|c| is_flag(*c)).count();
    last == JOINER || is_added(next) || (is_flag(next) && flags % 2 == 1)
}

/// Two of them are a flag.
fn is_flag(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Joiners, accents, the colour of a skin or a sign, and what else belongs to the one before.
fn is_added(c: char) -> bool {
    matches!(
        c,
        JOINER
            | '\u{300}'..='\u{36f}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{e0020}'..='\u{e007f}'
    )
}

/// One line: runs of white space become a space.
pub fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_says_so_and_is_never_too_long() {
        assert_eq!(ellipsis("short", 5), "short");
        assert_eq!(ellipsis("longer words", 7), "longer…");
        assert_eq!(ellipsis("ααααα", 3), "αα…");
        assert_eq!(head("ααααα", 3), "ααα");
        assert_eq!(collapsed(" a\n\t b  "), "a b");
    }

    #[test]
    fn what_is_seen_as_one_character_is_not_cut() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        let flags = "\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}";
        for most in 2..7 {
            assert_eq!(head(&format!("a {family}"), most), "a ", "{most}");
        }
        assert_eq!(head(&format!("a {family}"), 7), format!("a {family}"));
        assert_eq!(head(flags, 3), &flags[..8], "the first flag is whole");
        assert_eq!(head("re\u{301}sume\u{301}", 2), "r");
        assert_eq!(ellipsis("ok \u{1f44d}\u{1f3fd} then", 5), "ok…");
        assert_eq!(head(family, 3).chars().count(), 3, "there is nothing else");
    }
}
