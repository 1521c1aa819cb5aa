//! What can go wrong with a picture.

use std::ops::Range;
use std::time::Duration;

use crate::chance;

/// Everything off is a peer in good health.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Pictures of these times (milliseconds) are said not to be there.
    pub missing: Vec<Range<i64>>,
    /// Every request for a picture is answered with this status.
    pub status: Option<u16>,
    pub spoiled: Option<Spoiled>,
    pub delay: Delay,
    /// `/health` answers 503.
    pub unhealthy: bool,
    /// The two headers that say which picture it is are left out.
    pub nameless: bool,
}

/// A body that is no picture although the status says 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoiled {
    /// A sentence, with the content type of a picture.
    Text,
    /// The first bytes of a picture and then noise.
    Garbage,
    /// So many bytes that begin like a picture.
    Huge(u64),
    /// Half of the picture, and the connection is gone.
    CutShort,
}

#[derive(Clone, Copy, Debug, Default)]
pub enum Delay {
    #[default]
    None,
    Fixed(Duration),
    /// Up to so much, worked out from the seed and the number of the request.
    Random {
        seed: u64,
        most: Duration,
    },
}

// === impl Delay ===

impl Delay {
    pub(super) fn of(self, request: u64) -> Duration {
        match self {
            Delay::None => Duration::ZERO,
            Delay::Fixed(wait) => wait,
            Delay::Random { seed, most } => {
                let span = most.as_micros() as u64 + 1;
                Duration::from_micros(chance::number(seed, request, 0) % span)
            }
        }
    }
}

// === impl Faults ===

impl Faults {
    pub(super) fn misses(&self, target_ms: i64) -> bool {
        self.missing.iter().any(|range| range.contains(&target_ms))
    }
}
