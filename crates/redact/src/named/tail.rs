//! What may stand between a name and its value beside blanks: which of several it is, and signs of two
//! letters.

/// Behind what says which of several is meant: `PASSWORD_1`, `API_SECRET_V2`, `password_confirmation`.
pub fn behind(bytes: &[u8], end: usize) -> usize {
    const WORDS: [&str; 2] = ["base", "confirmation"];
    let rest = bytes.get(end..).unwrap_or_default();
    let joint = usize::from(rest.first().is_some_and(|byte| matches!(byte, b'_' | b'-')));
    let which = &rest[joint..];
    let word = WORDS
        .iter()
        .find(|word| joint > 0 && crate::places::begins(which, word));
    let version = usize::from(joint > 0 && crate::places::begins(which, "v"));
    let digits = which[version..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    match (word, digits.count()) {
        (Some(word), _) => end + joint + word.len(),
        (None, 0) => end,
        (None, digits) => end + joint + version + digits,
    }
}

/// The length of a sign that sets something: `=`, `:`, and `:=`, `=>` of some languages.
pub fn sign(bytes: &[u8]) -> usize {
    match bytes {
        [b':', b'=', ..] | [b'=', b'>', ..] => 2,
        _ => 1,
    }
}
