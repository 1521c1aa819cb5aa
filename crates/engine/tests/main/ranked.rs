//! The published ranking where no model reads the question, and what it makes of the kind of work a
//! question is about; how young a memory stays that models are shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mneme_engine::brief::{Ask, Rules};
use mneme_engine::memories::NewMemory;
use mneme_engine::{Engine, Ranking, Recall, Recalled, Settings};
use mneme_model::Clock;

use crate::support::{caller, open, stored, wait};

async fn store(engine: &Engine, content: &str, tag: &str) -> String {
    let new = NewMemory {
        content: content.into(),
        tags: vec![tag.into()],
        ..NewMemory::default()
    };
    stored(engine, new).await
}

async fn asked(engine: &Engine, query: &str) -> Recalled {
    let ask = Recall {
        query: query.into(),
        ranking: Some(Ranking::Memoryoss),
        ..Recall::default()
    };
    engine.recall(&caller(), None, ask).await.unwrap()
}

const FERRY: &str = "The ferry to Oslo leaves from pier seven. Tickets are sold on board.";
const QUESTION: &str = "from which pier does our ferry to Oslo leave?";

#[test]
fn by_words_alone_nothing_reaches_the_published_bar_and_nobody_is_told_on_a_guess() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        store(&engine, FERRY, "sea").await;
        assert_eq!(asked(&engine, QUESTION).await.hits.len(), 1, "it is found");
        let rules = Rules {
            ranking: Some(Ranking::Memoryoss),
            ..Rules::default()
        };
        assert_eq!(rules.min_recall_score, 0.40);
        let ask = Ask {
            query: QUESTION.into(),
            rules,
            ..Ask::default()
        };
        let brief = engine.brief(&caller(), ask).await.unwrap();
        assert!(brief.block.is_none(), "{:?}", brief.gate);
    });
}

#[test]
fn work_of_the_same_kind_is_before_what_only_says_the_same_words() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let plain = store(
            &engine,
            "Ann keeps the list of the billing service.",
            "people",
        )
        .await;
        let deploy = store(
            &engine,
            "Bob keeps the list of the billing service.",
            "deploy",
        )
        .await;
        let says = "Eve has a list for the rollout of other things.";
        let says = store(&engine, says, "people").await;
        let found = asked(&engine, "deploy list billing service").await;
        let hit = |id: &str| {
            let mut hits = found.hits.iter();
            hits.find(|hit| hit.record.id == id).unwrap()
        };
        let gained = hit(&deploy).score / hit(&plain).score;
        assert!(gained > 1.0, "{gained}");
        let told = hit(&deploy).provenance();
        for name in ["task_context:deploy", "task_match:tag:deploy"] {
            assert!(told.iter().any(|one| one == name), "{name} in {told:?}");
        }
        let none = hit(&plain).provenance();
        assert!(none.iter().all(|one| !one.starts_with("task_")), "{none:?}");
        let told = hit(&says).provenance();
        let word = String::from("task_match:content:rollout");
        assert!(told.contains(&word), "{told:?}");
        let other = asked(&engine, "who keeps the list of the billing service").await;
        let told = other.hits.iter().flat_map(|hit| hit.provenance());
        assert_eq!(told.filter(|one| one.starts_with("task_")).count(), 0);
    });
}

#[test]
fn a_word_in_quotes_is_found_by_the_letter_before_what_is_about_it() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let says = store(&engine, "A ferry is a boat that goes to and fro.", "sea").await;
        store(&engine, "Ferries and what they mean to ferrymen.", "sea").await;
        let quoted = asked(&engine, "what does \"ferry\" mean").await;
        assert_eq!(quoted.hits[0].record.id, says);
        let told = quoted.hits[0].provenance();
        let word = String::from("identifier_match:ferry");
        assert!(
            told.contains(&word) && told.contains(&"exact".into()),
            "{told:?}"
        );
        let plain = asked(&engine, "what does ferry mean").await;
        let told = plain.hits.iter().flat_map(|hit| hit.provenance());
        assert!(!told.collect::<Vec<_>>().contains(&word));
    });
}

/// A clock that stands until it is moved.
struct Set(AtomicI64);

impl Clock for Set {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

const WEEK_MS: i64 = 7 * 86_400_000;

#[test]
fn what_a_model_is_shown_is_as_young_as_on_the_day_it_was_told() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let clock = Arc::new(Set(AtomicI64::new(1_700_000_000_000)));
        let settings = mneme_store::Settings::at(dir.path());
        let engine = Engine::open(&settings, Settings::default(), clock.clone());
        let engine = engine.await.unwrap();
        let id = store(&engine, FERRY, "sea").await;
        clock.0.fetch_add(WEEK_MS, Ordering::Relaxed);
        let recency = || async {
            let seen = engine.inspect(&caller(), None, &id).await.unwrap();
            seen.trust.signals.recency
        };
        assert!((recency().await - 0.5).abs() < 1e-6);
        let ask = Ask {
            query: QUESTION.into(),
            ..Ask::default()
        };
        let brief = engine.brief(&caller(), ask).await.unwrap();
        assert_eq!(brief.injected.len(), 1, "{:?}", brief.gate);
        engine.close().await.unwrap();
        assert!((recency().await - 1.0).abs() < 1e-6);
    });
}
