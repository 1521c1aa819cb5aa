use std::path::Path;
use std::sync::Arc;

use mneme_model::{Body, Door, Kind, Moment};

use super::*;
use crate::tables::journal::{self, NewEvent};
use crate::{Error, Settings, Store};

struct Still;

impl mneme_model::Clock for Still {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

const EVENTS: usize = 700;

fn open(dir: &Path) -> Store {
    Store::open(&Settings::at(dir), Arc::new(Still)).unwrap()
}

fn write<T: Send + 'static>(
    store: &Store,
    body: impl FnOnce(&Tx<'_>) -> Result<T> + Send + 'static,
) -> T {
    store.write_now(0, body).unwrap()
}

fn append(tx: &Tx<'_>, namespace: &Namespace, n: usize) -> Result<()> {
    let body = Body {
        text: format!("event {n}"),
        ..Body::default()
    };
    let event = NewEvent {
        ext_id: &format!("e{n}"),
        kind: Kind::UserMessage,
        door: Door::Control,
        actor: 1,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(n as i64),
        payload: &journal::encode(&body)?,
    };
    journal::insert(tx, namespace, &event).map(drop)
}

fn filled(store: &Store) -> Namespace {
    let namespace = write(store, |tx| tx.make_namespace("n"));
    let own = namespace.clone();
    write(store, move |tx| {
        (0..EVENTS).try_for_each(|n| append(tx, &own, n))
    });
    namespace
}

/// To the end, and how many steps that took.
fn through(store: &Store, namespace: &Namespace) -> usize {
    let mut steps = 0;
    loop {
        let own = namespace.clone();
        if !write(store, move |tx| step(tx, &own)) {
            break;
        }
        steps += 1;
    }
    let (own, key) = (namespace.clone(), namespace.key.current().id);
    assert!(write(store, move |tx| finish(tx, &own, key)));
    steps
}

fn readable(store: &Store) -> usize {
    let read = store.read_now(|view| {
        let all = (1..=EVENTS as i64).map(|seq| journal::load(view, seq));
        Ok::<_, Error>(all.filter(|event| matches!(event, Ok(Some(_)))).count())
    });
    read.unwrap()
}

#[test]
fn rows_are_sealed_again_in_steps_and_need_no_older_key_afterwards() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let namespace = filled(&store);
    let own = namespace.clone();
    let retired = write(&store, move |tx| tx.rotate_key(&own));
    assert_ne!(namespace.key.current().id, retired, "at once, for all");
    assert!(through(&store, &namespace) > 1, "a little at a time");
    write(&store, move |tx| tx.drop_key(retired));
    drop(store);
    assert_eq!(readable(&open(dir.path())), EVENTS);
}

#[test]
fn nothing_is_sealed_again_in_the_transaction_that_replaces_the_key() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let namespace = filled(&store);
    let own = namespace.clone();
    let first = write(&store, move |tx| tx.rotate_key(&own));
    let own = namespace.clone();
    let second = write(&store, move |tx| {
        let second = tx.rotate_key(&own)?;
        // As an operation of the same group does: the key in memory is the one just retired.
        assert!(step(tx, &own)?, "it is to be asked again");
        Ok(second)
    });
    through(&store, &namespace);
    for key in [first, second] {
        write(&store, move |tx| tx.drop_key(key));
    }
    drop(store);
    assert_eq!(readable(&open(dir.path())), EVENTS);
}
