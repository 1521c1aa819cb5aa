//! What an answer loads in one go is what looking at each record by itself shows.

use mneme_engine::brief::Ask;
use mneme_engine::memories::{Feedback, NewMemory, UpdateMemory, Via};
use mneme_engine::{Engine, Initiative, Recall, Record};
use mneme_model::Verdict;

use crate::support::{caller, caught_up, open, wait};

const HARBOUR: [&str; 4] = [
    "The ferry to Oslo leaves from pier seven. Tickets are sold on board.",
    "The ferry to Bergen leaves from pier two of the harbour.",
    "The harbour master keeps the key of pier nine.",
    "The ferry to Kiel is painted green.",
];

async fn store(engine: &Engine, texts: &[&str]) -> Vec<String> {
    let new = texts.iter().map(|text| NewMemory {
        content: (*text).into(),
        ..NewMemory::default()
    });
    let (me, new) = (caller(), new.collect());
    let stored = engine.store_memories(&me, None, new, Initiative::Caller);
    let stored = stored.await.unwrap();
    stored.into_iter().map(|one| one.id).collect()
}

/// Everything that is kept of a memory in tables of their own, and what its own row says.
fn told(record: &Record) -> String {
    format!(
        "{} {} {} {:?} {} {} {:?} {:?} {}",
        record.id,
        record.root,
        record.version,
        record.status,
        record.text,
        record.evidence,
        record.outcome,
        record.injections,
        record.pinned
    )
}

#[test]
fn a_hit_is_the_record_that_looking_at_it_shows() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let (engine, me) = (open(dir.path()).await, caller());
        let ids = store(&engine, &HARBOUR).await;
        let better = UpdateMemory {
            id: ids[1].clone(),
            content: Some("The ferry to Bergen leaves from pier three now.".into()),
            tags: None,
            memory_type: None,
        };
        engine.update_memory(&me, None, better).await.unwrap();
        let good = Feedback {
            id: ids[2].clone(),
            verdict: Verdict::Confirm,
            superseded_by: None,
            via: Via::Feedback,
        };
        engine.feedback(&me, None, good).await.unwrap();
        let pin = engine.pin(&me, None, &ids[3], true);
        pin.await.unwrap();
        caught_up(&engine).await;
        let shown = Ask {
            query: "from which pier does our ferry to Oslo leave?".into(),
            ..Ask::default()
        };
        engine.brief(&me, shown).await.unwrap();
        engine.close().await.unwrap();

        let ask = Recall {
            query: "ferry harbour pier".into(),
            ..Recall::default()
        };
        let found = engine.recall(&me, None, ask).await.unwrap().hits;
        assert_eq!(found.len(), HARBOUR.len(), "one version of each");
        for hit in &found {
            let alone = engine.inspect(&me, None, &hit.record.id).await.unwrap();
            assert_eq!(told(&hit.record), told(&alone.record));
        }
        let of = |n: usize| {
            let mut hits = found.iter().map(|hit| &hit.record);
            hits.find(|record| record.id == ids[n]).unwrap()
        };
        assert_eq!(of(0).injections.times, 1);
        assert_eq!((of(1).version, of(1).root == of(1).seq), (2, false));
        assert_eq!((of(2).outcome.confirms, of(3).pinned), (1, true));
    });
}
