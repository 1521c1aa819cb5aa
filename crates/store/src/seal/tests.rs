use std::sync::Arc;

use mneme_model::{Body, Door, Kind, Moment};
use proptest::prelude::*;

use super::*;
use crate::names::Namespace;
use crate::tables::journal::{self, NewEvent};
use crate::{Result, Settings, Store, Tx};

struct Still;

impl mneme_model::Clock for Still {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

fn key(id: u32) -> DataKey {
    DataKey::derive(id, &[id as u8; 32]).unwrap()
}

fn place(row: i64) -> Place<'static> {
    Place {
        table: "journal",
        ns: 1,
        row,
    }
}

#[test]
fn g_207_namespaces_seal_under_keys_that_do_not_open_each_other() {
    let (ours, theirs) = (key(1), key(2));
    let sealed = ours.seal(place(7), b"the launch code").unwrap();
    assert_ne!(sealed, theirs.seal(place(7), b"the launch code").unwrap());
    assert_eq!(ours.open(place(7), &sealed).unwrap(), b"the launch code");
    assert!(theirs.open(place(7), &sealed).is_err());
}

fn tell(tx: &Tx<'_>, namespace: &Namespace) -> Result<()> {
    let body = Body {
        text: String::from("the launch code"),
        ..Body::default()
    };
    let event = NewEvent {
        ext_id: "told",
        kind: Kind::UserMessage,
        door: Door::Control,
        actor: 1,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(0),
        payload: &journal::encode(&body)?,
    };
    journal::insert(tx, namespace, &event).map(drop)
}

/// Where a row of the journal stands, which key it names, and what it holds.
type Row = (i64, i64, u32, Vec<u8>);

fn rows(store: &Store) -> Vec<Row> {
    let read = store.read_now(|view| {
        let mut all = view.conn.prepare(
            "SELECT seq, ns, key_id, body FROM journal WHERE ext_id = 'told' ORDER BY seq",
        )?;
        let row =
            |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let found = all
            .query_map([], row)?
            .collect::<rusqlite::Result<Vec<Row>>>()?;
        Ok::<_, Error>(found)
    });
    read.unwrap()
}

#[test]
fn g_207_in_a_store_no_namespace_opens_what_another_was_told() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&Settings::at(dir.path()), Arc::new(Still)).unwrap();
    let made = |name: &'static str| {
        let namespace = store
            .write_now(0, move |tx| tx.make_namespace(name))
            .unwrap();
        let own = namespace.clone();
        store.write_now(0, move |tx| tell(tx, &own)).unwrap();
        namespace
    };
    let both = [made("ours"), made("theirs")];
    let rows = rows(&store);
    assert_eq!(rows.len(), 2);
    assert_ne!(
        rows[0].2, rows[1].2,
        "each is sealed under a key of its own"
    );
    for (n, (seq, ns, key_id, body)) in rows.iter().enumerate() {
        let (own, other) = (&both[n].key, &both[1 - n].key);
        assert_eq!((*ns, *key_id), (both[n].ns, own.current().id));
        assert_eq!(key_id_of(body).unwrap(), *key_id);
        // At its own place: it is the key alone that does not open it.
        let place = journal::place(*ns, *seq);
        assert!(own.current().open(place, body).is_ok());
        assert!(other.current().open(place, body).is_err());
        assert_ne!(
            own.fingerprint("the launch code"),
            other.fingerprint("the launch code")
        );
    }
}

#[test]
fn an_envelope_does_not_open_in_another_row_table_or_namespace() {
    let key = key(1);
    let sealed = key.seal(place(7), b"x").unwrap();
    assert!(key.open(place(8), &sealed).is_err());
    assert!(
        key.open(
            Place {
                table: "vectors",
                ..place(7)
            },
            &sealed
        )
        .is_err()
    );
    assert!(key.open(Place { ns: 2, ..place(7) }, &sealed).is_err());
}

#[test]
fn fingerprints_are_keyed_and_stable() {
    assert_eq!(key(1).fingerprint("a"), key(1).fingerprint("a"));
    assert_ne!(key(1).fingerprint("a"), key(2).fingerprint("a"));
    assert_eq!(key(1).fingerprint("a").len(), 32);
}

proptest! {
    #[test]
    fn any_bytes_come_back_and_any_change_is_noticed(
        plain in proptest::collection::vec(any::<u8>(), 0..300),
        flip in any::<prop::sample::Index>(),
    ) {
        let key = key(3);
        let mut sealed = key.seal(place(1), &plain).unwrap();
        prop_assert_eq!(key.open(place(1), &sealed).unwrap(), plain);
        // Bytes 1 to 4 only choose the key; every other byte is authenticated.
        let at = flip.index(sealed.len());
        sealed[at] ^= 1;
        let untouched = (1..5).contains(&at);
        prop_assert_eq!(key.open(place(1), &sealed).is_ok(), untouched);
    }

    #[test]
    fn no_bytes_panic_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        prop_assert!(key(1).open(place(1), &bytes).is_err());
    }
}
