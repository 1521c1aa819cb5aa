use super::*;
use crate::credential::ourselves;
use crate::memory::{Absent, Settled};

struct Noon;

impl Clock for Noon {
    fn now_ms(&self) -> i64 {
        43_200_000
    }
}

fn absent() -> Arc<dyn Memory> {
    let access = mneme_access::Settings::default();
    Arc::new(Absent(Settled::new(&access, Arc::new(Noon)).unwrap()))
}

/// As a core is that died while an answer went by.
#[tokio::test]
async fn a_turn_that_memory_did_not_take_is_counted() {
    let mut settings = Settings::default();
    settings.extraction.coprocessor = true;
    let learning = Learning::open(&settings, absent(), Arc::new(Noon)).unwrap();
    let before = signals::LOST.get();
    learning.offer(Lesson {
        caller: ourselves("one"),
        inlet: Inlet::Chat,
        body: Bytes::from_static(br#"{"messages":[{"role":"user","content":"I live in Graz."}]}"#),
        answer: String::from("Noted."),
        said_in: None,
    });
    let mut turns = 0..10_000;
    while signals::LOST.get() == before {
        assert!(turns.next().is_some(), "nothing counts it");
        tokio::task::yield_now().await;
    }
}
