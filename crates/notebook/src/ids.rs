//! Names of notes: `obs_mhx2k9a1_0f3c…`, a prefix, the time, and chance.

use mneme_model::hex;
use ring::digest::{SHA256, digest};

use crate::redact;

/// Bytes of chance in a name.
pub const CHANCE: usize = 6;

/// A new name. The time is in it, so names of one kind sort by age for a long while.
pub fn made(prefix: &str, now_ms: i64, chance: [u8; CHANCE]) -> String {
    let time = base36(u64::try_from(now_ms).unwrap_or(0));
    format!("{prefix}_{time}_{}", hex::encode(chance))
}

/// The name of a lesson: the same words, however spaced at their ends or capitalised, are one. It is
/// made of what is kept of them, so that a lesson read again has the name it was given.
pub fn lesson(content: &str) -> String {
    let words = redact::text(content).trim().to_lowercase();
    format!("lsn_{}", hashed(&words))
}

/// A name made from what it names, for notes that are made again from the same source.
pub fn derived(prefix: &str, source: &str) -> String {
    format!("{prefix}_{}", hashed(source))
}

fn hashed(text: &str) -> String {
    hex::encode(&digest(&SHA256, text.as_bytes()).as_ref()[..8])
}

fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = char::from_digit((number % 36) as u32, 36);
        digits.push(digit.unwrap_or('0'));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_its_three_parts() {
        let name = made("obs", 1_780_000_000_000, [0, 1, 2, 3, 4, 255]);
        assert_eq!(name, "obs_mppy1i4g_0001020304ff");
    }

    #[test]
    fn case_and_spaces_do_not_make_another_lesson() {
        assert_eq!(lesson("Always lint"), lesson("  always LINT\n"));
        assert_ne!(lesson("always lint"), lesson("always  lint"));
        assert_eq!(lesson("x").len(), "lsn_".len() + 16);
        let told = format!("never show ghp_{}", "Ab1".repeat(12));
        assert_eq!(lesson(&told), lesson(&redact::text(&told)), "as it is kept");
    }

    #[test]
    fn zero_is_a_number_too() {
        assert_eq!(base36(0), "0");
        assert_eq!(base36(35), "z");
        assert_eq!(base36(36), "10");
    }
}
