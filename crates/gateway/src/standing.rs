//! The rules that were known last. What a policy forbids is not allowed because memory is gone: the
//! call goes on without memory, and not without its rules.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use mneme_access::Caller;
use mneme_engine::brief::Standing;
use mneme_engine::guard::{PolicyVerdict, Rule, judge};
use mneme_model::Seq;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::credential;
use crate::memory::{Lost, Memory};
use crate::settings::{OPEN, Settings};

/// Rules of each room somebody calls in.
pub struct Rules {
    memory: Arc<dyn Memory>,
    rooms: Mutex<HashMap<Room, Known>>,
    /// A rule held just now: the next look is not to wait.
    held: Arc<Notify>,
}

/// A namespace, as somebody sees it.
type Room = (String, Option<String>);

struct Known {
    /// We ourselves, in this room.
    caller: Caller,
    mark: Option<Seq>,
    rules: Arc<[Rule]>,
}

/// Rooms that are remembered; whoever calls in another goes without.
const MOST: usize = 10_000;
/// Nobody looks more often, and nobody waits longer for the first look.
const LEAST: Duration = Duration::from_millis(50);
const FIRST: Duration = Duration::from_millis(500);
/// A memory that takes longer for one look is gone for now.
const PATIENCE: Duration = Duration::from_secs(5);

// === impl Rules ===

impl Rules {
    /// Looks again every so often, for as long as somebody has this.
    pub fn open(settings: &Settings, memory: Arc<dyn Memory>) -> Arc<Self> {
        let rules = Arc::new(Self {
            memory,
            rooms: Mutex::default(),
            held: Arc::default(),
        });
        let named = settings.keys.iter().map(|mapping| &*mapping.namespace);
        for namespace in named.chain([OPEN]) {
            rules.meet(&credential::ourselves(namespace));
        }
        if settings.enabled {
            let every = settings.rules_every.max(LEAST);
            tokio::spawn(look(Arc::downgrade(&rules), rules.held.clone(), every));
        }
        rules
    }

    /// Somebody calls in this room: its rules are known from the next look on. We look ourselves,
    /// for a caller may be gone, or not let in any more, when its rules are still to hold.
    pub fn meet(&self, caller: &Caller) {
        let (mut rooms, room) = (self.rooms(), room(caller));
        if rooms.len() >= MOST || rooms.contains_key(&room) {
            return;
        }
        let caller = Caller {
            only: caller.only.clone(),
            ..credential::ourselves(&caller.namespace)
        };
        let known = Known {
            caller,
            mark: None,
            rules: Arc::new([]),
        };
        rooms.insert(room, known);
    }

    /// A request against the rules that were known last.
    pub fn judge(&self, caller: &Caller, request: &str) -> PolicyVerdict {
        judge(request, &self.of(caller))
    }

    /// Memory just told of a rule: whoever was held by it is held if memory is gone a moment later.
    pub fn hurry(&self) {
        self.held.notify_one();
    }

    /// Whether one of them could stop something.
    pub fn could_stop(&self, caller: &Caller) -> bool {
        self.of(caller).iter().any(Rule::can_stop)
    }

    fn of(&self, caller: &Caller) -> Arc<[Rule]> {
        let known = self.rooms().get(&room(caller)).map(|k| k.rules.clone());
        known.unwrap_or_default()
    }

    /// How many are known, everywhere.
    pub fn count(&self) -> usize {
        self.rooms().values().map(|known| known.rules.len()).sum()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<Room, Known>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self) -> Vec<(Room, Caller, Option<Seq>)> {
        let one = |(room, known): (&Room, &Known)| (room.clone(), known.caller.clone(), known.mark);
        self.rooms().iter().map(one).collect()
    }

    /// Whether every room was looked at once.
    async fn look_once(&self) -> bool {
        let mut reached = true;
        for (room, caller, mark) in self.known() {
            match timeout(PATIENCE, self.memory.standing(&caller, mark)).await {
                Ok(Ok(standing)) => self.take(&room, standing),
                Ok(Err(Lost::Refused(_))) => {}
                Ok(Err(Lost::Gone(_))) | Err(_) => reached = false,
            }
        }
        reached
    }

    fn take(&self, room: &Room, standing: Standing) {
        if let Some(known) = self.rooms().get_mut(room) {
            known.mark = Some(standing.mark);
            if let Some(rules) = standing.rules {
                known.rules = rules.into();
            }
        }
    }
}

fn room(caller: &Caller) -> Room {
    (caller.namespace.clone(), caller.only.clone())
}

async fn look(rules: Weak<Rules>, held: Arc<Notify>, every: Duration) {
    loop {
        let Some(rules) = rules.upgrade() else {
            return;
        };
        let reached = rules.look_once().await;
        drop(rules);
        let wait = if reached { every } else { every.min(FIRST) };
        sleep(LEAST).await;
        let _ = timeout(wait.saturating_sub(LEAST), held.notified()).await;
    }
}
