//! An event is found at every moment of its way: in the inbox, in the tail, in segments, after
//! opening again, and after the index was thrown away.

use std::sync::Arc;

use mneme_engine::events::NewEvent;
use mneme_engine::memories::{NewMemory, UpdateMemory};
use mneme_engine::{Engine, Initiative, Recall};
use mneme_model::Moment;

use crate::support::{ask, caller, caught_up, open, wait};

fn event(n: usize) -> NewEvent {
    NewEvent {
        id: Some(format!("e{n}")),
        session: format!("s{}", n / 10),
        text: format!("unique{n} and some shared words"),
        occurred_at: Some(Moment::from_ms(1_000 * n as i64).rfc3339()),
        ..NewEvent::default()
    }
}

async fn all_found(engine: &Engine, count: usize) {
    for n in 0..count {
        assert_eq!(
            ask(engine, &format!("unique{n}")).await.first(),
            Some(&format!("e{n}")),
            "event {n}"
        );
    }
}

#[test]
fn every_event_is_found_first_wherever_it_is() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        for n in 0..60 {
            engine
                .ingest(&caller(), None, vec![event(n)], Initiative::Caller)
                .await
                .unwrap();
            assert_eq!(
                ask(&engine, &format!("unique{n}")).await.first(),
                Some(&format!("e{n}")),
                "at once"
            );
        }
        all_found(&engine, 60).await;
        caught_up(&engine).await;
        all_found(&engine, 60).await;
        assert_eq!(
            ask(&engine, "shared words").await.len(),
            60,
            "each once, whether in tail or segments"
        );
        drop(engine);
        let engine = open(dir.path()).await;
        all_found(&engine, 60).await;
        drop(engine);
        std::fs::remove_dir_all(dir.path().join("index")).unwrap();
        all_found(&open(dir.path()).await, 60).await;
    });
}

#[test]
fn neighbours_help_across_tail_and_segments_the_same() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        for n in 0..40 {
            engine
                .ingest(&caller(), None, vec![event(n)], Initiative::Caller)
                .await
                .unwrap();
        }
        caught_up(&engine).await;
        let near = ask(&engine, "unique25").await;
        assert_eq!(near.first().map(String::as_str), Some("e25"));
        let mut window: Vec<&str> = near.iter().map(String::as_str).collect();
        window.sort_unstable();
        assert_eq!(
            window,
            ["e23", "e24", "e25", "e26", "e27"],
            "two neighbours on each side"
        );
    });
}

#[test]
fn a_correction_retires_the_old_words_everywhere_but_the_past_still_answers() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        for n in 0..20 {
            engine
                .ingest(&caller(), None, vec![event(n)], Initiative::Caller)
                .await
                .unwrap();
        }
        let new = vec![NewMemory {
            content: "the harbour port is 8000".into(),
            ..NewMemory::default()
        }];
        let id = engine
            .store_memories(&caller(), None, new, Initiative::Caller)
            .await
            .unwrap()
            .remove(0)
            .id;
        caught_up(&engine).await;
        let then = Moment::from_ms(engine.store().now_ms()).rfc3339();
        let change = UpdateMemory {
            id: id.clone(),
            content: Some("the harbour gate is 9000".into()),
            ..UpdateMemory::default()
        };
        engine.update_memory(&caller(), None, change).await.unwrap();
        for round in ["tail", "segments"] {
            assert!(!ask(&engine, "8000").await.contains(&id), "{round}");
            assert_eq!(
                ask(&engine, "9000").await,
                std::slice::from_ref(&id),
                "{round}"
            );
            let past = Recall {
                query: "harbour port 8000".into(),
                as_of: Some(then.clone()),
                ..Recall::default()
            };
            let hit = engine
                .recall(&caller(), None, past)
                .await
                .unwrap()
                .hits
                .remove(0);
            assert_eq!(
                (hit.record.id.as_str(), hit.record.text.as_str()),
                (id.as_str(), "the harbour port is 8000"),
                "{round}"
            );
            caught_up(&engine).await;
        }
    });
}

#[test]
fn events_that_arrive_late_take_their_place_in_the_session() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        for n in (0..30).rev() {
            engine
                .ingest(&caller(), None, vec![event(n)], Initiative::Caller)
                .await
                .unwrap();
        }
        caught_up(&engine).await;
        let mut near = ask(&engine, "unique5").await;
        near.sort();
        assert_eq!(near, ["e3", "e4", "e5", "e6", "e7"]);
    });
}

#[test]
fn nobody_is_found_twice_while_the_follower_works() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = Arc::new(open(dir.path()).await);
        let writer = tokio::spawn({
            let engine = engine.clone();
            async move {
                for n in 0..600 {
                    let event = NewEvent {
                        session: "one".into(),
                        ..event(n)
                    };
                    engine
                        .ingest(&caller(), None, vec![event], Initiative::Caller)
                        .await
                        .unwrap();
                }
            }
        });
        while !writer.is_finished() {
            let mut found = ask(&engine, "shared words").await;
            let all = found.len();
            found.sort();
            found.dedup();
            assert_eq!(found.len(), all);
        }
        writer.await.unwrap();
    });
}
