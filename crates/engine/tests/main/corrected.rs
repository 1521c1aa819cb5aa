//! What was corrected stays corrected, whatever was made of it and whoever is forgotten.

use std::sync::Arc;

use mneme_engine::memories::{Feedback, ImportedMemory, Merge, NewMemory, UpdateMemory, Via};
use mneme_engine::{Engine, Forget, Recall};
use mneme_model::MemoryStatus::{Active, Archived, Contested, Superseded};
use mneme_model::{MemoryStatus, Verdict};

use crate::support::{caller, caught_up, open, stored, wait};

const ODALYS: &str = "The ferry captain is Odalys.";
const AGAIN: &str = "the ferry captain is Odalys!";
const BERIT: &str = "The ferry captain is Berit.";
const FOUR: &str = "The crane lifts 4 tons.";
const NINE: &str = "The crane lifts 9 tons.";

async fn store(engine: &Engine, content: &str) -> String {
    let new = NewMemory {
        content: content.into(),
        ..NewMemory::default()
    };
    stored(engine, new).await
}

/// What is made of all that say the same, where something is.
async fn merge(engine: &Engine) -> Option<String> {
    let wish = Merge {
        threshold: 0.9,
        most: 25,
        dry_run: false,
    };
    let merged = engine.merge(&caller(), None, wish).await.unwrap();
    caught_up(engine).await;
    let derived = merged.groups.into_iter().next();
    derived.and_then(|group| group.derived)
}

/// Two that say the same, and what is made of them.
async fn merged(engine: &Engine, one: &str, other: &str) -> [String; 3] {
    let (a, b) = (store(engine, one).await, store(engine, other).await);
    let made = merge(engine).await.expect("they say the same");
    [a, b, made]
}

async fn update(engine: &Engine, id: &str, words: &str) {
    let change = UpdateMemory {
        id: id.to_owned(),
        content: Some(words.to_owned()),
        ..UpdateMemory::default()
    };
    engine.update_memory(&caller(), None, change).await.unwrap();
    caught_up(engine).await;
}

async fn supersede(engine: &Engine, id: &str, by: &str) {
    engine.supersede(&caller(), None, id, by).await.unwrap();
    caught_up(engine).await;
}

async fn judge(engine: &Engine, id: &str, verdict: Verdict, by: Option<&str>) {
    let feedback = Feedback {
        id: id.to_owned(),
        verdict,
        superseded_by: by.map(str::to_owned),
        via: Via::Inbox,
    };
    engine.feedback(&caller(), None, feedback).await.unwrap();
    caught_up(engine).await;
}

async fn forget(engine: &Engine, id: &str) {
    let wish = Forget {
        ids: vec![id.to_owned()],
        ..Forget::default()
    };
    engine.forget(&caller(), None, wish).await.unwrap();
    caught_up(engine).await;
}

async fn status(engine: &Engine, id: &str) -> MemoryStatus {
    engine.get(&caller(), None, id).await.unwrap().status
}

async fn told(engine: &Engine, query: &str) -> Vec<String> {
    let ask = Recall {
        query: query.into(),
        limit: Some(100),
        ..Recall::default()
    };
    let found = engine.recall(&caller(), None, ask).await.unwrap();
    found.hits.into_iter().map(|hit| hit.record.text).collect()
}

async fn is_sound(engine: &Engine) {
    let verified = engine.verify(&caller(), Arc::new(|_, _| ())).await.unwrap();
    assert!(verified.is_clean(), "{verified:?}");
}

#[test]
fn facts_that_differ_in_signs_letters_or_order_are_never_made_one() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        for text in [
            "The pump moves water from tank A to tank B.",
            "The pump moves water from tank B to tank A.",
            "Alert when the queue latency > 200 ms.",
            "Alert when the queue latency < 200 ms.",
            "Backups cost $500 a month.",
            "Backups cost €500 a month.",
            "Backups cost £500 a month.",
            "The share of partners is 5%.",
            "The share of partners is 5.",
            "The guest wifi password is Sunflower.",
            "The guest wifi password is sunFlower.",
            "We release from branch main.",
            "We release from branch Main.",
            "✅ release is approved",
            "❌ release is approved",
            "I never said she stole it.",
            "Never, I said, she stole it.",
            "Is the gate open?",
            "The gate is open.",
            "a = b",
            "a != b",
        ] {
            store(&engine, text).await;
        }
        assert_eq!(merge(&engine).await, None);
        store(&engine, ODALYS).await;
        store(&engine, AGAIN).await;
        assert!(merge(&engine).await.is_some(), "plain repetition is one");
    });
}

#[test]
fn a_correction_of_what_was_merged_outlives_a_forgotten_source() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let [a, b, made] = merged(&engine, ODALYS, AGAIN).await;
        update(&engine, &made, BERIT).await;
        forget(&engine, &a).await;
        assert_eq!(status(&engine, &b).await, Archived);
        assert_eq!(told(&engine, "who is the ferry captain").await, [""; 0]);
        is_sound(&engine).await;
    });
}

#[test]
fn what_followed_on_what_was_merged_outlives_a_forgotten_source() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let [a, b, made] = merged(&engine, ODALYS, AGAIN).await;
        let new = store(&engine, BERIT).await;
        supersede(&engine, &made, &new).await;
        forget(&engine, &a).await;
        assert_eq!(status(&engine, &b).await, Archived);
        assert_eq!(told(&engine, "who is the ferry captain").await, [BERIT]);
        is_sound(&engine).await;
    });
}

#[test]
fn what_was_merged_twice_and_then_corrected_does_not_come_back() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let [a, b, first] = merged(&engine, ODALYS, AGAIN).await;
        let third = store(&engine, "The ferry captain is: Odalys").await;
        let last = merge(&engine).await.unwrap();
        update(&engine, &last, BERIT).await;
        forget(&engine, &third).await;
        for away in [&a, &b, &first] {
            assert!(!status(&engine, away).await.is_found());
        }
        assert_eq!(told(&engine, "who is the ferry captain").await, [""; 0]);
        is_sound(&engine).await;
    });
}

#[test]
fn what_was_said_to_be_wrong_does_not_come_back_with_a_forgotten_source() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let [a, b, made] = merged(&engine, ODALYS, AGAIN).await;
        judge(&engine, &made, Verdict::Reject, None).await;
        forget(&engine, &a).await;
        assert_eq!(status(&engine, &b).await, Archived);
    });
}

#[test]
fn correcting_a_source_corrects_what_was_made_of_it() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let [a, b, made] = merged(&engine, FOUR, "the crane lifts 4 tons!").await;
        update(&engine, &a, NINE).await;
        assert_eq!(status(&engine, &a).await, Active);
        assert_eq!(status(&engine, &made).await, Superseded);
        assert_eq!(status(&engine, &b).await, Archived);
        assert_eq!(told(&engine, "how much does the crane lift").await, [NINE]);
        let record = engine.get(&caller(), None, &made).await.unwrap();
        assert_eq!(record.superseded_by.as_ref(), Some(&a));
        assert_eq!(record.derived_from.len(), 2, "where it comes from is told");
        is_sound(&engine).await;
        forget(&engine, &b).await;
        assert_eq!(told(&engine, "how much does the crane lift").await, [NINE]);
        is_sound(&engine).await;
    });
}

#[test]
fn what_takes_the_place_of_a_source_takes_that_of_what_was_made_of_it() {
    for by_feedback in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        wait(async {
            let engine = open(dir.path()).await;
            let [a, _, made] = merged(&engine, FOUR, "the crane lifts 4 tons!").await;
            let nine = store(&engine, NINE).await;
            match by_feedback {
                true => judge(&engine, &a, Verdict::Supersede, Some(&nine)).await,
                false => supersede(&engine, &a, &nine).await,
            }
            assert_eq!(status(&engine, &made).await, Superseded);
            assert_eq!(told(&engine, "how much does the crane lift").await, [NINE]);
            is_sound(&engine).await;
        });
    }
}

async fn import(engine: &Engine, memory: ImportedMemory, id: &str, content: &str) {
    let whole = ImportedMemory {
        id: id.to_owned(),
        memory: NewMemory {
            content: content.to_owned(),
            ..NewMemory::default()
        },
        ..memory
    };
    let taken = engine.import_memories(&caller(), None, vec![whole]).await;
    taken.unwrap();
    caught_up(engine).await;
}

#[test]
fn newer_words_of_a_source_correct_what_was_made_of_it_when_they_are_imported() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let [a, _, made] = merged(&engine, FOUR, "the crane lifts 4 tons!").await;
        let newer = ImportedMemory {
            version: 2,
            updated_at: Some(String::from("2023-11-14T22:13:30Z")),
            ..ImportedMemory::default()
        };
        import(&engine, newer, &a, NINE).await;
        assert_eq!(status(&engine, &made).await, Superseded);
        assert_eq!(told(&engine, "how much does the crane lift").await, [NINE]);
        is_sound(&engine).await;
    });
}

#[test]
fn a_correction_made_elsewhere_outlives_a_forgotten_source_here() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let source = ImportedMemory {
            status: Superseded,
            superseded_by: Some(String::from("made")),
            ..ImportedMemory::default()
        };
        import(&engine, source.clone(), "a", ODALYS).await;
        import(&engine, source, "b", AGAIN).await;
        let made = ImportedMemory {
            version: 2,
            derived_from: vec![String::from("a"), String::from("b")],
            ..ImportedMemory::default()
        };
        import(&engine, made, "made", BERIT).await;
        let record = engine.get(&caller(), None, "b").await.unwrap();
        assert_eq!(record.superseded_by.as_deref(), Some("made"));
        forget(&engine, "a").await;
        assert!(!status(&engine, "b").await.is_found());
        is_sound(&engine).await;
    });
}

#[test]
fn other_tags_of_a_source_correct_nothing() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let [a, _, made] = merged(&engine, FOUR, "the crane lifts 4 tons!").await;
        let change = UpdateMemory {
            id: a,
            tags: Some(vec![String::from("harbour")]),
            ..UpdateMemory::default()
        };
        engine.update_memory(&caller(), None, change).await.unwrap();
        assert_eq!(status(&engine, &made).await, Active);
    });
}

#[test]
fn what_its_opposite_had_followed_on_is_contested_when_somebody_confirms_it() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let open_on = store(&engine, "The gym is open on Sundays.").await;
        let closed = store(&engine, "The gym is not open on Sundays.").await;
        supersede(&engine, &closed, &open_on).await;
        assert_eq!(status(&engine, &open_on).await, Active);
        judge(&engine, &closed, Verdict::Confirm, None).await;
        for id in [&open_on, &closed] {
            assert_eq!(status(&engine, id).await, Contested);
        }
        judge(&engine, &closed, Verdict::Confirm, None).await;
        assert_eq!(status(&engine, &closed).await, Active, "now it is settled");
        is_sound(&engine).await;
    });
}
