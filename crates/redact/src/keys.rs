//! Keys under which secrets stand.

use crate::words::words;

/// A key is telling by its last word: `authToken` is, `tokenBudget` is not.
const TELLING: [&str; 13] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "secrets",
    "token",
    "credential",
    "credentials",
    "auth",
    "authorization",
    "apikey",
    "cookie",
];
/// A key of these is one for a lock.
const LOCKS: [&str; 6] = [
    "api",
    "secret",
    "private",
    "access",
    "signing",
    "encryption",
];

/// Where a shell stands, under names that look like another's.
const PLACES: [&str; 2] = ["PWD", "OLDPWD"];

pub fn is_telling(key: &str) -> bool {
    if PLACES.contains(&key) {
        return false;
    }
    let words = words(key);
    match words.as_slice() {
        [.., lock, last] if last == "key" => LOCKS.contains(&lock.as_str()),
        [.., last] => TELLING.contains(&last.as_str()),
        [] => false,
    }
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
            "PWD",
            "",
            "--",
        ] {
            assert!(!is_telling(plain), "{plain}");
        }
    }
}
