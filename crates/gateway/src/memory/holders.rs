//! Who held which key when the core was asked last: by a mark of the key, for a moment as if the
//! core had just said so, and a while longer for when it cannot say anything.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mneme_access::{Caller, Marks};
use mneme_model::Clock;

pub struct Holders {
    marks: Marks,
    clock: Arc<dyn Clock>,
    known: Mutex<HashMap<Vec<u8>, Known>>,
}

struct Known {
    caller: Caller,
    at: Instant,
}

/// A key that was taken away opens nothing any more after this.
const FRESH: Duration = Duration::from_secs(1);
/// A core that is gone for longer is not coming back by itself.
const REMEMBERED: Duration = Duration::from_secs(600);
/// More are not remembered; whoever was asked for longest ago makes room.
const MOST: usize = 1_024;

// === impl Holders ===

impl Holders {
    pub fn new(clock: Arc<dyn Clock>) -> Result<Self, String> {
        Ok(Self {
            marks: Marks::new().map_err(|error| error.to_string())?,
            clock,
            known: Mutex::default(),
        })
    }

    /// A key may open less from elsewhere.
    pub fn mark(&self, key: &str, peer: Option<IpAddr>) -> Vec<u8> {
        let peer = peer.map(|peer| peer.to_string()).unwrap_or_default();
        self.marks.of(&format!("{peer} {key}"))
    }

    /// Whoever the core named just now.
    pub fn fresh(&self, mark: &[u8]) -> Option<Caller> {
        self.within(mark, FRESH, Instant::now())
    }

    /// Whoever it named a while ago.
    pub fn once(&self, mark: &[u8]) -> Option<Caller> {
        self.within(mark, REMEMBERED, Instant::now())
    }

    /// What the core says now.
    pub fn settle(&self, mark: Vec<u8>, caller: Option<Caller>) {
        self.settle_at(mark, caller, Instant::now());
    }

    fn settle_at(&self, mark: Vec<u8>, caller: Option<Caller>, at: Instant) {
        let mut known = self.known();
        let Some(caller) = caller else {
            known.remove(&mark);
            return;
        };
        if known.len() >= MOST && !known.contains_key(&mark) {
            let oldest = known.iter().min_by_key(|(_, known)| known.at);
            let oldest = oldest.map(|(mark, _)| mark.clone());
            oldest.and_then(|mark| known.remove(&mark));
        }
        known.insert(mark, Known { caller, at });
    }

    fn within(&self, mark: &[u8], age: Duration, now: Instant) -> Option<Caller> {
        let mut known = self.known();
        let found = known.get(mark)?;
        let since = now.saturating_duration_since(found.at);
        if since > REMEMBERED || self.has_ended(&found.caller) {
            known.remove(mark);
            return None;
        }
        (since <= age).then(|| found.caller.clone())
    }

    /// A token has its end, whoever is there to say so.
    fn has_ended(&self, caller: &Caller) -> bool {
        let now = u64::try_from(self.clock.now_ms() / 1_000).unwrap_or_default();
        caller.until.is_some_and(|until| until <= now)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Vec<u8>, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credential::ourselves;

    struct Noon;

    impl Clock for Noon {
        fn now_ms(&self) -> i64 {
            43_200_000
        }
    }

    fn holders() -> Holders {
        Holders::new(Arc::new(Noon)).unwrap()
    }

    #[test]
    fn what_the_core_said_holds_for_a_moment_and_is_known_for_a_while() {
        let (holders, now) = (holders(), Instant::now());
        let mark = holders.mark("mk_1", None);
        holders.settle_at(mark.clone(), Some(ourselves("one")), now);
        let known = |after: Duration, age| holders.within(&mark, age, now + after).is_some();
        assert!(known(Duration::ZERO, FRESH) && known(FRESH, FRESH));
        assert!(!known(FRESH * 2, FRESH) && known(FRESH * 2, REMEMBERED));
        assert!(!known(REMEMBERED * 2, REMEMBERED));
        assert!(!known(FRESH, REMEMBERED), "and is forgotten then");
    }

    #[test]
    fn what_was_taken_away_or_has_ended_or_comes_from_elsewhere_is_not_known() {
        let holders = holders();
        let mark = holders.mark("mk_1", None);
        holders.settle(mark.clone(), Some(ourselves("one")));
        assert!(holders.fresh(&mark).is_some());
        let elsewhere = holders.mark("mk_1", "10.0.0.1".parse().ok());
        assert!(holders.fresh(&elsewhere).is_none());
        holders.settle(mark.clone(), None);
        assert!(holders.once(&mark).is_none());
        let ended = Caller {
            until: Some(43_200),
            ..ourselves("one")
        };
        holders.settle(mark.clone(), Some(ended));
        assert!(holders.once(&mark).is_none());
    }

    #[test]
    fn they_are_bounded() {
        let (holders, now) = (holders(), Instant::now());
        let marks = (0..MOST as u64 + 1).map(|n| (holders.mark(&n.to_string(), None), n));
        for (mark, n) in marks {
            let at = now + Duration::from_millis(n);
            holders.settle_at(mark, Some(ourselves("one")), at);
        }
        assert_eq!(holders.known().len(), MOST);
        assert!(holders.once(&holders.mark("0", None)).is_none());
        assert!(holders.once(&holders.mark("1", None)).is_some());
    }
}
