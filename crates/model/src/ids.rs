//! Internal keys are integers; names from outside are text, minted in the form their door uses.

use uuid::Builder;

/// Journal position. The only internal key: index key, vector key, foreign key.
pub type Seq = i64;
/// An interned namespace.
pub type NsId = i64;
/// An interned name of a session, agent, speaker, actor or label.
pub type NameId = i64;

/// Longest external id a door accepts, in bytes.
pub const MAX_EXT_ID_BYTES: usize = 256;

/// A version 7 UUID from a moment and randomness the caller supplies.
pub fn uuid_v7(unix_ms: i64, random: [u8; 10]) -> String {
    Builder::from_unix_timestamp_millis(unix_ms.max(0).unsigned_abs(), &random)
        .into_uuid()
        .to_string()
}

/// Whether `text` may serve as an external id.
pub fn is_ext_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_EXT_ID_BYTES && !text.chars().any(char::is_control)
}

/// Whether `text` may name a namespace: letters, digits, `-`, `_`.
pub fn is_namespace(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuids_sort_by_time_and_carry_version_7() {
        let early = uuid_v7(1_700_000_000_000, [0xff; 10]);
        let late = uuid_v7(1_700_000_000_001, [0; 10]);
        assert!(early < late);
        assert_eq!(early.as_bytes()[14], b'7');
    }

    #[test]
    fn ids_refuse_empty_long_and_control() {
        assert!(is_ext_id("any non-empty string"));
        assert!(!is_ext_id(""));
        assert!(!is_ext_id(&"x".repeat(257)));
        assert!(!is_ext_id("a\u{0}b"));
    }

    #[test]
    fn namespaces_are_plain_words() {
        assert!(is_namespace("team-a_1"));
        for bad in ["", "a b", "a/b", "..", "ä"] {
            assert!(!is_namespace(bad), "{bad}");
        }
    }
}
