//! From a life that differs to the shortest one found that still does.

use super::act::Act;
use super::life::{Difference, live};

/// Lives that are lived to find a shorter one; each starts a server.
const TRIES: usize = 60;

pub fn shorten(acts: &[Act], difference: Difference) -> (Vec<Act>, Difference) {
    // What came after it has no part in it.
    let mut fewest = acts[..acts.len().min(difference.at + 1)].to_vec();
    let (mut shortest, mut stride, mut tries) = (difference, fewest.len() / 2, 0);
    while stride > 0 && tries < TRIES {
        let mut at = 0;
        while at < fewest.len() && tries < TRIES {
            let mut fewer = fewest.clone();
            fewer.drain(at..fewer.len().min(at + stride));
            tries += 1;
            match live(&fewer) {
                Ok(()) => at += stride,
                Err(still) => {
                    fewer.truncate(still.at + 1);
                    (fewest, shortest) = (fewer, still);
                }
            }
        }
        stride /= 2;
    }
    (fewest, shortest)
}
