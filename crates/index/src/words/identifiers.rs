//! Things that mean only themselves: paths, error codes, variables, versions, addresses.

const MAX_BYTES: usize = 256;

/// The identifiers of a text, lower-cased, each once.
pub fn identifiers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in text.split(char::is_whitespace) {
        let piece = trim(piece);
        for candidate in readings(piece) {
            if is_identifier(candidate) {
                let lower = candidate.to_lowercase();
                if !found.contains(&lower) {
                    found.push(lower);
                }
            }
        }
    }
    found
}

/// Single words somebody put in quotes or backticks, lower-cased, each once: who asks for a word so
/// means the word. Of what is kept this is not asked, where quotes mean all sorts of things.
pub fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (opens, closes) in [('"', '"'), ('`', '`'), ('“', '”')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(opens) {
            let Some((inside, after)) = after.split_once(closes) else {
                break;
            };
            let word = trim(inside).to_lowercase();
            if is_one_word(&word) && !found.contains(&word) {
                found.push(word);
            }
            rest = after;
        }
    }
    found
}

fn is_one_word(text: &str) -> bool {
    let sized = (2..=MAX_BYTES).contains(&text.len());
    sized && text.chars().any(char::is_alphanumeric) && !text.contains(char::is_whitespace)
}

fn trim(piece: &str) -> &str {
    piece
        .trim_matches(|c: char| "\"'`’“”()[]{}<>,;!?*".contains(c))
        .trim_end_matches(['.', ':'])
}

/// `KEY=value` is also its key; `file.rs:42` is also its file.
fn readings(piece: &str) -> impl Iterator<Item = &str> {
    let key = piece
        .split_once('=')
        .map(|(key, _)| key)
        .filter(|_| !piece.contains("://"));
    let file = piece
        .rsplit_once(':')
        .filter(|(_, line)| line.bytes().all(|b| b.is_ascii_digit()));
    [Some(piece), key, file.map(|(file, _)| file)]
        .into_iter()
        .flatten()
}

fn is_identifier(text: &str) -> bool {
    if text.len() < 2 || text.len() > MAX_BYTES || !text.chars().any(char::is_alphanumeric) {
        return false;
    }
    joined(text) || mixed(text) || camel(text)
}

/// Has a joiner with something on both sides, as in `a/b`, `a_b`, `a.b`, `a::b`, `a-b`.
fn joined(text: &str) -> bool {
    let bytes = text.as_bytes();
    let alnum = |b: u8| b.is_ascii_alphanumeric() || !b.is_ascii();
    let inside = (1..bytes.len().saturating_sub(1)).any(|i| {
        b"._:@#\\-+=~".contains(&bytes[i]) && (alnum(bytes[i - 1]) || alnum(bytes[i + 1]))
    });
    inside || bytes.contains(&b'/') || text.contains("::")
}

fn mixed(text: &str) -> bool {
    let letters = text.bytes().any(|b| b.is_ascii_alphabetic());
    let digits = text.bytes().any(|b| b.is_ascii_digit());
    letters && digits && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn camel(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.bytes().all(|b| b.is_ascii_alphanumeric())
        && bytes
            .windows(2)
            .any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase())
}
