//! Any sequence of operations leaves what a simple model says, and tables, index and audit
//! equal to the journal folded again.

mod state;

use std::sync::Arc;

use mneme_engine::Engine;
use mneme_model::Verdict;
use proptest::prelude::*;

use self::state::Model;
use crate::support::{ask, caller, caught_up, open, wait};

#[derive(Clone, Debug)]
enum Op {
    Store(String),
    StoreWithABadOne(String),
    Import(String),
    Update(usize, String),
    UpdateUnknown,
    Supersede(usize, usize),
    Judge(usize, Verdict),
    Follow(usize, usize),
    Ingest(u8, String),
    ForgetMemory(usize),
    ForgetEvent(u8),
    /// Waits until everything is in segments.
    Settle,
    Purge,
    Reopen,
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let text = "[a-e]{1,2}word";
    let op = prop_oneof![
        6 => text.prop_map(Op::Store),
        1 => text.prop_map(Op::StoreWithABadOne),
        2 => text.prop_map(Op::Import),
        4 => (0usize..8, text).prop_map(|(n, text)| Op::Update(n, text)),
        1 => Just(Op::UpdateUnknown),
        2 => (0usize..8, 0usize..8).prop_map(|(old, new)| Op::Supersede(old, new)),
        3 => (0usize..8, any::<bool>()).prop_map(|(n, good)| {
            Op::Judge(n, if good { Verdict::Confirm } else { Verdict::Reject })
        }),
        2 => (0usize..8, 0usize..8).prop_map(|(old, new)| Op::Follow(old, new)),
        4 => (0u8..6, text).prop_map(|(n, text)| Op::Ingest(n, text)),
        3 => (0usize..8).prop_map(Op::ForgetMemory),
        2 => (0u8..6).prop_map(Op::ForgetEvent),
        1 => Just(Op::Settle),
        1 => Just(Op::Purge),
        1 => Just(Op::Reopen),
    ];
    prop::collection::vec(op, 1..40)
}

async fn check(engine: &Engine, model: &Model) {
    model.assert_listed(engine).await;
    model.assert_reputed(engine).await;
    for word in ["aword", "bcword", "eeword"] {
        let mut found = ask(engine, word).await;
        // Events of the session are also found by their neighbours' words, so only look at
        // memories here; retired versions must be gone.
        found.retain(|id| !id.starts_with("event"));
        found.sort();
        assert_eq!(found, model.believed(word), "{word}");
    }
    let verified = engine.verify(&caller(), Arc::new(|_, _| ())).await.unwrap();
    assert!(verified.is_clean(), "{verified:?}");
}

/// Nothing that was forgotten, and is not said any more, is left anywhere.
async fn check_purged(engine: &Engine, model: &Model) {
    engine.purge(&caller()).await.unwrap();
    let dump = engine.dump(&caller()).await.unwrap();
    for text in model.forgotten_words() {
        let word = format!("{text:?}");
        let left: Vec<&String> = (dump.iter())
            .filter(|line| line.contains(&word) || line.ends_with(&format!(" {text}")))
            .collect();
        assert!(left.is_empty(), "{text}: {left:?}");
    }
}

async fn carry_out(engine: &Engine, model: &mut Model, op: &Op) {
    match op {
        Op::Store(text) => model.store(engine, text).await,
        Op::StoreWithABadOne(text) => model.store_with_a_bad_one(engine, text).await,
        Op::Import(text) => model.import(engine, text).await,
        Op::Update(n, text) => model.update(engine, *n, text).await,
        Op::UpdateUnknown => model.update_unknown(engine).await,
        Op::Supersede(old, new) => model.supersede(engine, *old, *new).await,
        Op::Judge(n, verdict) => model.judge(engine, *n, *verdict).await,
        Op::Follow(old, new) => model.follow(engine, *old, *new).await,
        Op::Ingest(n, text) => model.ingest(engine, *n, text).await,
        Op::ForgetMemory(n) => model.forget_memory(engine, *n).await,
        Op::ForgetEvent(n) => model.forget_event(engine, *n).await,
        Op::Settle => caught_up(engine).await,
        Op::Purge => engine.purge(&caller()).await.unwrap(),
        Op::Reopen => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn operations_do_what_the_model_does(ops in ops()) {
        let dir = tempfile::tempdir().unwrap();
        wait(async {
            let mut engine = open(dir.path()).await;
            let mut model = Model::default();
            for op in &ops {
                if matches!(op, Op::Reopen) {
                    drop(engine);
                    engine = open(dir.path()).await;
                }
                carry_out(&engine, &mut model, op).await;
            }
            check(&engine, &model).await;
            check_purged(&engine, &model).await;
            check(&engine, &model).await;
            engine.rebuild(&caller(), Arc::new(|_, _| ())).await.unwrap();
            check(&engine, &model).await;
        });
    }
}
