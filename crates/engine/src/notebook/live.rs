//! What is observed, told to whoever watches, as soon as it is safe.

use std::sync::{Arc, OnceLock};

use mneme_access::{Caller, Need};
use mneme_journal::{Appended, Draft};
use mneme_model::KindGroup;
use mneme_notebook::observation::{Observation, Told};
use tokio::sync::broadcast::{Receiver, Sender, channel};

use super::hooks;
use crate::{Engine, Result};

/// Observations a watcher may be behind. Whoever falls further behind is let go: nobody who
/// writes ever waits for one who reads.
const BEHIND: usize = 256;
/// Watchers at once.
const WATCHERS: usize = 256;

/// An observation on its way to all watchers.
pub struct Seen {
    namespace: String,
    pub observation: Observation,
    told: OnceLock<[Arc<str>; 2]>,
}

/// The way to all watchers.
#[derive(Clone)]
pub(crate) struct Live(Sender<Arc<Seen>>);

/// Somebody who watches what happens in a namespace.
pub struct Watching {
    caller: Caller,
    namespace: String,
    heard: Receiver<Arc<Seen>>,
}

impl Engine {
    /// Watches from now on; `None` if there are too many who do.
    pub fn watch(&self, caller: &Caller) -> Result<Option<Watching>> {
        let namespace = self.scope(caller, Need::Read, None)?.to_owned();
        if self.live.watchers() >= WATCHERS {
            return Ok(None);
        }
        Ok(Some(Watching {
            caller: caller.clone(),
            namespace,
            heard: self.live.0.subscribe(),
        }))
    }

    /// How many watch now.
    pub fn watchers(&self) -> usize {
        self.live.watchers()
    }
}

// === impl Live ===

impl Default for Live {
    fn default() -> Self {
        Self(channel(BEHIND).0)
    }
}

impl Live {
    fn watchers(&self) -> usize {
        self.0.receiver_count()
    }

    pub fn is_watched(&self) -> bool {
        self.watchers() > 0
    }

    pub fn tell(&self, namespace: &str, observation: &Observation) {
        if !self.is_watched() {
            return;
        }
        let seen = Seen {
            namespace: namespace.to_owned(),
            observation: observation.clone(),
            told: OnceLock::new(),
        };
        // The last one may have gone meanwhile.
        let _ = self.0.send(Arc::new(seen));
    }

    /// What came in through other doors, in the notebook's words.
    pub fn tell_all(&self, namespace: &str, drafts: &[Draft], appended: &[Appended]) {
        for (draft, appended) in drafts.iter().zip(appended) {
            let told = appended.created && draft.kind.group() == KindGroup::Event;
            if let Some(observation) = told.then(|| seen_in(draft)).flatten() {
                self.tell(namespace, &observation);
            }
        }
    }
}

/// `None` for what is in no session, and for what only begins or ends one.
fn seen_in(draft: &Draft) -> Option<Observation> {
    if !hooks::is_seen(draft.kind) {
        return None;
    }
    let (hook, data) = hooks::told(draft.kind, &draft.body);
    let told = Told {
        session_id: draft.session.clone()?,
        hook_type: hook,
        timestamp: draft.occurred.rfc3339(),
        agent_id: draft.agent.clone(),
        data,
    };
    Some(Observation::by_rule(draft.ext_id.clone(), told))
}

// === impl Seen ===

impl Seen {
    /// Its two messages, put into words once for however many watch.
    pub fn told(&self, words: fn(&Observation) -> [String; 2]) -> &[Arc<str>; 2] {
        self.told
            .get_or_init(|| words(&self.observation).map(Arc::from))
    }
}

// === impl Watching ===

impl Watching {
    /// The next that this caller may see; `None` once it is too far behind, or all is over.
    pub async fn next(&mut self) -> Option<Arc<Seen>> {
        loop {
            let seen = self.heard.recv().await.ok()?;
            let agent = seen.observation.agent_id.as_deref();
            if seen.namespace == self.namespace && self.caller.sees(agent) {
                return Some(seen);
            }
        }
    }
}
