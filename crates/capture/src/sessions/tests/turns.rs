//! Registering, turning, counting: the same for both.

use std::sync::atomic::Ordering;

use mneme_model::archive::{Session, Status, Turn};

use super::desk::{self, NOW_MS, session};
use crate::sessions::{Change, Error, Fields, Move, Retention, stamp};

/// Every field a record can have.
const FIELDS: [&str; 40] = [
    "session_id",
    "mode",
    "status",
    "ma_core_addr",
    "tenant_id",
    "os_type",
    "os_version",
    "os_architecture",
    "os_environment_id",
    "capture_server_id",
    "capture_server_addr",
    "actuation_server_id",
    "actuation_server_addr",
    "the_eyes_addr",
    "reasoning_model_id",
    "memory_name",
    "memory_path",
    "created_at",
    "updated_at",
    "total_steps",
    "annotated_steps",
    "skipped_steps",
    "kafka_partition",
    "kafka_offset",
    "storage_backend",
    "model_provider",
    "model_endpoint",
    "model_api_key_ref",
    "fallback_model_provider",
    "fallback_model_endpoint",
    "fallback_api_key_ref",
    "context_window_steps",
    "actuation_agent_version",
    "actuation_server_version",
    "actuation_transport",
    "owner_pid",
    "owner_instance",
    "owner_heartbeat_at",
    "schema",
    "a_field_of_a_later_version",
];

fn every_field() -> Session {
    let mut full = session("full");
    for field in FIELDS {
        if full.get(field).is_empty() {
            full.set(field, format!("ä value of {field}"));
        }
    }
    full
}

#[tokio::test]
async fn a_200_every_field_of_a_record_comes_back() {
    for desk in desk::both().await {
        let full = every_field();
        desk.registry.register(&full).await.unwrap();
        let found = desk.registry.get("full").await.unwrap().unwrap();
        assert_eq!(found, full, "{}", desk.name);
        assert_eq!(found.fields.len(), FIELDS.len());
        assert_eq!(desk.registry.get("none").await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_010_references_to_keys_are_kept_and_not_shown() {
    for desk in desk::both().await {
        desk.registry.register(&every_field()).await.unwrap();
        let found = desk.registry.get("full").await.unwrap().unwrap();
        let shown = found.shown();
        assert_eq!(shown.len(), FIELDS.len() - 2);
        assert!(!shown.keys().any(|field| field.ends_with("_api_key_ref")));
        assert!(!shown.values().any(|value| value.contains("api_key_ref")));
        assert!(!found.get("model_api_key_ref").is_empty());
    }
}

#[tokio::test]
async fn an_id_is_registered_once_and_only_with_what_a_record_needs() {
    for desk in desk::both().await {
        desk.registry.register(&session("a")).await.unwrap();
        let mut again = session("a");
        again.set("memory_name", "other");
        let refused = desk.registry.register(&again).await.unwrap_err();
        assert!(matches!(&refused, Error::Exists(id) if id == "a"));
        assert_eq!(refused.ipc_code(), "REGISTER_FAILED");
        let kept = desk.registry.get("a").await.unwrap().unwrap();
        assert_eq!(kept.get("memory_name"), "login");
        for field in ["session_id", "status", "created_at"] {
            let mut bad = session("b");
            bad.set(field, "");
            let refused = desk.registry.register(&bad).await;
            assert!(matches!(refused, Err(Error::BadSession(_))), "{field}");
        }
        assert_eq!(desk.registry.count().await.unwrap()[&Status::Active], 1);
    }
}

/// Every turn in every state: taken if the table says so, refused otherwise, nothing in between.
#[tokio::test]
async fn a_012_a_turn_is_taken_as_the_table_says_or_refused_with_both_names() {
    for desk in desk::both().await {
        for (n, from) in Status::ALL.into_iter().enumerate() {
            for (m, turn) in Turn::ALL.into_iter().enumerate() {
                let id = format!("{n}-{m}");
                let mut before = session(&id);
                before.set("status", from.name());
                desk.registry.register(&before).await.unwrap();
                let by = Move::new(turn, NOW_MS + 1).with("memory_path", "/moved");
                let got = desk.registry.turn(&id, by).await;
                let after = desk.registry.get(&id).await.unwrap().unwrap();
                match from.after(turn) {
                    Ok(to) => {
                        assert_eq!(got.unwrap(), to);
                        assert_eq!(after.status(), Some(to));
                        assert_eq!(after.get("updated_at"), stamp(NOW_MS + 1));
                        assert_eq!(after.get("memory_path"), "/moved");
                    }
                    Err(refused) => {
                        let got = got.unwrap_err();
                        assert!(matches!(&got, Error::Refused(r) if *r == refused), "{got}");
                        assert_eq!(got.ipc_code(), "INVALID_STATUS");
                        assert!(got.to_string().contains(from.name()));
                        assert!(got.to_string().contains(turn.name()));
                        assert_eq!(after, before);
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn a_turn_of_nobody_is_refused_and_makes_nobody() {
    for desk in desk::both().await {
        let refused = desk
            .registry
            .turn("none", Move::new(Turn::Done, NOW_MS))
            .await;
        let refused = refused.unwrap_err();
        assert_eq!(refused.ipc_code(), "SESSION_NOT_FOUND");
        assert_eq!(desk.registry.get("none").await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_turn_or_a_change_never_renames_a_recording() {
    for desk in desk::both().await {
        desk.registry.register(&session("a")).await.unwrap();
        let names = [
            ("session_id", "b"),
            ("status", "complete"),
            ("created_at", "never"),
        ];
        let fields: Fields = names.map(|(k, v)| (k.to_owned(), v.to_owned())).into();
        let change = Change {
            id: String::from("a"),
            fields: fields.clone(),
        };
        assert_eq!(desk.registry.set(&[change]).await.unwrap(), [true]);
        let by = Move {
            fields,
            ..Move::new(Turn::Done, NOW_MS)
        };
        desk.registry.turn("a", by).await.unwrap();
        let found = desk.registry.get("a").await.unwrap().unwrap();
        assert_eq!(found.id(), "a");
        assert_eq!(found.get("created_at"), stamp(NOW_MS));
        assert_eq!(found.status(), Some(Status::PendingAnnotation));
    }
}

/// Of many who turn the same recording at once, one does.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_turn_is_taken_once_however_many_try() {
    for desk in desk::both().await {
        desk.registry.register(&session("a")).await.unwrap();
        let tries: Vec<_> = (0..20)
            .map(|n| {
                let registry = desk.registry.clone();
                tokio::spawn(
                    async move { registry.turn("a", Move::new(Turn::Done, NOW_MS + n)).await },
                )
            })
            .collect();
        let mut taken = 0;
        for one in tries {
            taken += usize::from(one.await.unwrap().is_ok());
        }
        assert_eq!(taken, 1, "{}", desk.name);
    }
}

#[tokio::test]
async fn a_201_counters_are_written_where_there_is_a_record() {
    for desk in desk::both().await {
        desk.registry.register(&session("a")).await.unwrap();
        let change = |id: &str, n: u32| Change {
            id: id.to_owned(),
            fields: [(String::from("total_steps"), n.to_string())].into(),
        };
        let written = desk
            .registry
            .set(&[change("a", 7), change("gone", 8)])
            .await;
        assert_eq!(written.unwrap(), [true, false]);
        let found = desk.registry.get("a").await.unwrap().unwrap();
        assert_eq!(found.number("total_steps"), 7);
        assert_eq!(found.get("memory_name"), "login");
        assert_eq!(desk.registry.get("gone").await.unwrap(), None);
    }
}

/// What ended is not seen once its time is over, and a mending takes it away.
#[tokio::test]
async fn an_embedded_record_goes_when_its_time_is_over() {
    let desk = desk::embedded(Retention::Seed);
    for (id, turn, days) in [("lost", Turn::Lost, 7), ("kept", Turn::Done, 0)] {
        desk.registry.register(&session(id)).await.unwrap();
        desk.registry
            .turn(id, Move::new(turn, NOW_MS))
            .await
            .unwrap();
        let then = NOW_MS + days * 24 * 3_600_000;
        desk.clock.0.store(then - 1, Ordering::Relaxed);
        assert!(desk.registry.get(id).await.unwrap().is_some());
        desk.clock.0.store(then, Ordering::Relaxed);
        assert_eq!(desk.registry.get(id).await.unwrap().is_none(), id == "lost");
    }
    desk.clock
        .0
        .store(NOW_MS + 8 * 24 * 3_600_000, Ordering::Relaxed);
    assert_eq!(desk.registry.count().await.unwrap()[&Status::Incomplete], 0);
    assert_eq!(desk.registry.mend().await.unwrap().orphans, 1);
    assert_eq!(desk.registry.mend().await.unwrap().orphans, 0);
    assert!(desk.registry.get("kept").await.unwrap().is_some());
    desk.registry.register(&session("lost")).await.unwrap();
}
