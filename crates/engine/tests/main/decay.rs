//! What nobody had a use for goes stale, by what came of it.

use mneme_engine::brief::{Ask, Brief};
use mneme_engine::memories::{Decay, NewMemory, UpdateMemory};
use mneme_engine::{Engine, Fact};
use mneme_model::{MemoryStatus, Verdict};

use crate::support::{caller, caught_up, judge, open, stored, wait};

const FERRY: &str = "The ferry to Oslo leaves from pier seven at noon.";
const QUESTION: &str = "from which pier does our ferry to Oslo leave?";

async fn store(engine: &Engine, content: &str) -> String {
    let new = NewMemory {
        content: content.into(),
        ..NewMemory::default()
    };
    stored(engine, new).await
}

async fn learn(engine: &Engine, content: &str, confidence: f64) -> String {
    let fact = Fact {
        content: content.into(),
        tags: Vec::new(),
        source: String::from("proxy-extraction"),
        confidence,
        said_in: None,
        overheard: false,
    };
    let learnt = engine.learn(&caller(), vec![fact]).await.unwrap();
    caught_up(engine).await;
    let all = learnt.stored.into_iter().chain(learnt.reused);
    all.collect::<Vec<_>>().remove(0)
}

async fn show(engine: &Engine, query: &str) -> Brief {
    let ask = Ask {
        query: query.into(),
        budget_tokens: 2_000,
        ..Ask::default()
    };
    engine.brief(&caller(), ask).await.unwrap()
}

async fn show_thrice(engine: &Engine) {
    for _ in 0..3 {
        let brief = show(engine, QUESTION).await;
        assert_eq!(brief.injected.len(), 1, "{:?}", brief.gate);
    }
}

async fn decay(engine: &Engine) {
    let wish = Decay {
        after_days: Some(0),
        dry_run: false,
    };
    engine.decay(&caller(), None, wish).await.unwrap();
}

async fn status(engine: &Engine, id: &str) -> MemoryStatus {
    engine.get(&caller(), None, id).await.unwrap().status
}

async fn reword(engine: &Engine, id: &str, words: &str) {
    let change = UpdateMemory {
        id: id.into(),
        content: Some(words.into()),
        ..UpdateMemory::default()
    };
    engine.update_memory(&caller(), None, change).await.unwrap();
}

#[test]
fn g_076_shown_three_times_in_vain_it_goes_stale() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let ferry = store(&engine, FERRY).await;
        decay(&engine).await;
        assert_eq!(status(&engine, &ferry).await, MemoryStatus::Active);
        show_thrice(&engine).await;
        decay(&engine).await;
        assert_eq!(status(&engine, &ferry).await, MemoryStatus::Stale);
    });
}

#[test]
fn g_076_what_was_learnt_again_or_confirmed_stays_however_often_it_is_shown() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let ferry = learn(&engine, FERRY, 0.2).await;
        assert_eq!(learn(&engine, FERRY, 0.2).await, ferry);
        let seen = engine.get(&caller(), None, &ferry).await.unwrap();
        assert_eq!((seen.evidence, seen.outcome.reuses), (1, 1));
        show_thrice(&engine).await;
        decay(&engine).await;
        assert_eq!(status(&engine, &ferry).await, MemoryStatus::Active);
    });
}

#[test]
fn g_076_what_was_refused_more_often_than_confirmed_goes_stale() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let refused = store(&engine, FERRY).await;
        let other = store(&engine, "The lamp on the north mole is green.").await;
        judge(&engine, &refused, Verdict::Reject).await;
        // New words are believed; that the old ones were refused is not forgotten.
        for (id, words) in [
            (
                &refused,
                "The ferry to Oslo leaves from pier eight at noon.",
            ),
            (&other, "The lamp on the south mole is green."),
        ] {
            reword(&engine, id, words).await;
            assert_eq!(status(&engine, id).await, MemoryStatus::Active);
        }
        decay(&engine).await;
        assert_eq!(status(&engine, &refused).await, MemoryStatus::Stale);
        assert_eq!(status(&engine, &other).await, MemoryStatus::Active);
    });
}

#[test]
fn g_076_a_candidate_goes_stale_when_it_was_shown_in_vain_and_not_before() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        store(
            &engine,
            "The payment rollout steps before a production deploy are in scripts/rollout.sh. They take ten minutes.",
        )
        .await;
        let named = learn(
            &engine,
            "The production deploy of the payment rollout has its staging approval from Bob.",
            0.9,
        )
        .await;
        let unseen = learn(&engine, "The lamp on the north mole is green.", 0.9).await;
        decay(&engine).await;
        assert_eq!(status(&engine, &named).await, MemoryStatus::Candidate);
        let brief = show(
            &engine,
            "Need the payment rollout steps and staging approval before production deploy.",
        )
        .await;
        let state = brief.task_state.expect("a state of the work");
        let asked = state.open_questions.join(" ");
        assert!(asked.contains(&named), "{asked}");
        assert!(brief.injected.iter().all(|one| one.memory_id != named));
        decay(&engine).await;
        assert_eq!(status(&engine, &named).await, MemoryStatus::Stale);
        assert_eq!(status(&engine, &unseen).await, MemoryStatus::Candidate);
    });
}

#[test]
fn a_rule_holds_until_somebody_ends_it() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let rule = store(&engine, "Never delete the logs from production.").await;
        let ferry = store(&engine, FERRY).await;
        for (id, words) in [
            (&rule, "Never delete the audit logs from production."),
            (&ferry, "The ferry to Oslo leaves from pier eight at noon."),
        ] {
            judge(&engine, id, Verdict::Reject).await;
            reword(&engine, id, words).await;
        }
        decay(&engine).await;
        assert_eq!(status(&engine, &ferry).await, MemoryStatus::Stale);
        assert_eq!(status(&engine, &rule).await, MemoryStatus::Active);
    });
}
