//! What must not leave this machine: secrets, by their shape, their name or their looks. What is
//! still near one goes with its whole line.

/// Words that a secret stands beside.
const NEAR: [(&str, &str); 8] = [
    ("api key", "api key"),
    ("api_key", "api key"),
    ("apikey", "api key"),
    ("secret", "secret"),
    ("token", "token"),
    ("password", "password"),
    ("passwd", "password"),
    ("credential", "credential"),
];
const BEGINS: [&str; 4] = ["sk-", "ek_", "sk_", "ek-"];
/// Shorter ones are words.
const LEAST: usize = 6;
/// From here on letters and digits in no order are nobody's word.
const OPAQUE: usize = 24;
/// Bits a character: words of a language have fewer.
const ENTROPY: f64 = 4.0;

/// A text without secrets.
pub fn covered(text: &str) -> String {
    let text = mneme_redact::text(text);
    let lines = text.lines().map(|line| match contained(line) {
        Some(what) => format!("[REDACTED: contains {what}]"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What a line holds that it must not.
fn contained(line: &str) -> Option<&'static str> {
    let mut words = line.split(|c: char| c.is_whitespace() || "\"'`,;()<>[]{}=".contains(c));
    if words.clone().any(is_key) {
        return Some("api key");
    }
    if words.any(is_opaque) {
        return Some("secret");
    }
    let lower = line.to_lowercase();
    let named = NEAR.iter().find(|(word, _)| follows(&lower, word));
    named.map(|(_, what)| *what)
}

fn is_key(word: &str) -> bool {
    let rest = BEGINS.iter().find_map(|begin| word.strip_prefix(begin));
    rest.is_some_and(|rest| {
        let made = rest
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.".contains(c));
        made && rest.len() >= LEAST
    })
}

/// Whether a value stands right behind a word: `password: x`, `token = x`, `secret is x`.
fn follows(lower: &str, word: &str) -> bool {
    lower.match_indices(word).any(|(at, _)| {
        let rest = lower[at + word.len()..].trim_start_matches(['s', '"', '\'', '`', ' ']);
        let value = ["is ", "was ", ":", "="]
            .iter()
            .find_map(|by| rest.strip_prefix(by));
        let value = value.map(|value| value.trim_start_matches([' ', '"', '\'', '`', '=']));
        let first = value.and_then(|value| value.split_whitespace().next());
        first.is_some_and(looks_made_up)
    })
}

/// With a digit or a sign in it, or long: not the next word of a sentence.
fn looks_made_up(value: &str) -> bool {
    let covered = value.starts_with("[redacted");
    let odd = value
        .chars()
        .any(|c| c.is_ascii_digit() || "!@#$%^&*_+".contains(c));
    !covered && value.len() >= LEAST && (odd || value.len() >= OPAQUE)
}

fn is_opaque(word: &str) -> bool {
    let kinds = [
        word.bytes().any(|b| b.is_ascii_lowercase()),
        word.bytes().any(|b| b.is_ascii_uppercase()),
        word.bytes().any(|b| b.is_ascii_digit()),
    ];
    let plain = word
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"-_+/".contains(&b));
    let path = word.matches('/').count() > 1;
    word.len() >= OPAQUE && plain && !path && kinds.iter().all(|is| *is) && entropy(word) >= ENTROPY
}

/// How little one knows about the next character.
fn entropy(word: &str) -> f64 {
    let mut counts = [0_u32; 256];
    word.bytes().for_each(|b| counts[usize::from(b)] += 1);
    let all = word.len() as f64;
    let shares = counts
        .iter()
        .filter(|n| **n > 0)
        .map(|n| f64::from(*n) / all);
    -shares.map(|share| share * share.log2()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn g_210_secrets_are_covered_before_anybody_elsewhere_reads_them() {
        for secret in [
            "sk-test-1234567",
            "ek_live99881",
            "hunter2!",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "AKIAIOSFODNN7EXAMPLE",
            "q7Zr2LxT9vWm4KpN8sBd3FgH",
        ] {
            for text in [
                format!("the password is {secret}"),
                format!("first\nAPI_KEY={secret}\nlast"),
                format!("api key: {secret}"),
            ] {
                let told = covered(&text);
                assert!(!told.contains(secret), "{secret}: {told}");
            }
        }
        let bare = covered("use q7Zr2LxT9vWm4KpN8sBd3FgH there\nand this stays");
        assert_eq!(bare, "[REDACTED: contains secret]\nand this stays");
        let url = covered("postgres://ann:hunter2secret@db/shop");
        assert!(!url.contains("hunter2secret"), "{url}");
    }

    #[test]
    fn g_210_sentences_about_secrets_stay() {
        for text in [
            "Tokens expire after 15 minutes.",
            "The password policy is strict.",
            "Commit 4f2a9c1b7d3e5f60718293a4b5c6d7e8f9012345 broke it.",
            "See crates/gateway/src/extract/cover.rs for the secret handling.",
            "The id is 0198c5a2-7b3e-7c11-9f00-3a5b6c7d8e9f.",
        ] {
            assert_eq!(covered(text), text);
        }
    }

    proptest! {
        #[test]
        fn covering_twice_changes_nothing(text in "\\PC{0,200}") {
            let once = covered(&text);
            prop_assert_eq!(covered(&once), once);
        }
    }
}
