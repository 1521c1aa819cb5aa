//! Passes: what a person is let in with once, instead of typing a secret.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mneme_store::seal::random;
use ring::digest::{SHA256, digest};

use crate::Result;

/// Long enough for a browser to start.
pub const PASS_LIFE: Duration = Duration::from_secs(120);
/// More are not open at once; the oldest makes room.
const MOST: usize = 64;

/// The open passes of this process, by their hashes. They end with it.
#[derive(Clone, Debug, Default)]
pub struct Passes(Arc<Mutex<HashMap<[u8; 32], Instant>>>);

/// 128 bits that nobody can guess, as a text.
pub fn chance() -> Result<String> {
    let bytes = random::<16>()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

// === impl Passes ===

impl Passes {
    pub fn open(&self) -> Result<String> {
        self.open_at(Instant::now())
    }

    /// Whether this pass was open. It is not any more.
    pub fn take(&self, pass: &str) -> bool {
        self.take_at(pass, Instant::now())
    }

    fn open_at(&self, now: Instant) -> Result<String> {
        let pass = chance()?;
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, until| *until > now);
        if open.len() >= MOST
            && let Some(oldest) = open.iter().min_by_key(|(_, until)| **until)
        {
            let oldest = *oldest.0;
            open.remove(&oldest);
        }
        open.insert(hash(&pass), now + PASS_LIFE);
        Ok(pass)
    }

    fn take_at(&self, pass: &str, now: Instant) -> bool {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = open.remove(&hash(pass));
        until.is_some_and(|until| until > now)
    }
}

fn hash(pass: &str) -> [u8; 32] {
    let hash = digest(&SHA256, pass.as_bytes());
    let mut bytes = [0; 32];
    bytes.copy_from_slice(hash.as_ref());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_opens_once_and_not_for_long() {
        let (passes, now) = (Passes::default(), Instant::now());
        let pass = passes.open_at(now).unwrap();
        assert!(!passes.take_at("another", now));
        assert!(passes.clone().take_at(&pass, now), "clones share");
        assert!(!passes.take_at(&pass, now), "once");
        let late = passes.open_at(now).unwrap();
        assert!(!passes.take_at(&late, now + PASS_LIFE));
    }

    #[test]
    fn there_are_never_more_than_so_many() {
        let (passes, now) = (Passes::default(), Instant::now());
        let first = passes.open_at(now).unwrap();
        for n in 1..=MOST as u64 {
            passes.open_at(now + Duration::from_millis(n)).unwrap();
        }
        assert_eq!(passes.0.lock().unwrap().len(), MOST);
        assert!(!passes.take_at(&first, now));
    }
}
