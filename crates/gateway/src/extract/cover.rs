//! What must not leave this machine: secrets, by their shape, their name or their looks. What is
//! still near one goes with its line, but for sentences that are plainly no part of it.

mod beside;

use mneme_model::Secret;
use mneme_redact::SECRET;

use super::prompt::head;
use super::told;

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
/// A value is looked at no further.
const MOST: usize = 128;
/// A key of somebody's settings that is shorter may be a word of something else.
const LEAST_KNOWN: usize = 8;
/// From here on letters and digits in no order are nobody's word.
const OPAQUE: usize = 24;
/// Bits a character: words of a language have fewer.
const ENTROPY: f64 = 4.0;

/// A text without secrets.
fn covered(text: &str) -> String {
    by_line(&mneme_redact::text(text), contained)
}

/// A text that may be sent to a provider: also without keys that are known here, and without lines
/// that tell a secret, however plain it looks.
pub fn sendable(text: &str, known: &[Secret]) -> String {
    let shown = known.iter().filter(|key| key.0.len() >= LEAST_KNOWN);
    let text = shown.fold(text.to_owned(), |text, key| match text.contains(&key.0) {
        true => text.replace(&key.0, SECRET),
        false => text,
    });
    by_line(&covered(&text), told::contained)
}

/// A text that may be kept: without secrets, and without sentences that tell one, however plain it
/// looks. Nobody asked whether it should be.
pub fn keepable(text: &str) -> String {
    let text = mneme_redact::text(text);
    let told = |piece: &str| contained(piece).or_else(|| told::contained(piece));
    let pieces: Vec<&str> = sentences(&text).collect();
    let found = over_breaks(&pieces, told);
    let pieces = pieces.iter().zip(found).map(|(piece, what)| match what {
        Some(what) => format!("{}{}", mark(what), ending(piece)),
        None => (*piece).to_owned(),
    });
    pieces.collect()
}

/// Whether a text says a secret by its name; one that is known by its shape alone is covered where it is kept.
pub fn tells_secret(text: &str) -> bool {
    told::contained(&mneme_redact::text(text)).is_some()
}

type What = Option<&'static str>;

/// What each piece holds that it must not, also where a name stands on one line and what is told of it on
/// the next.
fn over_breaks(pieces: &[&str], told: impl Fn(&str) -> What) -> Vec<What> {
    let mut found: Vec<What> = pieces.iter().map(|piece| told(piece)).collect();
    let full: Vec<usize> = (0..pieces.len())
        .filter(|at| !pieces[*at].trim().is_empty())
        .collect();
    for two in full.windows(2) {
        let (one, next) = (pieces[two[0]].trim(), pieces[two[1]].trim());
        let parted = !one.ends_with(['.', '!', '?']) && !is_numbered(next);
        if found[two[0]].is_none() && parted && told::names(one) {
            let what = told(&format!("{one} {next}"));
            found[two[0]] = what;
            found[two[1]] = found[two[1]].or(what);
        }
    }
    found
}

/// "1. Open the settings".
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marked = [".", ")"].contains(&rest) || rest.starts_with(". ") || rest.starts_with(") ");
    rest.len() < line.len() && marked
}

/// Each with the space behind it.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut left = text;
    std::iter::from_fn(move || {
        let ends = ["\n", ". ", "! ", "? "].iter();
        let ends = ends.filter_map(|end| Some(left.find(end)? + end.len()));
        let (one, rest) = left.split_at(ends.min().unwrap_or(left.len()));
        left = rest;
        (!one.is_empty()).then_some(one)
    })
}

fn ending(piece: &str) -> &str {
    &piece[piece.trim_end().len()..]
}

fn by_line(text: &str, contained: impl Fn(&str) -> What) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let found = over_breaks(&lines, &contained);
    let mut before: What = None;
    let lines = lines.iter().zip(found).map(|(line, what)| {
        // What a name on the line before belongs to is nowhere in particular.
        let parted = before.is_none();
        if !line.trim().is_empty() {
            before = what;
        }
        match what {
            Some(what) if parted => beside::without(line, what, &contained),
            Some(what) => mark(what),
            None => (*line).to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn mark(what: &str) -> String {
    format!("[REDACTED: contains {what}]")
}

/// What a line holds that it must not.
fn contained(line: &str) -> Option<&'static str> {
    let mut words = pieces(line);
    if words.clone().any(is_key) {
        return Some("api key");
    }
    // Keys come in pairs: beside one that was covered a path may be the other.
    let beside = line.contains(SECRET);
    if words.any(|word| is_opaque(word, beside)) {
        return Some("secret");
    }
    let lower = line.to_lowercase();
    let named = NEAR.iter().find(|(word, _)| follows(&lower, word));
    named.map(|(_, what)| *what)
}

/// Whether a line has a value that is one by its looks, or had one.
fn is_made(line: &str) -> bool {
    line.contains(SECRET) || pieces(line).any(|word| is_key(word) || is_opaque(word, false))
}

fn pieces(line: &str) -> impl Iterator<Item = &str> + Clone {
    line.split(|c: char| c.is_whitespace() || "\"'`,;()<>[]{}=".contains(c))
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
        let first = value.and_then(|value| head(value, MOST).split_whitespace().next());
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

fn is_opaque(word: &str, paths_too: bool) -> bool {
    let kinds = [
        word.bytes().any(|b| b.is_ascii_lowercase()),
        word.bytes().any(|b| b.is_ascii_uppercase()),
        word.bytes().any(|b| b.is_ascii_digit()),
    ];
    let plain = word
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"-_+/".contains(&b));
    let path = !paths_too && word.matches('/').count() > 1;
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
        let pair = covered("AKIAIOSFODNN7EXAMPLE with wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
        assert_eq!(pair, "[REDACTED: contains secret]");
        let url = covered("postgres://ann:hunter2secret@db/shop");
        assert!(!url.contains("hunter2secret"), "{url}");
    }

    #[test]
    fn g_210_what_is_kept_unasked_does_without_sentences_that_tell_a_secret() {
        let told = "We met Bob. The database password is hunter-correct-horse for him! \
             Deploys go out on Monday.\nThe wifi passphrase of the office is tulip-garden.\nBye.\n";
        let kept = "We met Bob. [REDACTED: contains password] Deploys go out on Monday.\n\
             [REDACTED: contains password]\nBye.\n";
        assert_eq!(keepable(told), kept);
        let card = "Remember that my credit card number is 4111 1111 1111 1111.";
        assert_eq!(keepable(card), "[REDACTED: contains card number]");
        for parted in [
            "Here it is.\nPassword:\nPanther$55k\nBye.",
            "Here it is.\nPassword:\n\nPanther$55k\nBye.",
            "The password is\nPanther$55k",
            "The password\nof the router is Panther$55k",
            "Das Passwort von Karl heißt Panther$55k.",
            "pw: Panther$55k",
        ] {
            for kept in [keepable(parted), sendable(parted, &[])] {
                assert!(!kept.contains("Panther"), "{parted}: {kept}");
            }
        }
        let steps =
            "Reset the password:\n1. Open the settings.\nThe password\nand the name are checked.";
        assert_eq!(keepable(steps), steps);
        let plain = "Tokens expire after 15 minutes. The password policy is strict.\n\nSo be it";
        assert_eq!(keepable(plain), plain);
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

    #[test]
    fn g_210_a_line_that_tells_a_secret_is_not_sent_however_plain_it_looks() {
        for (line, what) in [
            ("password: CorrectHorseBattery", "password"),
            ("PASSWORD=abcdefgh", "password"),
            ("PASSWORD_PROD=abcdefgh", "password"),
            ("my password is CorrectHorseBattery", "password"),
            ("the password for the shop is swordfish", "password"),
            ("password (prod): swordfish", "password"),
            ("**Password:** swordfish", "password"),
            ("login --password swordfish", "password"),
            ("use the password hunter2", "password"),
            ("passwd: foo", "password"),
            ("pwd=foo123", "password"),
            ("export DB_PASS='swordfish'", "password"),
            ("user: ann, pass: tomato", "password"),
            ("passphrase: correct horse battery staple", "password"),
            ("das Passwort ist GeheimesWort99", "password"),
            ("das Kennwort lautet: Geheim", "password"),
            ("api_key = abcdefgh", "api key"),
            ("apikey=ZXCVBNMASDFG", "api key"),
            ("\u{1b}[31mAPI_KEY\u{1b}[0m=abcdefgh", "api key"),
            ("our API keys are abc and def", "api key"),
            ("token: abcdefghijkl", "token"),
            ("access_token=zzzzzzzz", "token"),
            ("client secret: swordfish", "secret"),
            ("clientSecretKey: swordfish", "secret"),
            ("the secret is swordfish", "secret"),
            ("credentials are admin:tomato", "credential"),
            (
                "my credit card number is 4111 1111 1111 1111",
                "card number",
            ),
            ("Kartennummer: 4111111111111111", "card number"),
            (
                "the recovery phrase is apple brick candle dolphin",
                "secret",
            ),
            ("seed phrase for the wallet: apple brick candle", "secret"),
        ] {
            let told = format!("[REDACTED: contains {what}]");
            assert_eq!(sendable(line, &[]), told, "{line}");
            let around = sendable(&format!("first\n{line}\nlast"), &[]);
            assert_eq!(around, format!("first\n{told}\nlast"));
        }
        let aws = "aws secret access key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
        assert!(sendable(aws, &[]).starts_with("[REDACTED: contains "));
    }

    #[test]
    fn g_210_what_only_speaks_of_secrets_is_sent() {
        for line in [
            "we keep tokens in Redis",
            "Tokens expire after 15 minutes.",
            "The password policy is strict.",
            "the API key is kept elsewhere",
            "Passwords are hashed with argon2.",
            "The card number is validated by the form.",
            "The crash recovery code is slow.",
            "max_tokens=4096 and tokens: 512",
            "token_count: many",
            "tokenizer: wordpiece",
            "all tests pass: see the build",
            "PWD=/srv/ann",
            "deploy --token <TOKEN>",
            "token: string, optional",
            "password: [REDACTED_SECRET]",
            "[REDACTED: contains password]",
        ] {
            assert_eq!(sendable(line, &[]), line);
        }
    }

    #[test]
    fn g_210_keys_of_the_settings_are_not_sent() {
        let known = ["room-one", "short"].map(|key| Secret(key.into()));
        let text = sendable("we call with room-one, in short", &known);
        assert_eq!(text, "we call with [REDACTED_SECRET], in short");
        let own = format!("call with mk_{} then", "0a1b2c".repeat(8));
        assert_eq!(sendable(&own, &[]), "call with [REDACTED_SECRET] then");
    }

    #[test]
    fn lines_made_to_take_long_do_not() {
        for piece in [
            "token_",
            "token=${",
            "token-",
            "passwordpass",
            "token for ",
            "token=[redacted",
            "secret  ",
            "secret: x. ",
        ] {
            let line = piece.repeat((1 << 18) / piece.len());
            assert!(!sendable(&line, &[]).is_empty(), "{piece}");
        }
    }

    proptest! {
        #[test]
        fn covering_twice_changes_nothing(text in "\\PC{0,200}") {
            let once = covered(&text);
            prop_assert_eq!(covered(&once), once);
        }

        #[test]
        fn what_may_be_sent_may_be_sent_again(
            words in proptest::collection::vec("(password|token|pass|secrets|key| |: |=|is |for |-|_|[a-zÄ]{1,9})", 0..20)
        ) {
            let once = sendable(&words.concat(), &[]);
            prop_assert_eq!(sendable(&once, &[]), once);
        }
    }
}
