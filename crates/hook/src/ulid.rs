//! Ids: the hook's moment in front, chance behind.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;

const RANDOM_BYTES: usize = 10;
/// Crockford's alphabet: no I, L, O, U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

pub type Random = [u8; RANDOM_BYTES];

pub fn random() -> Random {
    let mut bytes = [0; RANDOM_BYTES];
    let source = File::open("/dev/urandom");
    if source
        .and_then(|mut file| file.read_exact(&mut bytes))
        .is_err()
    {
        // A hasher's keys come from the same source by another way.
        let words = [
            RandomState::new().hash_one(0),
            RandomState::new().hash_one(1),
        ];
        let chance = words.into_iter().flat_map(u64::to_le_bytes);
        bytes
            .iter_mut()
            .zip(chance)
            .for_each(|(byte, chance)| *byte = chance);
    }
    bytes
}

pub fn ulid(ms: i64, random: &Random) -> String {
    let time = u128::from(ms.unsigned_abs()) & 0xffff_ffff_ffff;
    let bits = random
        .iter()
        .fold(time, |bits, byte| bits << 8 | u128::from(*byte));
    let digit = |n: u32| char::from(DIGITS[(bits >> (5 * n)) as usize & 31]);
    (0..26).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moment_is_in_front() {
        let first = ulid(1_469_918_176_385, &[0; 10]);
        assert_eq!(first, "01ARYZ6S410000000000000000");
        assert_eq!(
            ulid((1 << 48) - 1, &[255; 10]),
            "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
        );
        assert!(ulid(1_469_918_176_386, &[0; 10]) > ulid(1_469_918_176_385, &[255; 10]));
        assert!(mneme_model::ids::is_ext_id(&first));
    }

    #[test]
    fn chance_is_not_the_same_twice() {
        assert_ne!(random(), random());
    }
}
