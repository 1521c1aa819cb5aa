//! Keys under which secrets stand.

use crate::words::words;

/// A key is telling by its last word: `authToken` is, `tokenBudget` is not.
const TELLING: [&str; 20] = [
    "password",
    "passwd",
    "passphrase",
    "passwort",
    "kennwort",
    "pass",
    "pwd",
    "pw",
    "otp",
    "secret",
    "secrets",
    "token",
    "bearer",
    "credential",
    "credentials",
    "creds",
    "auth",
    "authorization",
    "apikey",
    "cookie",
];
/// So end names that somebody wrote as one word.
const ENDINGS: [&str; 8] = [
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "apikey",
    "apikeys",
    "secretkey",
    "connectionstring",
];
/// What is told before a text that one connects with.
const CONNECTIONS: [&str; 2] = ["connection", "conn"];
/// A PIN has so many digits; a connector's has fewer.
const PIN_DIGITS: std::ops::RangeInclusive<usize> = 4..=12;

/// A token of this length is one whatever it looks like.
const LONG: usize = 20;

/// A key of these is one for a lock.
const LOCKS: [&str; 8] = [
    "api",
    "secret",
    "private",
    "access",
    "signing",
    "encryption",
    "master",
    "app",
];

/// Behind a name these say which of several is meant.
const WHICH: [&str; 2] = ["base", "confirmation"];

/// Where a shell stands, under names that look like another's.
const PLACES: [&str; 2] = ["PWD", "OLDPWD"];

pub fn is_telling(key: &str) -> bool {
    if PLACES.contains(&key) {
        return false;
    }
    let mut words = words(key);
    while words.len() > 1 && words.last().is_some_and(|last| is_which(last)) {
        words.pop();
    }
    if let Some(last) = words.last_mut() {
        last.truncate(last.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    }
    match words.as_slice() {
        [.., lock, last] if last == "key" || last == "keys" => LOCKS.contains(&lock.as_str()),
        [.., what, last] if last == "string" => CONNECTIONS.contains(&what.as_str()),
        [.., last] => {
            TELLING.contains(&last.as_str()) || ENDINGS.iter().any(|end| last.ends_with(end))
        }
        [] => false,
    }
}

/// `PASSWORD_1`, `API_SECRET_V2`, `SECRET_KEY_BASE`.
fn is_which(word: &str) -> bool {
    let number = word.strip_prefix('v').unwrap_or(word);
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    numbered || WHICH.contains(&word)
}

/// Where one of a list of fields has its name, and where its value: `{"name": …, "value": …}`.
const NAMES: [&str; 3] = ["name", "key", "header"];
const VALUES: [&str; 2] = ["value", "values"];

/// Whether the name of a value stands under this key.
pub fn is_name(key: &str) -> bool {
    NAMES.iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// Whether what is named beside it stands under this key.
pub fn is_value(key: &str) -> bool {
    VALUES.iter().any(|value| key.eq_ignore_ascii_case(value))
}

/// Whether a name says that a secret may follow: tokens are counted more often than kept, and a
/// connector has pins.
pub fn is_doubtful(key: &str) -> bool {
    matches!(
        words(key).last().map(String::as_str),
        Some("tokens" | "pin")
    )
}

/// Whether what stands under a doubtful name is a secret by its look.
pub fn is_hidden_under(key: &str, said: &str) -> bool {
    match words(key).last().map(String::as_str) {
        Some("tokens") => is_long(said) || looks_made_up(said),
        Some("pin") => PIN_DIGITS.contains(&said.len()) && said.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

/// One word, and no language has it.
fn is_long(said: &str) -> bool {
    said.len() >= LONG && said.bytes().all(|byte| byte.is_ascii_graphic())
}

/// One word with letters and digits.
fn looks_made_up(said: &str) -> bool {
    let word = said.len() >= 8 && said.bytes().all(|byte| byte.is_ascii_graphic());
    word && said.bytes().any(|byte| byte.is_ascii_alphabetic())
        && said.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_tells_by_its_last_word() {
        for telling in [
            "password",
            "Password",
            "db_password",
            "authToken",
            "access-token",
            "API_KEY",
            "apiKey",
            "apikey",
            "client_secret",
            "Authorization",
            "private_key",
            "DBPassword",
            "dbpassword",
            "pass",
            "otp",
            "connection_string",
            "ConnectionString",
            "passwords",
            "api_keys",
            "bearer",
            "PASSWORD_1",
            "password2",
            "password_confirmation",
            "API_SECRET_V2",
            "SECRET_KEY_BASE",
            "RAILS_MASTER_KEY",
            "CREDS",
            "pass\u{200b}word",
            "auth\u{200d}Tok\u{ad}en",
        ] {
            assert!(is_telling(telling), "{telling}");
        }
        for plain in [
            "author",
            "tokens",
            "max_tokens",
            "tokenBudget",
            "key",
            "file_path",
            "secretary",
            "primary_key",
            "passwordless_login",
            "string",
            "bypass",
            "compass",
            "passes",
            "pin",
            "data_base",
            "v2",
            "2",
            "PWD",
            "",
            "--",
        ] {
            assert!(!is_telling(plain), "{plain}");
        }
    }

    #[test]
    fn a_doubtful_name_tells_by_what_stands_under_it() {
        for (key, said) in [
            ("tokens", "ab12cd34"),
            ("pin", "4815"),
            ("card_pin", "481516"),
            ("tokens", "abcdefghijklmnopqrstuv"),
        ] {
            assert!(is_doubtful(key) && is_hidden_under(key, said), "{key}");
        }
        for (key, said) in [
            ("tokens", "512"),
            ("max_tokens", "128000"),
            ("pin", "3"),
            ("pin", "A3"),
        ] {
            assert!(!is_hidden_under(key, said), "{key}");
        }
    }
}
