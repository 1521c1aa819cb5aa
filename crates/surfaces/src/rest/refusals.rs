//! Refusals in the log: who was turned away, where and why. A flood of them is counted, not
//! written out.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::response::Response;

use super::answer::Refused;

/// Lines within [`WINDOW`] before the rest is only counted.
const MOST: u32 = 20;
const WINDOW: Duration = Duration::from_secs(1);

static LINES: Mutex<Lines> = Mutex::new(Lines::new());

/// How many lines were written lately, and how many were not.
struct Lines {
    began: Option<Instant>,
    written: u32,
    left_out: u64,
}

/// Writes about an answer that turned somebody away or failed; others are no news. Request,
/// route and key are in the span around it.
pub fn tell(response: &Response, peer: Option<IpAddr>) {
    let status = response.status().as_u16();
    if !matches!(status, 401 | 403 | 429 | 500..) || !admitted() {
        return;
    }
    let code = response.extensions().get::<Refused>();
    let code = code.map_or("none", |refused| refused.0.as_str());
    write(status, code, peer);
}

/// Whether a line may be written now; before it stands how many were not.
pub fn admitted() -> bool {
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    let (may, left_out) = lines.admit(Instant::now());
    drop(lines);
    if left_out > 0 {
        tracing::warn!(left_out, "more was refused than is written here");
    }
    may
}

pub fn write(status: u16, code: &str, peer: Option<IpAddr>) {
    let peer = peer.map_or_else(|| String::from("unknown"), |peer| peer.to_string());
    match status {
        429 => tracing::info!(status, code, peer, "refused"),
        401 | 403 => tracing::warn!(status, code, peer, "refused"),
        _ => tracing::warn!(status, code, peer, "failed"),
    }
}

// === impl Lines ===

impl Lines {
    const fn new() -> Self {
        Self {
            began: None,
            written: 0,
            left_out: 0,
        }
    }

    /// Whether a line may be written now, and how many were left out before it.
    fn admit(&mut self, now: Instant) -> (bool, u64) {
        let over = |began: Instant| now.saturating_duration_since(began) >= WINDOW;
        let mut left_out = 0;
        if self.began.is_none_or(over) {
            left_out = self.left_out;
            *self = Self {
                began: Some(now),
                ..Self::new()
            };
        }
        let may = self.written < MOST;
        match may {
            true => self.written += 1,
            false => self.left_out += 1,
        }
        (may, left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_counted_and_told_with_the_next_line() {
        let (mut lines, start) = (Lines::new(), Instant::now());
        let told = (0..100).filter(|_| lines.admit(start).0).count();
        assert_eq!(told, MOST as usize);
        assert_eq!(lines.admit(start + WINDOW), (true, 100 - u64::from(MOST)));
        assert_eq!(lines.admit(start + WINDOW), (true, 0));
    }
}
