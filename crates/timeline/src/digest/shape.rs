//! What a word looks like: identifiers, names, numbers.

use std::ops::Range;

use super::words::Shape;

const QUOTES: &[char] = &[
    '"', '\'', '`', '’', '“', '”', '(', ')', '[', ']', '{', '}', '<', '>', ',', ';', '!', '?', '*',
    ':', '。', '、', '「', '」',
];

/// Where in a piece without spaces an identifier stands, if the piece is one.
pub fn identifier(piece: &str) -> Option<Range<usize>> {
    let front = piece.trim_start_matches(QUOTES);
    let called = front.contains("()") || (piece.starts_with('`') && front.contains('`'));
    let bare = front
        .trim_end_matches(QUOTES)
        .trim_end_matches(['.', '…'])
        .trim_end_matches(QUOTES);
    let bare = bare.split("()").next().unwrap_or(bare);
    let bare = bare.split(['`', '，', '。', '、']).next().unwrap_or(bare);
    let start = piece.len() - front.len();
    let letters = bare.chars().filter(|c| c.is_ascii_alphanumeric()).count();
    let clean = bare
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"_./:-#@+~=%$&".contains(&b));
    let plain = clean && letters >= 2 && bare.len() <= 80;
    let whole = called && !bare.contains(['(', '=', ',']);
    (plain && (whole || is_identifier(bare))).then_some(start..start + bare.len())
}

/// The form of an ordinary word.
pub fn of(word: &str) -> Shape {
    if word.is_ascii() && (is_mixed(word) || is_camel(word)) {
        return Shape::Identifier;
    }
    let mut chars = word.chars();
    match chars.next() {
        Some(first) if first.is_numeric() => Shape::Number,
        Some(first) if first.is_uppercase() => {
            let rest = || chars.clone().filter(|c| c.is_alphabetic());
            match rest().count() > 0 && rest().all(char::is_uppercase) {
                true => Shape::Upper,
                false => Shape::Capital,
            }
        }
        _ => Shape::Plain,
    }
}

/// A word without the `'s` behind it or the `l'` before it.
pub fn bare(word: &str) -> &str {
    let word = ["'s", "’s"]
        .iter()
        .find_map(|s| word.strip_suffix(s))
        .unwrap_or(word);
    match word.split_once(['\'', '’']) {
        Some((before, after)) if is_article(before) && after.chars().count() >= 3 => after,
        _ => word,
    }
}

fn is_article(before: &str) -> bool {
    matches!(
        before,
        "l" | "d" | "j" | "n" | "s" | "c" | "m" | "t" | "qu" | "L" | "D" | "J" | "C"
    )
}

fn is_identifier(text: &str) -> bool {
    is_joined(text)
        || is_path(text)
        || is_file(text)
        || is_mixed(text)
        || is_camel(text)
        || is_ticket(text)
}

/// `a_b`, `a::b`, `--flag`, `a.b()` was cut before.
fn is_joined(text: &str) -> bool {
    let inner = text.trim_matches('_');
    let flag = text
        .strip_prefix("--")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    flag || text.contains("::") || (inner.contains('_') && !text.contains(' '))
}

/// `/etc/hosts`, `src/main.rs`, `./run`; but not `and/or` or `10/12`.
fn is_path(text: &str) -> bool {
    let rooted = ["/", "./", "../", "~/"]
        .iter()
        .any(|root| text.starts_with(root));
    let deep = text.matches('/').count() > 1;
    let named = text.rsplit('/').next().is_some_and(is_file);
    let letters = text.bytes().any(|b| b.is_ascii_alphabetic());
    text.contains('/') && letters && (rooted || deep || named)
}

/// `main.rs`, `v1.2.3`, `tokio.toml`; but not `e.g` or `end.Next`.
fn is_file(text: &str) -> bool {
    let Some((name, ending)) = text.rsplit_once('.') else {
        return false;
    };
    let version = text.trim_start_matches('v');
    if version.matches('.').count() > 0 && version.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    {
        return text.starts_with('v') || version.matches('.').count() > 1;
    }
    let short = (1..=5).contains(&ending.len())
        && ending
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let letters = ending.bytes().any(|b| b.is_ascii_alphabetic());
    short && letters && name.len() > 1 && !name.ends_with('.')
}

/// `E0382`, `sha256`; but not `10am` or `2nd`.
fn is_mixed(text: &str) -> bool {
    let first = text.bytes().next().is_some_and(|b| b.is_ascii_alphabetic());
    first
        && text.bytes().all(|b| b.is_ascii_alphanumeric())
        && text.bytes().any(|b| b.is_ascii_digit())
}

/// `parseLine`, `GitHub`; but not `APIs`.
fn is_camel(text: &str) -> bool {
    let bytes = text.as_bytes();
    let inner = |w: &[u8]| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase();
    bytes.iter().all(u8::is_ascii_alphanumeric) && bytes.windows(2).any(inner)
}

/// `ABC-123`, `#42`.
fn is_ticket(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let dashed = text.split_once('-').is_some_and(|(project, number)| {
        project.len() > 1 && project.bytes().all(|b| b.is_ascii_uppercase()) && digits(number)
    });
    dashed || text.strip_prefix('#').is_some_and(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_told_from_words() {
        for text in [
            "snake_case",
            "a::b",
            "--release",
            "src/main.rs",
            "/etc/hosts",
            "main.rs",
            "v1.2.3",
            "E0382",
            "GitHub",
            "ABC-123",
            "#42",
            "read_all()",
            "`tokio`",
            "(lib.rs),",
            "~/notes",
            "sqlx::Pool",
        ] {
            assert!(identifier(text).is_some(), "{text}");
        }
        for text in [
            "and/or",
            "10am",
            "2nd",
            "e.g.",
            "word",
            "APIs",
            "3.5",
            "well-known",
            "end.Next",
            "`",
            "()",
            "日本",
        ] {
            assert!(identifier(text).is_none(), "{text}");
        }
    }

    #[test]
    fn small_additions_fall_off_a_word() {
        assert_eq!(bare("Caroline's"), "Caroline");
        assert_eq!(bare("l'utilisateur"), "utilisateur");
        assert_eq!(bare("don't"), "don't");
        assert_eq!(bare("O'Brien"), "O'Brien");
    }
}
