//! Who may bring what of a memory that is here already.

use mneme_access::{Caller, Role};
use mneme_engine::memories::{ImportedMemory, NewMemory};
use mneme_engine::{Engine, Initiative, Record};
use mneme_model::{Door, MemoryStatus};

use crate::support::{caller, open, wait};

const HERE: &str = "The pier has six lamps.";
const THERE: &str = "The pier has seven lamps.";

async fn brought(engine: &Engine, who: &Caller, id: &str, version: u64) -> Record {
    let again = ImportedMemory {
        id: id.to_owned(),
        version,
        status: MemoryStatus::Archived,
        memory: NewMemory {
            content: format!("{THERE} This is version {version}."),
            ..NewMemory::default()
        },
        ..ImportedMemory::default()
    };
    let taken = engine.import_memories(who, None, vec![again]).await;
    assert_eq!(taken.unwrap()[0].version, version);
    engine.get(&caller(), None, id).await.unwrap()
}

/// As an update does: who only writes changes words, and ends nothing by it.
#[test]
fn a_writer_brings_newer_words_and_no_end() {
    wait(async {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let new = NewMemory {
            content: HERE.to_owned(),
            ..NewMemory::default()
        };
        let stored = engine
            .store_memories(&caller(), None, vec![new], Initiative::Caller)
            .await;
        let id = stored.unwrap().remove(0).id;
        let writer = Caller {
            role: Role::Writer,
            door: Door::Rest,
            ..caller()
        };
        let seen = brought(&engine, &writer, &id, 2).await;
        assert!(seen.text.starts_with(THERE), "{}", seen.text);
        assert_eq!((seen.version, seen.status), (2, MemoryStatus::Active));
        let seen = brought(&engine, &caller(), &id, 7).await;
        assert_eq!((seen.version, seen.status), (7, MemoryStatus::Archived));
    });
}
