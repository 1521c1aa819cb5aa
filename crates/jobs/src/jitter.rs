//! How long a run waits after its tick. It follows from the job's name and the tick, so it can be
//! worked out again; over many ticks it is spread evenly.

/// A number in `0..max_ms`; 0 if that is empty.
pub(crate) fn jitter_ms(name: &str, tick_ms: i64, max_ms: u64) -> u64 {
    let seed = name.bytes().chain(tick_ms.to_le_bytes());
    let mixed = finish(seed.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    }));
    // The upper half of the product: an even share for every result, without a remainder's bias.
    let share = (u128::from(mixed) * u128::from(max_ms)) >> 64;
    u64::try_from(share).unwrap_or(0)
}

/// FNV leaves neighbours close together; the finisher of splitmix64 drives them apart.
fn finish(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_is_spread_evenly_below_its_maximum() {
        let mut tenths = [0; 10];
        for minute in 0..10_000 {
            let jitter = jitter_ms("outbox-processor", minute * 60_000, 10_000);
            tenths[usize::try_from(jitter / 1000).unwrap()] += 1;
        }
        assert!(
            tenths.iter().all(|share| (850..1150).contains(share)),
            "{tenths:?}"
        );
    }

    #[test]
    fn jitter_is_the_same_for_the_same_tick_and_differs_between_jobs() {
        assert_eq!(jitter_ms("a", 60_000, 1000), jitter_ms("a", 60_000, 1000));
        assert_ne!(
            jitter_ms("a", 60_000, 1 << 40),
            jitter_ms("b", 60_000, 1 << 40)
        );
        assert_eq!((jitter_ms("a", 1, 0), jitter_ms("a", 1, 1)), (0, 0));
    }
}
