//! Any sequence of operations leaves what a simple model says, and tables equal to the
//! journal folded again.

use std::collections::BTreeMap;
use std::sync::Arc;

use mneme_engine::Engine;
use mneme_engine::Initiative;
use mneme_engine::events::NewEvent;
use mneme_engine::memories::{ListMemories, NewMemory, UpdateMemory};
use proptest::prelude::*;

use crate::support::{ask, caller, open, wait};

#[derive(Clone, Debug)]
enum Op {
    Store(String),
    StoreWithABadOne(String),
    Update(usize, String),
    UpdateUnknown,
    Ingest(u8, String),
    Reopen,
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let text = "[a-e]{1,2}word";
    let op = prop_oneof![
        4 => text.prop_map(Op::Store),
        1 => text.prop_map(Op::StoreWithABadOne),
        3 => (0usize..8, text).prop_map(|(n, text)| Op::Update(n, text)),
        1 => Just(Op::UpdateUnknown),
        3 => (0u8..6, text).prop_map(|(n, text)| Op::Ingest(n, text)),
        1 => Just(Op::Reopen),
    ];
    prop::collection::vec(op, 1..25)
}

#[derive(Default)]
struct Model {
    /// Id, text, version, evidence, in the order first stored.
    memories: Vec<(String, String, u64, u64)>,
    events: BTreeMap<String, String>,
}

async fn store(engine: &Engine, model: &mut Model, text: &str) {
    let new = vec![NewMemory {
        content: text.into(),
        ..NewMemory::default()
    }];
    let stored = engine
        .store_memories(&caller(), None, new, Initiative::Caller)
        .await
        .unwrap()
        .remove(0);
    match model.memories.iter_mut().find(|memory| memory.1 == text) {
        Some(known) => {
            assert!(stored.duplicate, "{text}");
            assert_eq!(stored.id, known.0);
            known.3 += 1;
        }
        None => {
            assert!(!stored.duplicate);
            model.memories.push((stored.id, text.into(), 1, 1));
        }
    }
}

async fn update(engine: &Engine, model: &mut Model, n: usize, text: &str) {
    let count = model.memories.len();
    let Some(memory) = model.memories.get_mut(n % count.max(1)) else {
        return;
    };
    let change = UpdateMemory {
        id: memory.0.clone(),
        content: Some(text.into()),
        ..UpdateMemory::default()
    };
    let updated = engine.update_memory(&caller(), None, change).await.unwrap();
    memory.1 = text.into();
    memory.2 += 1;
    assert_eq!(updated.version, memory.2);
}

async fn ingest(engine: &Engine, model: &mut Model, n: u8, text: &str) {
    let id = format!("event{n}");
    let event = NewEvent {
        id: Some(id.clone()),
        session: "s".into(),
        text: text.into(),
        ..NewEvent::default()
    };
    let accepted = engine
        .ingest(&caller(), None, vec![event], Initiative::Caller)
        .await
        .unwrap();
    assert_eq!(accepted[0].created, !model.events.contains_key(&id));
    model.events.entry(id).or_insert_with(|| text.into());
}

async fn check(engine: &Engine, model: &Model) {
    let list = engine
        .list_memories(&caller(), None, ListMemories::default())
        .await
        .unwrap();
    let seen: Vec<_> = list
        .memories
        .into_iter()
        .map(|r| (r.id, r.text, r.version, r.evidence))
        .collect();
    assert_eq!(seen, model.memories);
    for (id, text) in &model.events {
        assert_eq!(&engine.get(&caller(), id).await.unwrap().text, text);
    }
    for word in ["aword", "bcword", "eeword"] {
        let mut found = ask(engine, word).await;
        let said = model
            .memories
            .iter()
            .filter(|m| m.1 == word)
            .map(|m| m.0.clone());
        let mut expected: Vec<String> = said.collect();
        // Events of the session are also found by their neighbours' words, so only look at
        // memories here; retired versions must be gone.
        found.retain(|id| !id.starts_with("event"));
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{word}");
    }
    let verified = engine.verify(&caller(), Arc::new(|_, _| ())).await.unwrap();
    assert_eq!(verified.tables.differences, Vec::<String>::new());
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
                match op {
                    Op::Store(text) => store(&engine, &mut model, text).await,
                    Op::StoreWithABadOne(text) => {
                        let bad = [text.as_str(), " "].map(|t| NewMemory { content: t.into(), ..NewMemory::default() });
                        assert!(engine.store_memories(&caller(), None, bad.into(), Initiative::Caller).await.is_err());
                    }
                    Op::Update(n, text) => update(&engine, &mut model, *n, text).await,
                    Op::UpdateUnknown => {
                        let change = UpdateMemory { id: "nobody".into(), content: Some("x".into()), ..UpdateMemory::default() };
                        assert!(engine.update_memory(&caller(), None, change).await.is_err());
                    }
                    Op::Ingest(n, text) => ingest(&engine, &mut model, *n, text).await,
                    Op::Reopen => {
                        drop(engine);
                        engine = open(dir.path()).await;
                    }
                }
            }
            check(&engine, &model).await;
            engine.rebuild(&caller(), Arc::new(|_, _| ())).await.unwrap();
            check(&engine, &model).await;
        });
    }
}
