//! JSON as other programs write it: behind a mark of byte order, and with half a surrogate pair
//! where somebody cut a text in the middle of a character.

use serde::de::DeserializeOwned;

const BYTE_ORDER: &[u8] = "\u{feff}".as_bytes();
/// What stands for half a character, as long as what it replaces.
const REPLACED: &[u8; 4] = b"fffd";
/// `\u` and four digits.
const ESCAPE: usize = 6;

/// Reads it as it was meant; what is wrong with anything else is told as ever.
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    let bytes = bytes.strip_prefix(BYTE_ORDER).unwrap_or(bytes);
    let error = match serde_json::from_slice(bytes) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    match mended(bytes) {
        Some(mended) => serde_json::from_slice(&mended),
        None => Err(error),
    }
}

pub fn from_str<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    from_slice(text.as_bytes())
}

/// The same, as long as before, with U+FFFD for each half of a pair; nothing if there is none.
pub fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut mended, mut at) = (None, 0);
    while let Some(next) = bytes[at..].iter().position(|byte| *byte == b'\\') {
        at += next;
        let Some(code) = escaped(bytes, at) else {
            // Behind it stands what it escapes, which may be a backslash.
            at = (at + 2).min(bytes.len());
            continue;
        };
        let next = escaped(bytes, at + ESCAPE);
        let paired = is_first(code) && next.is_some_and(is_second);
        if !paired && (is_first(code) || is_second(code)) {
            let whole = mended.get_or_insert_with(|| bytes.to_vec());
            whole[at + 2..at + ESCAPE].copy_from_slice(REPLACED);
        }
        at += if paired { 2 * ESCAPE } else { ESCAPE };
    }
    mended
}

/// The number of a character that stands here as `\u` and four digits.
fn escaped(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + ESCAPE)?;
    let digits = escape.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| plain)
}

fn is_first(code: u16) -> bool {
    (0xd800..0xdc00).contains(&code)
}

fn is_second(code: u16) -> bool {
    (0xdc00..0xe000).contains(&code)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn half_a_character_is_replaced_and_a_whole_one_stays() {
        for (text, read) in [
            (r#""a\ud83d""#, "a\u{fffd}"),
            (r#""\ude00b""#, "\u{fffd}b"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\ude00\ud83d""#, "\u{fffd}\u{fffd}"),
            (r#""\ud83d\u0041\ud83d""#, "\u{fffd}A\u{fffd}"),
            (r#""\\ud83d \ud83d""#, "\\ud83d \u{fffd}"),
            ("\u{feff}\"whole\"", "whole"),
        ] {
            assert_eq!(from_str::<Value>(text).unwrap(), json!(read), "{text}");
        }
        let keys: Value = from_str(r#"{"\udc00":[1,"\ud800"]}"#).unwrap();
        assert_eq!(keys, json!({ "\u{fffd}": [1, "\u{fffd}"] }));
    }

    #[test]
    fn what_is_no_json_is_told_as_ever() {
        for text in [
            "",
            "{",
            "\"\\ud83d",
            "\"\\u12\"",
            "\"\\",
            "\u{feff}\u{feff}1",
        ] {
            assert!(from_str::<Value>(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_json_is_read_as_it_is(text in r#""([a-z😀]|\\\\|\\n|\\u00e4|\\ud83d\\ude00){0,12}""#) {
            let plain: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(from_str::<Value>(&text).unwrap(), plain);
        }

        #[test]
        fn nothing_makes_it_panic(text in r#"[\\u0-9a-fd"]{0,32}"#) {
            let _ = from_str::<Value>(&text);
        }
    }
}
