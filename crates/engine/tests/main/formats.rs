//! Stores written by earlier builds still open. Each format has a fixture: never change one,
//! add the next.

use std::path::Path;
use std::sync::Arc;

use mneme_access::{Caller, Peer, Role};
use mneme_engine::events::ListEvents;
use mneme_engine::{Engine, Recall, Settings};
use mneme_model::{Clock, Door, MemoryType, Role as Speaker};

use crate::support::wait;

const MEMORY: &str = "01a1e107-afcf-7bf5-9bda-e3a571b80559";

struct Later;

impl Clock for Later {
    fn now_ms(&self) -> i64 {
        1_900_000_000_000
    }
}

fn caller() -> Caller {
    Caller {
        subject: "t".into(),
        namespace: "default".into(),
        role: Role::Admin,
        key: None,
        door: Door::Control,
        peer: Peer::Here,
        until: None,
        only: None,
        agent: None,
    }
}

async fn open_fixture(name: &str) -> (tempfile::TempDir, Engine) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name);
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("keys")).unwrap();
    for file in ["mneme.db", "keys/master.key"] {
        std::fs::copy(from.join(file), dir.path().join(file)).unwrap();
    }
    let store = mneme_store::Settings::at(dir.path());
    let engine = Engine::open(&store, Settings::default(), Arc::new(Later))
        .await
        .unwrap();
    (dir, engine)
}

#[test]
fn a_store_of_format_1_opens_and_says_what_it_said() {
    wait(async {
        let (_dir, engine) = open_fixture("store-v1").await;
        let memory = engine.get(&caller(), None, MEMORY).await.unwrap();
        assert_eq!(
            (memory.text.as_str(), memory.version, memory.evidence),
            ("The harbour port is 9000", 2, 2)
        );
        assert_eq!(
            (memory.memory_type, memory.tags.as_slice()),
            (MemoryType::Semantic, &["ops".to_owned()][..])
        );
        assert_eq!(memory.agent.as_deref(), Some("ann"));

        let events = engine
            .list_events(&caller(), None, ListEvents::default())
            .await
            .unwrap()
            .events;
        let told: Vec<_> = events
            .iter()
            .map(|e| (e.id.as_str(), e.kind.as_str(), e.speaker.as_deref()))
            .collect();
        assert_eq!(
            told,
            [
                ("e1", "user_message", Some("Ann")),
                ("e2", "note", Some("Bob")),
                ("e3", "tool_result", None)
            ]
        );
        assert_eq!(events[0].role, Some(Speaker::User));
        assert_eq!(events[1].occurred.rfc3339(), "2026-01-06T10:00:05.250Z");
        assert_eq!(events[1].metadata["room"], "attic");
        assert_eq!(
            events[2].text,
            "a long tool result ".repeat(300),
            "compressed bodies too"
        );

        let verified = engine.verify(&caller(), Arc::new(|_, _| ())).await.unwrap();
        assert_eq!(
            (verified.tables.events, verified.tables.differences.len()),
            (6, 0)
        );
        let past = Recall {
            query: "harbour port".into(),
            as_of: Some("2026-11-15T21:05:39.900Z".into()),
            ..Recall::default()
        };
        let hits = engine.recall(&caller(), None, past).await.unwrap().hits;
        assert_eq!(hits[0].record.text, "The harbour port is 8000");
    });
}
