//! Memories that speak against each other, whatever happens to them: as a simple model says, and as
//! the journal folded again says.

mod state;

use std::sync::Arc;

use mneme_engine::Fact;
use mneme_model::{MemoryStatus, Verdict};
use proptest::prelude::*;

use self::state::{Said, State};
use crate::support::{caller, open, wait};

#[derive(Clone, Debug)]
enum Op {
    Store(Said),
    /// All in one transaction.
    Batch(Vec<Said>),
    Update(usize, Said),
    Retag(usize),
    Judge(usize, Verdict),
    Follow(usize, usize),
    Forget(usize),
    Reopen,
}

fn said() -> impl Strategy<Value = Said> {
    (0u8..2, any::<bool>(), 0u8..2).prop_map(|(topic, negative, way)| Said {
        topic,
        negative,
        way,
    })
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        6 => said().prop_map(Op::Store),
        1 => prop::collection::vec(said(), 1..4).prop_map(Op::Batch),
        3 => (0usize..8, said()).prop_map(|(n, said)| Op::Update(n, said)),
        1 => (0usize..8).prop_map(Op::Retag),
        4 => (0usize..8, any::<bool>()).prop_map(|(n, good)| {
            Op::Judge(n, if good { Verdict::Confirm } else { Verdict::Reject })
        }),
        2 => (0usize..8, 0usize..8).prop_map(|(old, new)| Op::Follow(old, new)),
        3 => (0usize..8).prop_map(Op::Forget),
        1 => Just(Op::Reopen),
    ];
    prop::collection::vec(op, 1..30)
}

async fn carry_out(engine: &mneme_engine::Engine, state: &mut State, op: &Op) {
    match op {
        Op::Store(said) => state.store(engine, &[*said]).await,
        Op::Batch(all) => state.store(engine, all).await,
        Op::Update(n, said) => state.update(engine, *n, *said).await,
        Op::Retag(n) => state.retag(engine, *n).await,
        Op::Judge(n, verdict) => state.judge(engine, *n, *verdict).await,
        Op::Follow(old, new) => state.follow(engine, *old, *new).await,
        Op::Forget(n) => state.forget(engine, *n).await,
        Op::Reopen => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn contradictions_are_as_a_model_says(ops in ops()) {
        let dir = tempfile::tempdir().unwrap();
        wait(async {
            let mut engine = open(dir.path()).await;
            let mut state = State::default();
            for op in &ops {
                if matches!(op, Op::Reopen) {
                    drop(engine);
                    engine = open(dir.path()).await;
                }
                carry_out(&engine, &mut state, op).await;
                state.check(&engine).await;
            }
            let verified = engine.verify(&caller(), Arc::new(|_, _| ())).await.unwrap();
            assert!(verified.is_clean(), "{verified:?}");
            engine.rebuild(&caller(), Arc::new(|_, _| ())).await.unwrap();
            state.check(&engine).await;
        });
    }
}

#[test]
fn nothing_of_what_a_forgotten_memory_said_is_left_under_any_key() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let mut state = State::default();
        let said = |negative| Said {
            topic: 0,
            negative,
            way: 0,
        };
        state.store(&engine, &[said(false), said(true)]).await;
        let lines = |dump: Vec<String>| {
            let kept = [
                "table assertions ",
                "table assertion_words ",
                "table contradictions ",
            ];
            let is_kept = |line: &&String| kept.iter().any(|table| line.starts_with(table));
            dump.iter().filter(is_kept).count()
        };
        let before = lines(engine.dump(&caller()).await.unwrap());
        assert!(before > 6, "{before}");
        state.forget(&engine, 0).await;
        state.check(&engine).await;
        state.forget(&engine, 0).await;
        assert_eq!(lines(engine.dump(&caller()).await.unwrap()), 0);
    });
}

#[test]
fn whoever_only_asks_is_told_what_words_would_contradict_and_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let mut state = State::default();
        let said = Said {
            topic: 1,
            negative: false,
            way: 0,
        };
        state.store(&engine, &[said]).await;
        let contrary = Said {
            negative: true,
            ..said
        };
        let texts = vec![
            contrary.text(),
            said.text(),
            String::from("Something else."),
        ];
        let found = engine
            .contradicted_by(&caller(), None, texts)
            .await
            .unwrap();
        let found: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(found, [1, 0, 0]);
        state.check(&engine).await;
    });
}

#[test]
fn what_a_machine_learns_is_held_against_what_is_known() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path()).await;
        let mut state = State::default();
        let said = Said {
            topic: 0,
            negative: false,
            way: 0,
        };
        state.store(&engine, &[said]).await;
        let contrary = Said {
            negative: true,
            ..said
        };
        let fact = |text: String| Fact {
            content: text,
            tags: Vec::new(),
            source: String::from("proxy-extraction"),
            confidence: 0.2,
            said_in: None,
            overheard: false,
        };
        let me = caller();
        let learned = engine.learn(&me, vec![fact(contrary.text())]);
        let id = learned.await.unwrap().stored.remove(0);
        let record = engine.get(&caller(), None, &id).await.unwrap();
        assert_eq!(record.status, MemoryStatus::Contested);
        assert_eq!(record.outcome.confidence, Some(120));
        let other = engine.get(&me, None, &record.contradicts[0]);
        assert_eq!(other.await.unwrap().status, MemoryStatus::Contested);
        // Learnt once more it is surer, and no less contested.
        let again = engine.learn(&me, vec![fact(contrary.text())]);
        assert_eq!(again.await.unwrap().reused, std::slice::from_ref(&id));
        let record = engine.get(&caller(), None, &id).await.unwrap();
        assert_eq!(record.status, MemoryStatus::Contested);
        assert_eq!(record.outcome.confidence, Some(330));
    });
}
