//! Whether one of many secrets stands in a text, whatever is around it. Parts of the text are compared
//! by sums under a number that nobody knows, so the time says nothing of what a guess has in common
//! with a secret; and a text is read once for all secrets of one length.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use super::is_same;

/// Sums are numbers below it; it is one less than a power of two, which makes that fast.
const PRIME: u64 = (1 << 61) - 1;
/// Another one each time the program runs.
static BASE: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one("base") % PRIME);

/// Secrets of one length by their sums, in their order.
type Known<'s> = Vec<(u64, &'s [u8])>;

pub fn stands_in<'s>(text: &[u8], secrets: impl Iterator<Item = &'s [u8]>) -> bool {
    let mut lengths: BTreeMap<usize, Known<'s>> = BTreeMap::new();
    for secret in secrets.filter(|secret| !secret.is_empty()) {
        let known = lengths.entry(secret.len()).or_default();
        known.push((sum(secret), secret));
    }
    let mut found = false;
    for (length, mut known) in lengths {
        known.sort_unstable();
        found |= has(text, length, &known);
    }
    found
}

fn has(text: &[u8], length: usize, known: &Known<'_>) -> bool {
    let parts = text.windows(length).zip(sums(text, length));
    parts.fold(false, |found, (part, sum)| {
        let at = known.partition_point(|(other, _)| *other < sum);
        let mut alike = known[at..].iter().take_while(|(other, _)| *other == sum);
        found | alike.any(|(_, secret)| is_same(part, secret))
    })
}

/// The sum of each part of that length, each made of the one before it.
fn sums(text: &[u8], length: usize) -> impl Iterator<Item = u64> {
    let first = sum(&text[..length.min(text.len())]);
    let top = (1..length).fold(1, |power, _| times(power, *BASE));
    let steps = text.iter().zip(text.iter().skip(length));
    let rest = steps.scan(first, move |sum, (out, next)| {
        let without = *sum + PRIME - times(u64::from(*out), top);
        *sum = grown(without % PRIME, *next);
        Some(*sum)
    });
    std::iter::once(first).chain(rest)
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, byte| grown(sum, *byte))
}

fn grown(sum: u64, byte: u8) -> u64 {
    (times(sum, *BASE) + u64::from(byte)) % PRIME
}

fn times(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    let (low, high) = (product as u64 & PRIME, (product >> 61) as u64);
    (low + high) % PRIME
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stands(text: &str, secrets: &[&str]) -> bool {
        stands_in(text.as_bytes(), secrets.iter().map(|one| one.as_bytes()))
    }

    #[test]
    fn a_secret_is_found_wherever_it_stands() {
        let secrets = ["pk-wxyz", "pk-abcd", "pk-longer", "pk-abcd"];
        for text in [
            "pk-abcd",
            "pk-abcd;",
            "=pk-abcd",
            "a pk-abcd b",
            "pk-pk-abcd",
            "xpk-longerx",
        ] {
            assert!(stands(text, &secrets), "{text}");
        }
        for text in ["", "pk-abc", "pk-abce pk-abc d", "k-abcd", "pk-longe"] {
            assert!(!stands(text, &secrets), "{text}");
        }
        assert!(!stands("anything", &[""]) && !stands("anything", &[]));
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_search_finds(text in "[ab]{0,40}", secrets in proptest::collection::vec("[ab]{1,6}", 0..6)) {
            let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
            let plain = secrets.iter().any(|secret| text.contains(secret));
            prop_assert_eq!(stands(&text, &secrets), plain);
        }
    }
}
