//! Listing, walking, counting, removing, and who is alive: the same for both.

use std::collections::BTreeSet;

use mneme_model::archive::{Status, Turn};

use super::desk::{self, Desk, NOW_MS, later, session};
use crate::sessions::{Instance, Move, Page, Process};

async fn ids(desk: &Desk, status: Status, skip: usize, limit: usize) -> Vec<String> {
    let listed = desk
        .registry
        .list(status, Page { skip, limit })
        .await
        .unwrap();
    listed.iter().map(|s| s.id().to_owned()).collect()
}

#[tokio::test]
async fn lists_are_oldest_first_and_in_pages() {
    for desk in desk::both().await {
        for (id, ms) in [("c", 30), ("a", 10), ("b", 20)] {
            desk.registry.register(&later(id, ms)).await.unwrap();
        }
        assert_eq!(ids(&desk, Status::Active, 0, 10).await, ["a", "b", "c"]);
        assert_eq!(ids(&desk, Status::Active, 1, 1).await, ["b"]);
        assert!(ids(&desk, Status::Active, 3, 10).await.is_empty());
        assert!(ids(&desk, Status::Active, 0, 0).await.is_empty());
        for id in ["c", "b"] {
            for turn in [Turn::Degraded, Turn::Done] {
                desk.registry
                    .turn(id, Move::new(turn, NOW_MS))
                    .await
                    .unwrap();
            }
        }
        let queue = Status::PendingHumanAnnotation;
        assert_eq!(ids(&desk, queue, 0, 10).await, ["b", "c"], "{}", desk.name);
        assert_eq!(ids(&desk, queue, 1, 10).await, ["c"]);
        assert!(ids(&desk, queue, 0, 0).await.is_empty());
        assert_eq!(ids(&desk, Status::Active, 0, 10).await, ["a"]);
    }
}

#[tokio::test]
async fn each_recording_is_counted_under_its_status() {
    for desk in desk::both().await {
        for (n, status) in Status::ALL.into_iter().enumerate() {
            for m in 0..=n {
                let mut one = session(&format!("{n}-{m}"));
                one.set("status", status.name());
                desk.registry.register(&one).await.unwrap();
            }
        }
        let counts = desk.registry.count().await.unwrap();
        for (n, status) in Status::ALL.into_iter().enumerate() {
            assert_eq!(counts[&status], n as u64 + 1, "{} {status}", desk.name);
        }
    }
}

/// A walk over more than one chunk meets everybody, though it moves whom it meets.
#[tokio::test]
async fn a_walk_meets_every_recording_while_it_moves_them() {
    for desk in desk::both().await {
        let all: BTreeSet<_> = (0..1_203).map(|n| format!("s{n}")).collect();
        for id in &all {
            desk.registry.register(&session(id)).await.unwrap();
        }
        let (mut met, mut from) = (BTreeSet::new(), None);
        loop {
            let chunk = desk
                .registry
                .walk(Status::Active, from.as_deref())
                .await
                .unwrap();
            for one in chunk.sessions {
                let by = Move::new(Turn::Lost, NOW_MS);
                desk.registry.turn(one.id(), by).await.unwrap();
                met.insert(one.id().to_owned());
            }
            from = chunk.next;
            if from.is_none() {
                break;
            }
        }
        assert_eq!(met, all, "{}", desk.name);
        let counts = desk.registry.count().await.unwrap();
        assert_eq!(
            (counts[&Status::Active], counts[&Status::Incomplete]),
            (0, 1_203)
        );
        let ended = desk.registry.walk(Status::Incomplete, None).await.unwrap();
        assert!(!ended.sessions.is_empty());
    }
}

#[tokio::test]
async fn what_is_removed_is_in_no_list() {
    for desk in desk::both().await {
        desk.registry.register(&session("a")).await.unwrap();
        assert!(desk.registry.remove("a").await.unwrap());
        assert!(!desk.registry.remove("a").await.unwrap());
        assert_eq!(desk.registry.get("a").await.unwrap(), None);
        assert!(ids(&desk, Status::Active, 0, 10).await.is_empty());
        if let Some(server) = &desk.server {
            let left: Vec<String> = server.look(redis::cmd("KEYS").arg("*"));
            assert!(left.is_empty(), "{left:?}");
        }
    }
}

#[tokio::test]
async fn an_instance_lives_from_its_beat_to_its_leave() {
    for desk in desk::both().await {
        let process = Process {
            pid: 7,
            born: 9,
            host: "desk".into(),
        };
        let one = Instance {
            id: "one".into(),
            process,
        };
        assert!(desk.registry.instances().await.unwrap().is_empty());
        desk.registry.beat(&one).await.unwrap();
        desk.registry.beat(&one).await.unwrap();
        let living = desk.registry.instances().await.unwrap();
        assert_eq!(living, std::slice::from_ref(&one));
        desk.registry.leave(&one).await.unwrap();
        assert!(desk.registry.instances().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_registry_says_which_it_is() {
    let [embedded, redis] = desk::both().await;
    assert_eq!(embedded.registry.ping().await.unwrap(), "embedded");
    assert!(redis.registry.ping().await.unwrap().starts_with("redis 7."));
}
