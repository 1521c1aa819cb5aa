//! The journal against a simple model, with planned failures.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests say what must hold"
)]

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;

use mneme_journal::{Draft, Fold, Journal, Nobody, Origin};
use mneme_model::{Body, Clock, Door, Event, Kind, Moment};
use mneme_store::tables::{counters, journal};
use mneme_store::{Error, Result, Settings, Store, Tx};
use proptest::prelude::*;

struct StoppedClock;

impl Clock for StoppedClock {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

/// Counts like the real fold, and fails on purpose at a poisoned event.
struct Planned;

impl Fold for Planned {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        counters::add(tx, event.ns, event.kind, event.body.text.len())?;
        if event.body.text.contains("poison") {
            return Err(Error::Corrupt("planned failure".into()));
        }
        Ok(())
    }

    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        counters::subtract(tx, event.ns, event.kind, event.body.text.len())
    }
}

fn open(dir: &std::path::Path) -> Journal {
    let store = Store::open(&Settings::at(dir), Arc::new(StoppedClock)).unwrap();
    Journal::open(
        Arc::new(store),
        vec![Box::new(Planned)],
        Vec::new(),
        Arc::new(Nobody),
    )
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(future)
}

fn draft(id: &str, text: &str, at: i64) -> Draft {
    Draft {
        ext_id: id.to_owned(),
        kind: Kind::Message,
        session: Some("s".into()),
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(at),
        body: Body {
            text: text.to_owned(),
            ..Body::default()
        },
    }
}

fn origin() -> Origin {
    Origin {
        door: Door::Import,
        actor: "test".into(),
        agent: None,
    }
}

async fn append(journal: &Journal, drafts: Vec<Draft>) -> Option<Vec<bool>> {
    let namespace = journal.store().namespace("n").await.unwrap();
    let appended = journal.append(namespace, origin(), drafts).await.ok()?;
    Some(appended.iter().map(|a| a.created).collect())
}

async fn contents(journal: &Journal) -> Vec<(String, String)> {
    let events = journal
        .store()
        .read(|view| journal::after(view, None, 0, 1_000))
        .await
        .unwrap();
    events
        .into_iter()
        .map(|e| (e.ext_id, e.body.text))
        .collect()
}

type Batch = Vec<(u8, String)>;

fn batches() -> impl Strategy<Value = Vec<Batch>> {
    let text = prop_oneof![4 => "[a-z]{1,8}", 1 => Just("poison".to_owned())];
    prop::collection::vec(prop::collection::vec((0u8..12, text), 1..5), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A batch is there whole or not at all; the first text of an id stays; order is arrival;
    /// the tables equal the journal folded again; and all of it survives closing.
    #[test]
    fn the_journal_does_what_the_model_does(batches in batches()) {
        let dir = tempfile::tempdir().unwrap();
        let journal = open(dir.path());
        let mut model: Vec<(String, String)> = Vec::new();
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        wait(async {
            for batch in &batches {
                let drafts = batch.iter().map(|(id, text)| draft(&format!("id{id}"), text, 5)).collect();
                let got = append(&journal, drafts).await;
                let (mut after, mut added, mut created) = (known.clone(), Vec::new(), Vec::new());
                for (id, text) in batch {
                    let id = format!("id{id}");
                    created.push(!after.contains_key(&id));
                    if after.insert(id.clone(), text.clone()).is_none() {
                        added.push((id, text.clone()));
                    } else {
                        after.insert(id.clone(), known.get(&id).or(added.iter().find(|a| a.0 == id).map(|a| &a.1)).unwrap().clone());
                    }
                }
                if added.iter().any(|(_, text)| text == "poison") {
                    assert_eq!(got, None, "a planned failure undoes the batch");
                } else {
                    assert_eq!(got, Some(created));
                    model.extend(added);
                    known = after;
                }
            }
            assert_eq!(contents(&journal).await, model);
            let found = journal.verify(|_, _| ()).await.unwrap();
            assert_eq!(found.differences, Vec::<String>::new());
            assert_eq!(found.events, model.len() as u64);
        });
        drop(journal);
        let again = open(dir.path());
        prop_assert_eq!(wait(contents(&again)), model);
    }
}

#[test]
fn one_refusal_does_not_undo_its_neighbours_in_the_group() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Arc::new(open(dir.path()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .build()
        .unwrap();
    runtime.block_on(async {
        let tasks: Vec<_> = (0..100)
            .map(|n| {
                let journal = journal.clone();
                let text = if n % 7 == 0 { "poison" } else { "fine" };
                tokio::spawn(async move {
                    append(&journal, vec![draft(&format!("{n}"), text, n)])
                        .await
                        .is_some()
                })
            })
            .collect();
        for (n, task) in tasks.into_iter().enumerate() {
            assert_eq!(task.await.unwrap(), n % 7 != 0, "operation {n}");
        }
        assert_eq!(contents(&journal).await.len(), 85);
        assert!(
            journal
                .verify(|_, _| ())
                .await
                .unwrap()
                .differences
                .is_empty()
        );
    });
}

#[test]
fn a_panic_in_one_operation_is_not_the_writers_end() {
    let dir = tempfile::tempdir().unwrap();
    let journal = open(dir.path());
    wait(async {
        let panics = journal
            .store()
            .write(1, |_| -> Result<()> { panic!("planned") })
            .await;
        assert!(panics.is_err());
        assert_eq!(
            append(&journal, vec![draft("a", "one", 1)]).await,
            Some(vec![true])
        );
        assert_eq!(contents(&journal).await.len(), 1);
    });
}

#[test]
fn bad_ids_and_impossible_times_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let journal = open(dir.path());
    wait(async {
        for bad in [
            draft("", "x", 1),
            draft(&"x".repeat(257), "x", 1),
            draft("a\nb", "x", 1),
            draft("t", "x", -1),
            draft("t", "x", i64::MAX),
        ] {
            assert_eq!(
                append(&journal, vec![draft("good", "y", 1), bad]).await,
                None
            );
        }
        assert!(contents(&journal).await.is_empty(), "all or nothing");
    });
}

#[test]
fn verify_notices_a_table_that_was_changed_behind_the_journals_back() {
    let dir = tempfile::tempdir().unwrap();
    let journal = open(dir.path());
    wait(async {
        append(&journal, vec![draft("a", "one", 1)]).await.unwrap();
        let ns = journal.store().namespace("n").await.unwrap().ns;
        journal
            .store()
            .write(1, move |tx| counters::add(tx, ns, Kind::Message, 9))
            .await
            .unwrap();
        let found = journal.verify(|_, _| ()).await.unwrap();
        assert_eq!(found.differences.len(), 1, "{:?}", found.differences);
        assert!(found.differences[0].contains("counters"));
        journal.refold(|_, _| ()).await.unwrap();
        assert!(
            journal
                .verify(|_, _| ())
                .await
                .unwrap()
                .differences
                .is_empty()
        );
    });
}

#[test]
fn ties_in_time_keep_the_order_of_arrival() {
    let dir = tempfile::tempdir().unwrap();
    let journal = open(dir.path());
    wait(async {
        let drafts = (0..12)
            .map(|n| draft(&format!("turn {n}"), "x", 7))
            .collect();
        append(&journal, drafts).await.unwrap();
        let ns = journal.store().namespace("n").await.unwrap().ns;
        let page = journal::Page {
            ns,
            session: None,
            from_ms: 0,
            to_ms: 100,
            after: None,
            limit: 50,
            only: None,
        };
        let events = journal
            .store()
            .read(move |view| journal::in_time(view, &page))
            .await
            .unwrap();
        let order: Vec<String> = events.into_iter().map(|e| e.ext_id).collect();
        assert_eq!(
            order,
            (0..12).map(|n| format!("turn {n}")).collect::<Vec<_>>()
        );
    });
}
