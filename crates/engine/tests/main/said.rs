//! The same words, however they are handed over; told now, or forgotten by an older build.

use mneme_engine::memories::{NewMemory, Stored};
use mneme_engine::{Engine, Forget, Initiative};
use mneme_store::backup::Forgotten;

use crate::support::{caller, open, wait};

const WORDS: &str = "Old words.\nIn two lines.";
const AS_HANDED: [&str; 4] = [
    "Old words.\nIn two lines.\n",
    "Old words.\r\nIn two lines.\r\n",
    "  Old words.  \nIn two lines.",
    "\tOld words.\rIn two lines.",
];

async fn tell(engine: &Engine, text: &str, initiative: Initiative) -> Stored {
    let new = vec![NewMemory {
        content: text.into(),
        ..NewMemory::default()
    }];
    let caller = caller();
    let stored = engine.store_memories(&caller, None, new, initiative);
    stored.await.unwrap().remove(0)
}

/// As an older build left it, which made fingerprints of the bytes.
async fn forgotten_before(engine: &Engine, text: &str) {
    let namespace = engine.store().namespace("n").await.unwrap();
    let value = namespace.key.fingerprint(text);
    let caller = caller();
    let forgotten = Forgotten {
        namespace: "n".into(),
        fingerprints: vec![value],
        ..Forgotten::default()
    };
    let forgotten = engine.forget_again(&caller, forgotten);
    forgotten.await.unwrap();
}

#[test]
fn white_space_around_words_makes_no_other_memory() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let first = tell(&engine, WORDS, Initiative::Caller).await;
        for text in AS_HANDED {
            let again = tell(&engine, text, Initiative::Caller).await;
            assert_eq!((again.duplicate, again.id), (true, first.id.clone()));
        }
        let other = tell(&engine, "Old words. In two lines.", Initiative::Caller).await;
        assert!(!other.duplicate, "a line is a line");
    });
}

#[test]
fn what_is_forgotten_now_is_known_again_however_it_is_handed_over() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let told = tell(&engine, AS_HANDED[1], Initiative::Caller).await;
        let wish = Forget {
            ids: vec![told.id],
            ..Forget::default()
        };
        engine.forget(&caller(), None, wish).await.unwrap();
        for text in AS_HANDED.iter().chain([&WORDS]) {
            let brought = tell(&engine, text, Initiative::Machine).await;
            assert!(brought.forgotten, "{text:?}");
        }
    });
}

#[test]
fn what_an_older_build_forgot_stays_forgotten() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        forgotten_before(&engine, WORDS).await;
        for text in AS_HANDED.iter().chain([&WORDS]) {
            assert!(tell(&engine, text, Initiative::Machine).await.forgotten);
        }
        let odd = "Odd words. \r\n";
        forgotten_before(&engine, odd).await;
        assert!(tell(&engine, odd, Initiative::Machine).await.forgotten);
        // Somebody tells it again on purpose: from then on it is known.
        let told = tell(&engine, odd, Initiative::Caller).await;
        assert!(told.forgotten && !told.id.is_empty());
        let brought = tell(&engine, odd, Initiative::Machine).await;
        assert_eq!((brought.duplicate, brought.forgotten), (true, false));
    });
}
