//! An engine on a directory of its own.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mneme_access::{Caller, Peer, Role};
use mneme_engine::memories::{Feedback, NewMemory, Via};
use mneme_engine::{Engine, Initiative, Recall, Settings};
use mneme_model::{Clock, Door, Verdict};

/// A clock that moves one millisecond whenever it is read.
pub struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now_ms(&self) -> i64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

pub fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// Small batches and namespaces, so that tests reach the segments quickly.
pub async fn open(dir: &Path) -> Engine {
    let mut settings = Settings::default();
    settings.index.small_namespace = 8;
    settings.index.batch_events = 5;
    settings.index.follow_ms = 1;
    let clock = Arc::new(Ticking(AtomicI64::new(1_700_000_000_000)));
    Engine::open(&mneme_store::Settings::at(dir), settings, clock)
        .await
        .unwrap()
}

pub fn caller() -> Caller {
    Caller {
        subject: "test".into(),
        namespace: "n".into(),
        role: Role::Admin,
        key: None,
        door: Door::Control,
        peer: Peer::Here,
        until: None,
        only: None,
        agent: None,
    }
}

/// Ids that answer a question, best first.
pub async fn ask(engine: &Engine, query: &str) -> Vec<String> {
    let ask = Recall {
        query: query.into(),
        limit: Some(100),
        ..Recall::default()
    };
    let found = engine.recall(&caller(), None, ask).await.unwrap();
    found.hits.into_iter().map(|hit| hit.record.id).collect()
}

pub async fn caught_up(engine: &Engine) {
    while engine.index_lag() > 0 {
        tokio::task::yield_now().await;
    }
}

/// Stores a memory that the index then knows; its id.
pub async fn stored(engine: &Engine, new: NewMemory) -> String {
    let stored = engine
        .store_memories(&caller(), None, vec![new], Initiative::Caller)
        .await
        .unwrap();
    caught_up(engine).await;
    stored[0].id.clone()
}

/// Somebody's word on a memory.
pub async fn judge(engine: &Engine, id: &str, verdict: Verdict) {
    let feedback = Feedback {
        id: id.into(),
        verdict,
        superseded_by: None,
        via: Via::Feedback,
    };
    engine.feedback(&caller(), None, feedback).await.unwrap();
}
