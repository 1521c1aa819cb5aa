//! What is put before a model, and what that leaves behind.

use mneme_engine::brief::{Ask, ReadBy, Rules};
use mneme_engine::memories::NewMemory;
use mneme_engine::{Engine, Initiative, Ranking};
use mneme_model::Moment;

use crate::support::{caller, caught_up, open, wait};

async fn store(engine: &Engine, memories: &[(&str, &str)]) -> Vec<String> {
    let new = memories.iter().map(|(content, tag)| NewMemory {
        content: (*content).into(),
        tags: vec![(*tag).into()],
        ..NewMemory::default()
    });
    let stored = engine
        .store_memories(&caller(), None, new.collect(), Initiative::Caller)
        .await
        .unwrap();
    caught_up(engine).await;
    stored.into_iter().map(|one| one.id).collect()
}

fn ask(query: &str) -> Ask {
    Ask {
        query: query.into(),
        budget_tokens: 2_000,
        ..Ask::default()
    }
}

const FERRY: &str = "The ferry to Oslo leaves from pier seven. Tickets are sold on board.";
const QUESTION: &str = "from which pier does our ferry to Oslo leave?";

#[test]
fn g_232_evidence_names_the_memory_and_who_wrote_it() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let ids = store(&engine, &[(FERRY, "sea")]).await;
        let brief = engine.brief(&caller(), ask(QUESTION)).await.unwrap();
        let block = brief.block.unwrap();
        let named = format!("<evidence memory_id=\"{}\" source=\"test\">", ids[0]);
        assert!(block.contains(&named), "{block}");
        assert_eq!(brief.injected[0].memory_id, ids[0]);
        assert_eq!(brief.read_by, ReadBy::Words);
        assert!(engine.inspect(&caller(), None, &ids[0]).await.is_ok());
    });
}

#[test]
fn asking_changes_nothing_and_what_was_shown_is_counted_beside() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let id = &store(&engine, &[(FERRY, "sea")]).await[0];
        let before = engine.stats(&caller()).await.unwrap().head;
        let first = engine.brief(&caller(), ask(QUESTION)).await.unwrap();
        let second = engine.brief(&caller(), ask(QUESTION)).await.unwrap();
        assert_eq!(first.block, second.block, "the same bytes");
        engine.close().await.unwrap();
        assert_eq!(engine.stats(&caller()).await.unwrap().head, before);
        let seen = engine.inspect(&caller(), None, id).await.unwrap();
        assert_eq!(seen.record.injections.times, 2);
        assert!(seen.record.injections.last_ms.is_some());
    });
}

#[test]
fn only_what_was_recorded_then_or_later_is_told() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let id = &store(&engine, &[(FERRY, "sea")]).await[0];
        let created = engine.get(&caller(), None, id).await.unwrap().created_ms;
        for (after, told) in [(created, true), (created + 1, false)] {
            let asked = Ask {
                after: Some(Moment::from_ms(after)),
                ..ask(QUESTION)
            };
            let brief = engine.brief(&caller(), asked).await.unwrap();
            assert_eq!(brief.block.is_some(), told, "{after}");
        }
    });
}

#[test]
fn g_071_no_tag_stands_above_all_others() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let texts: Vec<String> = (0..6)
            .map(|n| format!("Deploy note {n}: the release goes out at {n} o'clock."))
            .collect();
        let mut memories: Vec<(&str, &str)> = texts
            .iter()
            .map(|text| (text.as_str(), "release"))
            .collect();
        memories.push((
            "The canteen serves soup after a release and on Sundays.",
            "people",
        ));
        let ids = store(&engine, &memories).await;
        let told = |factor: f64| {
            let engine = &engine;
            let asked = Ask {
                limit: 3,
                rules: Rules {
                    diversity_factor: factor,
                    min_recall_score: 0.0,
                    min_channel_score: 0.0,
                    ranking: Some(Ranking::Memoryoss),
                    ..Rules::default()
                },
                ..ask("deploy note: when does the release go out at o'clock in production?")
            };
            async move {
                let brief = engine.brief(&caller(), asked).await.unwrap();
                let shown = brief.injected.into_iter().map(|one| one.memory_id);
                shown
                    .chain(brief.filtered.into_iter().map(|one| one.memory_id))
                    .collect::<Vec<_>>()
            }
        };
        let (alone, spread) = (told(0.0).await, told(20.0).await);
        assert!(!alone.contains(&ids[6]), "{alone:?}");
        assert!(spread.contains(&ids[6]), "{spread:?}");
    });
}

#[test]
fn g_070_what_no_channel_finds_well_is_not_considered() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        store(&engine, &[(FERRY, "sea")]).await;
        for (least, considered) in [(0.0, 1), (0.999, 0)] {
            let asked = Ask {
                rules: Rules {
                    min_channel_score: least,
                    ..Rules::default()
                },
                ..ask("does our ferry run on Sundays and holidays in winter?")
            };
            let brief = engine.brief(&caller(), asked).await.unwrap();
            assert_eq!(brief.gate.considered, considered, "{least}");
        }
    });
}

#[test]
fn the_seam_can_be_carried_over_a_socket() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        store(
            &engine,
            &[
                (FERRY, "sea"),
                ("Deploys need approval. Ask Maria.", "policy"),
            ],
        )
        .await;
        let asked = ask("Deploy the release to production now after approval");
        let carried: Ask = serde_json::from_str(&serde_json::to_string(&asked).unwrap()).unwrap();
        let brief = engine.brief(&caller(), carried).await.unwrap();
        let text = serde_json::to_string(&brief).unwrap();
        let read: mneme_engine::brief::Brief = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    });
}
