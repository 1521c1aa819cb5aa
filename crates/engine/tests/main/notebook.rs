//! What time does to a notebook.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mneme_engine::notebook::{Acts, Lesson, Lessons};
use mneme_engine::{Engine, Error, Settings};
use mneme_model::Clock;
use mneme_store::tables::audit::{self, Entry};

use crate::support::{caller, wait};

const WEEK_MS: i64 = 7 * 86_400_000;

/// A clock that stands still until somebody moves it.
struct Moved(AtomicI64);

impl Clock for Moved {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

async fn learn(engine: &Engine, content: &str, confidence: f64) -> String {
    let lesson = Lesson {
        content: content.into(),
        confidence,
        ..Lesson::default()
    };
    let (lesson, _) = engine.learn_lesson(&caller(), None, lesson).await.unwrap();
    lesson.id
}

async fn known(engine: &Engine) -> Vec<(String, f64)> {
    let all = Lessons {
        limit: 100,
        ..Lessons::default()
    };
    let lessons = engine.lessons(&caller(), None, all).await.unwrap();
    let mut known: Vec<_> = lessons
        .into_iter()
        .map(|lesson| (lesson.content, lesson.confidence))
        .collect();
    known.sort_by(|a, b| a.0.cmp(&b.0));
    known
}

#[test]
fn n_041_lessons_fade_by_the_week_and_confirmed_ones_stay() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let clock = Arc::new(Moved(AtomicI64::new(1_700_000_000_000)));
        let store = mneme_store::Settings::at(dir.path());
        let engine = Engine::open(&store, Settings::default(), clock.clone());
        let engine = engine.await.unwrap();
        learn(&engine, "confirmed and faint", 0.1).await;
        let id = learn(&engine, "confirmed and faint", 0.1).await;
        learn(&engine, "faint", 0.1).await;
        learn(&engine, "half sure", 0.5).await;
        let who = caller();
        let fade = || engine.fade_lessons(&who, None);
        assert_eq!(fade().await.unwrap(), 0, "nothing is a week old");
        clock.0.fetch_add(3 * WEEK_MS, Ordering::SeqCst);
        assert_eq!(fade().await.unwrap(), 3);
        let expected = [("confirmed and faint", 0.05), ("half sure", 0.35)];
        let expected = expected.map(|(content, sure)| (content.to_owned(), sure));
        assert_eq!(known(&engine).await, expected);
        assert_eq!(fade().await.unwrap(), 0, "once a week");
        engine.strengthen(&caller(), None, id).await.unwrap();
        let found = crate::support::ask(&engine, "faint").await;
        assert_eq!(found.len(), 1, "what faded away is not found any more");
        learn(&engine, "faint", 0.5).await;
        assert_eq!(known(&engine).await.len(), 3, "and can be learnt anew");
    });
}

#[test]
fn n_052_an_act_is_found_however_much_was_done_since() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let clock = Arc::new(Moved(AtomicI64::new(1_700_000_000_000)));
        let store = mneme_store::Settings::at(dir.path());
        let engine = Engine::open(&store, Settings::default(), clock);
        let engine = engine.await.unwrap();
        learn(&engine, "Oil the mill", 0.5).await;
        let asked = Entry {
            action: String::from("recall"),
            namespace: caller().namespace,
            times: 1,
            ..Entry::default()
        };
        let many = engine.store().write(256, move |tx| {
            for _ in 0..5_100 {
                audit::append(tx, &asked)?;
            }
            Ok::<_, Error>(())
        });
        many.await.unwrap();
        let wanted = |operation: Option<&str>, limit| Acts {
            operation: operation.map(str::to_owned),
            limit,
            ..Acts::default()
        };
        let who = caller();
        let acts = engine.acts(&who, None, wanted(Some("lesson_create"), 50));
        assert_eq!(acts.await.unwrap().len(), 1);
        let acts = engine.acts(&who, None, wanted(None, 700)).await.unwrap();
        assert_eq!(acts.len(), 700);
        assert!(acts.windows(2).all(|two| two[0].n == two[1].n + 1));
    });
}
