//! Parts of the timeline that are off unless a setting says otherwise.

use std::path::Path;
use std::sync::Arc;

use mneme_engine::timeline::{Happening, Recorded, Teleport};
use mneme_engine::{Engine, Ranking, Settings};
use mneme_index::embed::Precision;
use mneme_index::settings::Embeddings;
use mneme_model::{Clock, Kind, Role};

use crate::support::{ask, caller, caught_up, wait};

const DAY_MS: i64 = 86_400_000;
const NOW_MS: i64 = 1_769_767_200_000 + 30 * DAY_MS;

struct Now;

impl Clock for Now {
    fn now_ms(&self) -> i64 {
        NOW_MS
    }
}

async fn open(dir: &Path, change: impl FnOnce(&mut Settings)) -> Engine {
    let mut settings = Settings::default();
    change(&mut settings);
    let store = mneme_store::Settings::at(dir);
    Engine::open(&store, settings, Arc::new(Now)).await.unwrap()
}

fn hashed(settings: &mut Settings) {
    settings.index.embeddings = Some(Embeddings {
        model: String::from("hash-384"),
        dir: std::path::PathBuf::new(),
        precision: Precision::default(),
    });
    settings.timeline.dedup.enabled = true;
    // Busy machines are slow; what is slow here must not be taken for doubt.
    settings.timeline.dedup.timeout_ms = 60_000;
}

fn happening(id: &str, session: &str, at_ms: i64, text: &str) -> Happening {
    Happening {
        id: id.into(),
        session: session.into(),
        occurred_ms: at_ms,
        kind: Kind::UserMessage,
        role: Role::User,
        text: text.into(),
        metadata: Default::default(),
        agent: Some(String::from("claude")),
    }
}

async fn tell(engine: &Engine, happening: Happening) -> Recorded {
    engine.record(&caller(), happening).await.unwrap()
}

async fn talk(engine: &Engine, session: &str, days_ago: i64, said: &[&str]) {
    for (n, text) in said.iter().enumerate() {
        let at = NOW_MS - days_ago * DAY_MS + n as i64 * 1_000;
        tell(
            engine,
            happening(&format!("{session}-{n}"), session, at, text),
        )
        .await;
    }
    engine.catch_up_toc(&caller()).await.unwrap();
}

#[test]
fn t_080_topics_are_sorted_by_importance() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path(), |settings| {
            settings.timeline.topics.enabled = true
        })
        .await;
        let redis = [
            "Redis evicts redis keys under pressure.",
            "Redis evicts the oldest redis keys.",
        ];
        talk(
            &engine,
            "old",
            25,
            &["The zeppelin crossed the harbour.", "A zeppelin is slow."],
        )
        .await;
        talk(&engine, "one", 1, &redis).await;
        talk(&engine, "two", 2, &redis).await;
        let top = engine.top_topics(&caller(), 30, None, 100).await.unwrap();
        assert!(top.len() > 1, "{top:?}");
        assert!(top.is_sorted_by(|a, b| a.importance >= b.importance));
        assert!(
            top[0]
                .topic
                .keywords
                .iter()
                .any(|word| word.contains("redis")),
            "{top:?}"
        );
        let lately = engine.top_topics(&caller(), 7, None, 100).await.unwrap();
        assert!(
            lately.len() < top.len(),
            "what was said weeks ago is left out"
        );
        let about = engine.topics_about(&caller(), "redis", 10).await.unwrap();
        assert_eq!(about[0].0.topic.id, top[0].topic.id);
        let graph = engine.topic_graph(&caller()).await.unwrap();
        assert_eq!(graph.topics, top.len() as u64);
        let related = engine
            .related_topics(&caller(), &top[0].topic.id, 10)
            .await
            .unwrap();
        assert!(
            related
                .unwrap()
                .iter()
                .all(|related| related.strength > 0.0)
        );
        assert!(
            engine
                .related_topics(&caller(), "topic:nobody", 10)
                .await
                .unwrap()
                .is_none()
        );
        let nobody = Some(String::from("nobody"));
        assert!(
            engine
                .top_topics(&caller(), 30, nobody, 10)
                .await
                .unwrap()
                .is_empty()
        );
        let claude = Some(String::from("claude"));
        assert_eq!(
            engine
                .top_topics(&caller(), 30, claude, 100)
                .await
                .unwrap()
                .len(),
            top.len()
        );
        // A session more: what is remembered is made again.
        talk(
            &engine,
            "new",
            1,
            &["Comets have tails of ice.", "Those comets come back."],
        )
        .await;
        let more = engine.topics_about(&caller(), "comet", 10).await.unwrap();
        assert_eq!(more.len(), 1, "{more:?}");
    });
}

const SAID: &str = "The deployment of the harbour service needs two approvals each";

#[test]
fn t_081_a_repeated_message_is_kept_and_found_once() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path(), hashed).await;
        let first = tell(&engine, happening("a", "s", NOW_MS - DAY_MS, SAID)).await;
        assert_eq!((first.created, first.repeat), (true, false));
        let second = tell(&engine, happening("b", "s", NOW_MS - DAY_MS + 1, SAID)).await;
        assert_eq!((second.created, second.repeat), (true, true));
        let again = tell(&engine, happening("b", "s", NOW_MS - DAY_MS + 1, SAID)).await;
        assert_eq!(
            (again.created, again.repeat),
            (false, false),
            "the same event again"
        );
        let other = "A wholly different remark on the weather in the northern mountains";
        let other = tell(&engine, happening("c", "s", NOW_MS - DAY_MS + 2, other)).await;
        assert_eq!((other.created, other.repeat), (true, false));
        let short = tell(
            &engine,
            happening("d", "s", NOW_MS - DAY_MS + 3, "two approvals"),
        )
        .await;
        let short_again = tell(
            &engine,
            happening("e", "s", NOW_MS - DAY_MS + 4, "two approvals"),
        );
        assert!(
            !short.repeat && !short_again.await.repeat,
            "too short to tell"
        );
        caught_up(&engine).await;
        let found = ask(&engine, "deployment harbour service").await;
        assert!(
            found.contains(&String::from("a")) && !found.contains(&String::from("b")),
            "{found:?}"
        );
        engine.catch_up_toc(&caller()).await.unwrap();
        let docs = Teleport {
            query: String::from("deployment harbour"),
            limit: 10,
            ..Teleport::default()
        };
        let docs = engine
            .teleport(&caller(), Ranking::Words, &docs)
            .await
            .unwrap();
        let grips = docs
            .iter()
            .filter(|doc| doc.text.contains("deployment") && doc.id.starts_with("grip"));
        assert!(grips.count() <= 1, "{docs:?}");
        let status = engine.dedup_status(&caller()).unwrap();
        assert_eq!(
            (status.checked, status.repeats, status.recent),
            (4, 1, 2),
            "{status:?}"
        );
        let verified = engine.verify(&caller(), Arc::new(|_, _| ())).await.unwrap();
        assert!(verified.index.is_empty(), "{:?}", verified.index);
    });
}

#[test]
fn t_081_what_was_forgotten_is_not_repeated() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path(), hashed).await;
        tell(&engine, happening("a", "s", NOW_MS - DAY_MS, SAID)).await;
        let forget = mneme_engine::Forget {
            ids: vec![String::from("a")],
            ..mneme_engine::Forget::default()
        };
        engine.forget(&caller(), None, forget).await.unwrap();
        let told = tell(&engine, happening("b", "s", NOW_MS - DAY_MS + 1, SAID)).await;
        assert_eq!((told.created, told.repeat), (true, false));
        assert_eq!(ask(&engine, "deployment harbour").await, ["b"]);
    });
}

#[test]
fn t_082_boundaries_are_never_repeats() {
    let dir = tempfile::tempdir().unwrap();
    wait(async {
        let engine = open(dir.path(), hashed).await;
        let kinds = [
            Kind::SessionStart,
            Kind::SubagentStart,
            Kind::SubagentStop,
            Kind::SessionEnd,
            Kind::SessionStart,
        ];
        for (n, kind) in kinds.into_iter().enumerate() {
            let mut event = happening(&n.to_string(), "s", NOW_MS - DAY_MS + n as i64, SAID);
            event.kind = kind;
            let told = tell(&engine, event).await;
            assert_eq!((told.created, told.repeat), (true, false), "{kind:?}");
        }
        assert_eq!(engine.dedup_status(&caller()).unwrap().checked, 0);
        drop(engine);
        let engine = open(dir.path(), |_| ()).await;
        for id in ["x", "y"] {
            let told = tell(&engine, happening(id, "s", NOW_MS, SAID)).await;
            assert_eq!(
                (told.created, told.repeat),
                (true, false),
                "off unless it is asked for"
            );
        }
    });
}
