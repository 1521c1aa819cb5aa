//! A Redis that goes away and comes back.

use mneme_model::archive::{Status, Turn};

use super::desk::{NOW_MS, clock, session};
use super::server::Server;
use crate::sessions::{Counters, Error, Move, Redis, RedisSettings, Registry, Retention};

use std::sync::Arc;

async fn registry(settings: &RedisSettings) -> Arc<dyn Registry> {
    Arc::new(
        Redis::open(settings, Retention::Seed, clock())
            .await
            .unwrap(),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_021_a_restart_of_redis_is_survived() {
    let mut server = Server::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let registry = registry(&RedisSettings::at(server.url())).await;
    registry.register(&session("a")).await.unwrap();
    let counters = Counters::new(registry.clone());
    for round in 1..=3 {
        server.kill();
        counters.note("a", "total_steps", round.to_string());
        let asked = tokio::spawn({
            let registry = registry.clone();
            async move { registry.get("a").await }
        });
        server.again();
        let found = asked.await.unwrap().unwrap().unwrap();
        assert_eq!(found.status(), Some(Status::Active));
        counters.flush().await.unwrap();
    }
    let done = registry
        .turn("a", Move::new(Turn::Done, NOW_MS))
        .await
        .unwrap();
    assert_eq!(done, Status::PendingAnnotation);
    let found = registry.get("a").await.unwrap().unwrap();
    assert_eq!(found.number("total_steps"), 3);
}

#[tokio::test]
async fn a_021_a_redis_that_stays_away_is_an_error_in_time_and_nothing_is_lost() {
    let mut server = Server::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let (wait_ms, answer_ms) = (400, 100);
    let settings = RedisSettings {
        wait_ms,
        answer_ms,
        ..RedisSettings::at(server.url())
    };
    let registry = registry(&settings).await;
    registry.register(&session("a")).await.unwrap();
    let counters = Counters::new(registry.clone());
    counters.note("a", "total_steps", "5");
    server.kill();
    let refused = registry
        .turn("a", Move::new(Turn::Done, NOW_MS))
        .await
        .unwrap_err();
    assert!(matches!(refused, Error::Redis { .. }), "{refused}");
    assert_eq!(refused.ipc_code(), "REDIS_ERROR");
    assert!(counters.flush().await.is_err());
    server.again();
    while counters.flush().await.is_err() {}
    let found = registry.get("a").await.unwrap().unwrap();
    assert_eq!(found.number("total_steps"), 5);
    registry
        .turn("a", Move::new(Turn::Done, NOW_MS))
        .await
        .unwrap();
}
