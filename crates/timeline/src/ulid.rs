//! Ids that sort by time and come out the same when the same things are read again.

use ring::digest::{Context, SHA256};

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARS: usize = 26;
const MAX_MS: i64 = (1 << 48) - 1;
const HASH_BYTES: usize = 10;

/// 48 bits of time and 80 bits of a hash over `parts`. The same input gives the same id for
/// ever: ids of segments and grips are kept by others.
pub fn derived(ms: i64, parts: &[&str]) -> String {
    let time = u128::from(ms.clamp(0, MAX_MS).unsigned_abs());
    let value = (time << (8 * HASH_BYTES)) | hash(parts);
    let digit = |place: usize| {
        let five = (value >> (5 * (CHARS - 1 - place))) & 31;
        char::from(ALPHABET[five as usize])
    };
    (0..CHARS).map(digit).collect()
}

/// Whether a text is 26 digits of Crockford's alphabet, in capitals, and fits 128 bits.
pub fn is_ulid(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == CHARS && bytes[0] <= b'7' && bytes.iter().all(|b| ALPHABET.contains(b))
}

/// The millisecond an id carries.
pub fn time_ms(text: &str) -> Option<i64> {
    let digit = |b: u8| ALPHABET.iter().position(|a| *a == b).unwrap_or(0) as i64;
    let read = || text.bytes().take(10).fold(0, |ms, b| ms * 32 + digit(b));
    is_ulid(text).then(read)
}

/// Each part goes in with its length, or `["ab", "c"]` and `["a", "bc"]` would be one.
fn hash(parts: &[&str]) -> u128 {
    let mut context = Context::new(&SHA256);
    for part in parts {
        context.update(&(part.len() as u64).to_be_bytes());
        context.update(part.as_bytes());
    }
    let digest = context.finish();
    let first = digest.as_ref().iter().take(HASH_BYTES);
    first.fold(0, |value, byte| (value << 8) | u128::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_same_for_the_same_parts_for_ever() {
        let id = derived(1_769_731_200_000, &["session", "event-1", "0"]);
        assert_eq!(id, derived(1_769_731_200_000, &["session", "event-1", "0"]));
        assert_eq!(id, "01KG6365007ACK2XX2E8N878Z2", "kept by others");
        assert_eq!(time_ms(&id), Some(1_769_731_200_000));
        assert!(is_ulid(&id), "{id}");
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(derived(0, &["ab", "c"]), derived(0, &["a", "bc"]));
        assert_ne!(derived(0, &["a"]), derived(0, &["a", ""]));
    }

    #[test]
    fn ids_sort_by_time_and_bear_any_time() {
        assert!(derived(1, &["z"]) < derived(2, &["a"]));
        assert!(is_ulid(&derived(i64::MAX, &[])) && is_ulid(&derived(i64::MIN, &[])));
        assert_eq!(time_ms("8ZZZZZZZZZZZZZZZZZZZZZZZZZ"), None);
        assert!(!is_ulid("01kg5xtz00aaaaaaaaaaaaaaaa") && !is_ulid("é"));
    }
}
