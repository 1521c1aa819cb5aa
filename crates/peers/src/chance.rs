//! Numbers that look thrown but are worked out: the same question has the same answer.

/// One number for each (seed, a, b), spread evenly.
pub fn number(seed: u64, a: u64, b: u64) -> u64 {
    let mut mixed = mix(seed);
    mixed = mix(mixed ^ a);
    mix(mixed ^ b)
}

/// Spreads what is close together over all 64 bits; no two numbers end up the same.
fn mix(n: u64) -> u64 {
    let mut n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}
