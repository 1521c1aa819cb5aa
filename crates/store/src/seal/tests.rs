use proptest::prelude::*;

use super::*;

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
