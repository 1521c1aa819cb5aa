//! Telling an owner's webhooks of what was stored. It follows from the event, so no operation has to
//! think of it. Whoever stores does not wait for it, and a webhook that is slow keeps only its own
//! notices waiting: each space has a queue with a limit.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use mneme_journal::Shown;
use mneme_model::sharing::Webhook;
use mneme_model::{Code, Event, Kind, Moment, NsId, Seq, Spell};
use mneme_providers::webhook::Caller;
use mneme_store::tables::spaces as table;
use mneme_store::{Store, View};
use serde_json::json;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::said;
use crate::{Error, Result, signals};

/// Acts of storing whose webhooks are not looked up yet.
const ACTS: usize = 1_024;
/// Notices that wait for one webhook. What comes beyond them is dropped and counted.
const NOTICES: usize = 256;
/// A webhook nobody has anything for so long has no worker.
const IDLE: Duration = Duration::from_secs(30);
/// Whoever ends the process waits so long for what is under way.
const AT_THE_END: Duration = Duration::from_secs(2);

/// What was stored together.
struct Act {
    ns: NsId,
    ids: Vec<String>,
    at_ms: i64,
}

/// One thing to tell one webhook.
struct Notice {
    hook: Webhook,
    body: String,
}

pub(crate) struct Hooks {
    /// Whether there is any webhook; without one nothing is looked up.
    any: AtomicBool,
    acts: Sender<Act>,
    /// What was not told yet.
    waiting: Arc<AtomicUsize>,
}

/// Who tells one webhook, and whether it listens; that outlives the worker.
struct Worker {
    notices: Sender<Notice>,
    silence: Arc<Spell>,
}

/// What looks webhooks up and hands notices to a worker of each.
struct Post {
    store: Weak<Store>,
    private: bool,
    caller: Option<Arc<Caller>>,
    workers: Mutex<HashMap<Seq, Worker>>,
    /// That none can be looked up, or called at all.
    trouble: Spell,
    waiting: Arc<AtomicUsize>,
}

// === impl Hooks ===

impl Hooks {
    pub async fn start(store: &Arc<Store>, private: bool) -> Result<Self> {
        let any = store.read(|view| Ok::<_, Error>(table::any_hooked(view)?));
        let any = AtomicBool::new(any.await?);
        let (acts, heard) = mpsc::channel(ACTS);
        let waiting = Arc::<AtomicUsize>::default();
        let post = Post {
            store: Arc::downgrade(store),
            private,
            caller: None,
            workers: Mutex::default(),
            trouble: Spell::default(),
            waiting: waiting.clone(),
        };
        tokio::spawn(post.work(heard));
        Ok(Self { any, acts, waiting })
    }

    /// Takes note of what was committed in a namespace, whoever wrote it. On the writer's thread.
    pub fn heard(&self, ns: NsId, events: &[Shown]) {
        let events = || events.iter().map(|shown| &shown.event);
        if events().any(makes_one) {
            self.any.store(true, Ordering::Relaxed);
        }
        if !self.any.load(Ordering::Relaxed) {
            return;
        }
        let stored = || events().filter(|event| event.kind == Kind::MemoryStored);
        if let Some(first) = stored().next() {
            self.told(Act {
                ns,
                at_ms: first.recorded_ms,
                ids: stored().map(|event| event.ext_id.clone()).collect(),
            });
        }
    }

    fn told(&self, act: Act) {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        if self.acts.try_send(act).is_err() {
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            signals::HOOKS_DROPPED.add(1);
        }
    }

    /// Waits for what is under way, and not long.
    pub async fn finish(&self) {
        let done = async {
            while self.waiting.load(Ordering::Acquire) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        // What is left then is lost; nobody was promised otherwise.
        let _ = tokio::time::timeout(AT_THE_END, done).await;
    }
}

/// Whether an event makes a space that has a webhook.
fn makes_one(event: &Event) -> bool {
    let shared = event.body.shared.as_ref();
    event.kind == Kind::SpaceMade && shared.is_some_and(|shared| shared.webhook.is_some())
}

// === impl Post ===

impl Post {
    async fn work(mut self, mut acts: Receiver<Act>) {
        while let Some(act) = acts.recv().await {
            match self.deliver(act).await {
                Err(error) if self.trouble.failed() => {
                    tracing::warn!(%error, "webhooks cannot be told");
                }
                Err(error) => tracing::debug!(%error, "webhooks cannot be told"),
                Ok(()) => {
                    if let Some(missed) = self.trouble.ended() {
                        tracing::info!(missed, "webhooks can be told again");
                    }
                }
            }
            self.waiting.fetch_sub(1, Ordering::AcqRel);
        }
    }

    async fn deliver(&mut self, act: Act) -> Result<()> {
        let Some(store) = self.store.upgrade() else {
            return Ok(());
        };
        let ns = act.ns;
        let hooks = store.read(move |view| hooks_of(view, ns)).await?;
        drop(store);
        if hooks.is_empty() {
            return Ok(());
        }
        let caller = self.caller()?;
        for (space, name, hook) in hooks {
            for id in &act.ids {
                let body = json!({
                    "event": "memory_stored",
                    "shared_namespace": name,
                    "memory_id": id,
                    "timestamp": Moment::from_ms(act.at_ms).rfc3339(),
                });
                let (hook, body) = (hook.clone(), body.to_string());
                self.hand(&caller, space, Notice { hook, body });
            }
        }
        Ok(())
    }

    fn hand(&self, caller: &Arc<Caller>, space: Seq, notice: Notice) {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = |silence| Worker::start(caller.clone(), self.waiting.clone(), space, silence);
        let worker = workers
            .entry(space)
            .or_insert_with(|| fresh(Arc::default()));
        let left = match worker.notices.try_send(notice) {
            Err(mpsc::error::TrySendError::Closed(notice)) => {
                *worker = fresh(worker.silence.clone());
                worker.notices.try_send(notice).err().map(drop)
            }
            other => other.err().map(drop),
        };
        if left.is_some() {
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            signals::HOOKS_DROPPED.add(1);
        }
    }

    /// Made when it is first needed: most stores have no webhooks.
    fn caller(&mut self) -> Result<Arc<Caller>> {
        if let Some(caller) = &self.caller {
            return Ok(caller.clone());
        }
        let made = Caller::new(self.private);
        let made = made.map_err(|error| Error::refused(Code::BadWebhook, error.to_string()))?;
        Ok(self.caller.insert(Arc::new(made)).clone())
    }
}

// === impl Worker ===

impl Worker {
    /// Tells one webhook one thing after the other.
    fn start(
        caller: Arc<Caller>,
        waiting: Arc<AtomicUsize>,
        space: Seq,
        silence: Arc<Spell>,
    ) -> Self {
        let (notices, mut heard) = mpsc::channel::<Notice>(NOTICES);
        let listening = silence.clone();
        tokio::spawn(async move {
            let mut next = tokio::time::timeout(IDLE, heard.recv()).await;
            while let Ok(Some(notice)) = next {
                tell(&caller, notice, space, &listening).await;
                waiting.fetch_sub(1, Ordering::AcqRel);
                next = tokio::time::timeout(IDLE, heard.recv()).await;
            }
            // What came in at the last moment is told all the same.
            heard.close();
            while let Some(notice) = heard.recv().await {
                tell(&caller, notice, space, &listening).await;
                waiting.fetch_sub(1, Ordering::AcqRel);
            }
        });
        Self { notices, silence }
    }
}

/// One that does not listen is told of once, however much it misses, and once when it listens again.
async fn tell(caller: &Caller, notice: Notice, space: Seq, silence: &Spell) {
    let Notice { hook, body } = notice;
    match caller.tell(&hook.url, body, &hook.secret).await {
        Err(error) if silence.failed() => {
            tracing::warn!(%error, space, "a webhook was not told; it is tried with each notice");
        }
        Err(error) => tracing::debug!(%error, space, "a webhook was not told"),
        Ok(()) => {
            if let Some(missed) = silence.ended() {
                tracing::info!(missed, space, "a webhook is told again");
            }
        }
    }
}

/// Spaces of an owner with the webhook of each.
fn hooks_of(view: &View<'_>, ns: NsId) -> Result<Vec<(Seq, String, Webhook)>> {
    let mut all = Vec::new();
    for space in table::hooked(view, ns)? {
        let said = said(view, space.seq)?;
        let hook = said.and_then(|(_, _, shared)| shared.webhook);
        all.extend(hook.map(|hook| (space.seq, space.name, hook)));
    }
    Ok(all)
}
