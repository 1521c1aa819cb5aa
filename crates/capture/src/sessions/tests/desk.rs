//! Both registries, each on an empty store or server of its own, and a recording to put there.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mneme_model::Clock;
use mneme_model::archive::Session;
use mneme_store::{Settings, Store};
use tempfile::TempDir;

use super::server::Server;
use crate::sessions::{Embedded, Redis, RedisSettings, Registry, Retention, stamp};

pub const NOW_MS: i64 = 1_790_000_000_000;

pub struct Hand(pub AtomicI64);

impl Clock for Hand {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

pub fn clock() -> Arc<Hand> {
    Arc::new(Hand(AtomicI64::new(NOW_MS)))
}

pub struct Desk {
    pub registry: Arc<dyn Registry>,
    pub name: &'static str,
    pub clock: Arc<Hand>,
    _dir: Option<TempDir>,
    pub server: Option<Server>,
}

pub async fn both() -> [Desk; 2] {
    both_with(Retention::Seed).await
}

pub async fn both_with(retention: Retention) -> [Desk; 2] {
    [embedded(retention), redis(retention).await]
}

pub fn embedded(retention: Retention) -> Desk {
    let (dir, clock) = (tempfile::tempdir().unwrap(), clock());
    let store = Store::open(&Settings::at(dir.path().join("data")), clock.clone()).unwrap();
    Desk {
        registry: Arc::new(Embedded::new(Arc::new(store), retention)),
        name: "embedded",
        clock,
        _dir: Some(dir),
        server: None,
    }
}

pub async fn redis(retention: Retention) -> Desk {
    let (server, clock) = (Server::start(&[]), clock());
    let settings = RedisSettings::at(server.url());
    let registry = Redis::open(&settings, retention, clock.clone()).await;
    Desk {
        registry: Arc::new(registry.unwrap()),
        name: "redis",
        clock,
        _dir: None,
        server: Some(server),
    }
}

pub fn session(id: &str) -> Session {
    let mut session = Session::default();
    for (field, value) in [
        ("session_id", id),
        ("status", "active"),
        ("os_type", "LINUX"),
        ("mode", "manual"),
        ("memory_name", "login"),
    ] {
        session.set(field, value);
    }
    session.set("created_at", stamp(NOW_MS));
    session.set("updated_at", stamp(NOW_MS));
    session
}

/// As [`session`], made some milliseconds later.
pub fn later(id: &str, ms: i64) -> Session {
    let mut session = session(id);
    session.set("created_at", stamp(NOW_MS + ms));
    session
}
