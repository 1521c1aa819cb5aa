//! What happened lately, in its four groups.

use mneme_engine::brief::Ask;
use mneme_engine::memories::{Feedback, Merge, NewMemory, Via};
use mneme_engine::{Engine, Fact, Initiative};
use mneme_model::Verdict;

use crate::support::{caller, caught_up, open, wait};

async fn store(engine: &Engine, texts: &[&str]) -> Vec<String> {
    let new = texts.iter().map(|text| NewMemory {
        content: (*text).into(),
        ..NewMemory::default()
    });
    let (me, new) = (caller(), new.collect());
    let stored = engine.store_memories(&me, None, new, Initiative::Caller);
    let stored = stored.await.unwrap();
    caught_up(engine).await;
    stored.into_iter().map(|one| one.id).collect()
}

const FERRY: &str = "The ferry to Oslo leaves from pier seven. Tickets are sold on board.";
const SAME: [&str; 2] = [
    "Deploys need an approval from Maria before noon.",
    "deploys need an approval from Maria, before noon",
];

#[test]
fn g_113_every_group_of_what_happened_lately_is_filled() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let ferry = store(&engine, &[FERRY]).await.remove(0);
        let ask = Ask {
            query: String::from("from which pier does our ferry to Oslo leave?"),
            ..Ask::default()
        };
        let brief = engine.brief(&caller(), ask).await.unwrap();
        assert_eq!(brief.injected.len(), 1, "{:?}", brief.gate);
        let fact = Fact {
            content: String::from("The harbour of this project is closed in winter."),
            tags: Vec::new(),
            source: String::from("proxy-extraction"),
            confidence: 0.2,
            said_in: None,
            overheard: false,
        };
        let learnt = engine.learn(&caller(), vec![fact]).await.unwrap().stored;
        let feedback = Feedback {
            id: ferry.clone(),
            verdict: Verdict::Confirm,
            superseded_by: None,
            via: Via::Feedback,
        };
        engine.feedback(&caller(), None, feedback).await.unwrap();
        store(&engine, &SAME).await;
        let wish = Merge {
            threshold: 0.9,
            most: 10,
            dry_run: false,
        };
        let merged = engine.merge(&caller(), None, wish).await.unwrap();
        engine.close().await.unwrap();

        let lately = engine.recent(&caller(), None, 10).await.unwrap();
        assert_eq!((lately.injections, lately.extractions), (1, 1));
        assert_eq!((lately.feedbacks, lately.consolidations), (1, 1));
        assert_eq!(lately.shown[0].0.id, ferry);
        assert_eq!(lately.learnt[0].id, learnt[0]);
        assert_eq!(lately.newest[0].record.id, ferry);
        assert_eq!(Some(&lately.made[0].id), merged.groups[0].derived.as_ref());
    });
}
