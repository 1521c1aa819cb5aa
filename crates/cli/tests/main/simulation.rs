//! Long random lives of a store, told through its real doors, beside a model so simple that it can
//! be seen to be right. The two never differ: not in an answer, not in what is there afterwards,
//! not after a restart, and not after a kill.
//!
//! `make test` lives the same few lives every time. `MNEME_SIMULATIONS=50` lives fifty others,
//! and `MNEME_SEED` the one a failure named.

mod act;
mod life;
mod model;
mod room;
mod shorten;
mod world;

use act::Act;

use crate::support::Random;

/// Lives everybody lives.
const SEEDS: [u64; 3] = [1, 22, 333];
const ACTS: usize = 250;

fn seeds() -> Vec<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    if let Some(seed) = number("MNEME_SEED") {
        return vec![seed];
    }
    let fresh = || Random::new().seed;
    match number("MNEME_SIMULATIONS") {
        Some(count) => (0..count).map(|n| fresh().wrapping_add(n)).collect(),
        None => SEEDS.into(),
    }
}

/// Where a life differs, it is lived again and again with fewer acts, and the shortest one that
/// still differs is told.
#[test]
fn whatever_is_done_the_store_is_what_the_model_says() {
    for seed in seeds() {
        let mut random = Random::seeded(seed);
        let acts: Vec<Act> = (0..ACTS).map(|_| Act::random(&mut random)).collect();
        if let Err(difference) = life::live(&acts) {
            let (fewest, difference) = shorten::shorten(&acts, difference);
            let told: Vec<String> = fewest.iter().map(|act| format!("  {act:?}")).collect();
            panic!(
                "MNEME_SEED={seed}\n{}\n{}",
                told.join("\n"),
                difference.what
            );
        }
    }
}
