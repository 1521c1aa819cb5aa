//! Chance that can be repeated: `MNEME_SEED` gives the seed a failing test named.

use std::time::{SystemTime, UNIX_EPOCH};

pub struct Random {
    pub seed: u64,
    state: u64,
}

impl Random {
    pub fn new() -> Self {
        let given = std::env::var("MNEME_SEED")
            .ok()
            .and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            u64::from(since.subsec_nanos()) ^ since.as_secs()
        });
        Self::seeded(seed)
    }

    pub fn seeded(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    /// Splitmix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }
}
